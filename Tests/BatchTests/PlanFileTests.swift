import Foundation
import HostResources
import TestSupport
import Testing

@testable import Batch

struct PlanFileTests {
  private let folder: TestFolder
  /// Of the plan that tests write.
  private let path: String

  init() throws {
    folder = try TestFolder()
    path = folder.file("again.plan")
  }

  static let header = PlanHeader(
    job: .annotate, tool: PlanHeader.Tool(version: "1", build: "t"), settings: ["--grid", "phi"], files: [],
    result: "again", cut: nil)

  static func piece(_ output: String) -> Piece {
    Piece(
      output: output, input: "in/\(output)", kind: .film, bytes: 10, first: 0, frames: 5, warmUp: 0,
      isPart: false,
      sha256: ["d"])
  }

  @discardableResult
  static func write(_ path: String, shards: Int, output: (Int) -> String = { "film \($0).avi" }) throws
    -> PlanFooter
  {
    let writer = try PlanWriter(path, header)
    for number in 0..<shards {
      try writer.add(Shard(shard: number, frames: 5, seconds: 0.5, pieces: [piece(output(number))]))
    }
    try writer.add(LeftOut(leftOut: "film.mkv", why: "it can't be read"))
    return try writer.finish()
  }

  @Test func whatIsWrittenIsRead() throws {
    let footer = try Self.write(path, shards: 1234)
    let plan = try PlanFile(path)
    #expect(plan.header == Self.header)
    #expect(plan.footer == footer)
    #expect((plan.footer.shards, plan.footer.frames) == (1234, 6170))
    for number in [0, 1, 999, 1233] {
      #expect(try plan.shard(number).pieces == [Self.piece("film \(number).avi")])
    }
    #expect(plan.result == "\(folder.path)/again")
    // The id is that of the bytes before the last line.
    let text = try folder.text("again.plan")
    let last = try #require(text.utf8.dropLast().lastIndex(of: UInt8(ascii: "\n")))
    #expect(SHA256.of(Array(text.utf8[...last])) == footer.id)
    try plan.check()
    // A shard that nobody reads any more.
    try folder.put(text.replacing("film 7.avi", with: "film 8.avi", maxReplacements: 1), "again.plan")
    #expect(throws: BatchError.self) { try PlanFile(path).check() }
  }

  @Test func whatAKilledRunLeftIsRemovedWhatAnotherWritesIsNot() throws {
    let other = try PlanWriter(path, Self.header)
    let others = try #require(folder.names().first)
    for left in [
      ".again.plan.dualcam-tmp-1z", ".SHA256SUMS.dualcam-tmp-2", ".film.mkv.dualcam-tmp", "dualcam-tmp-1",
    ] {
      try folder.put([1], left)
    }
    try Self.write(path, shards: 1)
    #expect(try Set(folder.names()) == [others, "again.plan", "dualcam-tmp-1"])
    _ = try other.finish()
    #expect(try Set(folder.names()) == ["again.plan", "dualcam-tmp-1"])
  }

  @Test func aCutPlanIsRefused() throws {
    try Self.write(path, shards: 20)
    let bytes = try folder.bytes("again.plan")
    for length in stride(from: 0, to: bytes.count - 1, by: 97) {
      try folder.put(Array(bytes.prefix(length)), "again.plan")
      #expect(throws: BatchError.self) { try PlanFile(path) }
    }
  }

  @Test(arguments: ["../elsewhere", "/etc", "a//b", "a/../b", ".work/000", "a/.work", ""])
  func noOutputLeadsOutOfTheResult(output: String) throws {
    try Self.write(path, shards: 1) { _ in output }
    let plan = try PlanFile(path)
    #expect(throws: BatchError.self) { try plan.shard(0) }
  }

  /// Bytes changed anywhere give an error or a shard, never a crash or another shard's line.
  @Test func damageIsFound() throws {
    try Self.write(path, shards: 5)
    let bytes = try folder.bytes("again.plan")
    var seeded = Seeded(7)
    for _ in 0..<400 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...4, using: &seeded) {
        damaged[Int.random(in: 0..<bytes.count, using: &seeded)] = UInt8.random(in: 0...255, using: &seeded)
      }
      try folder.put(damaged, "again.plan")
      guard let plan = try? PlanFile(path) else { continue }
      for number in 0..<min(5, plan.footer.shards) {
        if let shard = try? plan.shard(number) { #expect(shard.shard == number) }
      }
    }
  }

  /// `DUALCAM_ARCHIVE_PLAN=shards,PATH` writes a plan of that size and prints what it takes.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["DUALCAM_ARCHIVE_PLAN"] != nil, "it measures"))
  func large() throws {
    let text = try #require(ProcessInfo.processInfo.environment["DUALCAM_ARCHIVE_PLAN"])
    let parts = text.split(separator: ",")
    let (count, path) = (try #require(Int(parts[0])), String(parts[1]))
    var begun = ContinuousClock.now
    try Self.write(path, shards: count)
    let written = ContinuousClock.now - begun
    begun = .now
    let plan = try PlanFile(path)
    let opened = ContinuousClock.now - begun
    begun = .now
    _ = try plan.shard(count - 1)
    let found = ContinuousClock.now - begun
    let bytes = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    print(
      "\(count) shards: \(bytes) bytes, written in \(written), opened in \(opened), the last found in \(found)"
    )
  }

  @Test func commandLines() {
    var piece = Self.piece("a.avi")
    #expect(
      piece.arguments(Self.header, into: "/out") == [
        "annotate", "--threads", "1", "--config", "none", "--grid", "phi", "--primary", "file:in/a.avi",
        "--json", "-o", "/out",
      ])
    (piece.isPart, piece.first, piece.frames, piece.warmUp) = (true, 300, 100, 25)
    (piece.cameras, piece.kind) = (["primary", "secondary"], .recording)
    #expect(
      piece.arguments(Self.header, into: "/out") == [
        "annotate", "--threads", "1", "--config", "none", "--grid", "phi", "--primary",
        "file:in/a.avi?first=275&frames=125&camera=primary",
        "--secondary",
        "file:in/a.avi?first=275&frames=125&camera=secondary", "--skip", "25", "--json", "-o", "/out",
      ])
    var header = Self.header
    header.job = .analyze
    piece.cameras = ["secondary"]
    #expect(
      piece.arguments(header, into: "/out") == [
        "analyze", "--config", "none", "--grid", "phi", "--skip", "25", "--json", "--",
        "file:in/a.avi?first=275&frames=125&camera=secondary",
      ])
  }
}

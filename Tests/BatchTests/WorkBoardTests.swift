import Foundation
import Glibc
import HostResources
import TestSupport
import Testing

@testable import Batch

/// Two and more workers at one real folder.
struct WorkBoardTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func board(_ name: String, shards: Int = 3) throws -> WorkBoard {
    let board = WorkBoard(SharedFolder(folder.path, own: name), shards: shards, worker: name)
    try board.begin([])
    return board
  }

  private func record(_ shard: Int, by worker: String, exit: Int32 = 0, tries: Int = 1, output: String = "o")
    -> ShardRecord
  {
    ShardRecord(
      shard: shard, plan: "p", worker: worker, host: "h", tool: "t", exit: exit, tries: tries, output: output,
      frames: 1,
      seconds: 1, begun: 0, ended: 1)
  }

  /// As if the claim had last been touched so long ago.
  private func age(_ shard: Int, by seconds: Int) throws {
    let path = "\(folder.path)/\(WorkBoard.path(shard, "claim"))"
    var times = [
      timespec(tv_sec: time(nil) - seconds, tv_nsec: 0), timespec(tv_sec: time(nil) - seconds, tv_nsec: 0),
    ]
    try #require(unsafe utimensat(AT_FDCWD, path, &times, 0) == 0)
  }

  @Test func eachShardHasOneClaim() throws {
    let (a, b) = (try board("a"), try board("b"))
    var seen: Set<Int> = []
    for board in [a, b, a] {
      guard case .shard(let shard) = try board.next() else { throw TestFailure("no shard was free") }
      #expect(seen.insert(shard).inserted)
    }
    #expect(try b.next() == .others(3))
    #expect(try !b.claim(0))
  }

  @Test func theFirstToFinishCounts() throws {
    let (a, b) = (try board("a"), try board("b"))
    #expect(try a.claim(1))
    #expect(try a.finish(record(1, by: "a"), sums: Array("sums of a\n".utf8)))
    #expect(try !b.finish(record(1, by: "b"), sums: Array("sums of b\n".utf8)))
    #expect(try b.record(1, "done")?.worker == "a")
    #expect(try b.sums(1) == Array("sums of a\n".utf8))
    #expect(try b.claim(1) == false)
    #expect(try b.isDone(1))
  }

  @Test func aDeadWorkersClaimIsTakenOver() throws {
    let (a, b, c) = (try board("a", shards: 1), try board("b", shards: 1), try board("c", shards: 1))
    #expect(try a.next() == .shard(0))
    #expect(try b.next() == .others(1))
    try age(0, by: 61)
    #expect(try b.next() == .shard(0))
    #expect(try c.next() == .others(1))
    // The one who was thought dead gives back what isn't its own any more: nothing.
    a.release(0)
    #expect(try c.next() == .others(1))
    #expect(try b.finish(record(0, by: "b"), sums: []))
    #expect(try c.next() == .finished)
  }

  @Test func aLivingWorkerKeepsItsClaim() throws {
    let a = try board("a", shards: 1)
    #expect(try a.next() == .shard(0))
    try age(0, by: 61)
    let heart = try Heartbeat(folder.path, every: 0.02)
    defer { heart.end() }
    heart.show(a.signs)
    let path = folder.file(WorkBoard.path(0, "claim"))
    try wait(for: "a sign of life") {
      let modified = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
      return modified.map { Date().timeIntervalSince($0) < 30 } ?? false
    }
    // It stood still, and another has cleared up after it.
    let own = folder.file("workers/a")
    try FileManager.default.removeItem(atPath: own)
    try wait(for: "its name") { FileManager.default.fileExists(atPath: own) }
    #expect(try board("b", shards: 1).next() == .others(1))
  }

  @Test func whatFailedForGoodStaysSo() throws {
    let (a, b) = (try board("a", shards: 1), try board("b", shards: 1))
    #expect(try a.claim(0))
    try a.fail(record(0, by: "a", exit: 65))
    #expect(try b.next() == .finished)
    #expect(try b.next(again: true) == .shard(0))
    try b.fail(record(0, by: "b", exit: 74))
    #expect(try a.next() == .shard(0))
    try a.fail(record(0, by: "a", exit: 75, tries: 5))
    #expect(try b.next() == .finished)
    #expect(try b.next(again: true, passing: [0]) == .finished)
  }

  @Test func aDoneShardCanBeTakenBack() throws {
    let a = try board("a", shards: 1)
    #expect(try a.finish(record(0, by: "a"), sums: []))
    #expect(try a.next() == .finished)
    try board("merge", shards: 1).undo(record(0, by: "a", exit: 74, tries: 0))
    let b = try board("b", shards: 1)
    #expect(try b.next() == .shard(0))
  }

  /// What can lie in a file's place without being one.
  enum Foreign: CaseIterable { case pipe, link, deadLink, folder, fullFolder }

  private func put(_ foreign: Foreign, at path: String) throws {
    try? FileManager.default.removeItem(atPath: path)
    switch foreign {
    case .pipe: try #require(unsafe mkfifo(path, 0o644) == 0)
    case .link: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/etc/passwd")
    case .deadLink: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/none")
    case .folder, .fullFolder:
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      if foreign == .fullFolder { try Data("mine".utf8).write(to: URL(filePath: path + "/letter")) }
    }
  }

  @Test(arguments: Foreign.allCases, ["done", "failed", "claim", "sums", "placed"])
  func whatIsNoFileIsAbsentAndGivesWay(_ foreign: Foreign, _ ending: String) throws {
    let a = try board("a", shards: 1)
    #expect(try a.finish(record(0, by: "a"), sums: []))
    #expect(try a.next() == .finished)
    let path = folder.file(WorkBoard.path(0, ending))
    try put(foreign, at: path)
    // A merge has workers look again.
    if ending == "done" {
      #expect(try a.states(0) == [.free])
      #expect(try a.record(0, "done") == nil)
      #expect(try !a.isDone(0))
      #expect(try a.reopen(0))
      #expect(try !a.reopen(0))
      try put(foreign, at: path)
    } else {
      try FileManager.default.removeItem(atPath: folder.file(WorkBoard.path(0, "done")))
      try a.reopen(0)
    }
    let b = try board("b", shards: 1)
    #expect(try b.next() == .shard(0))
    try b.beginPlacing(0)
    #expect(try b.hasPlaced(0))
    try b.fail(record(0, by: "b", exit: 65))
    #expect(try b.record(0, "failed")?.worker == "b")
    #expect(try b.next(again: true) == .shard(0))
    #expect(try b.finish(record(0, by: "b"), sums: []))
    #expect(try b.record(0, "done")?.worker == "b")
    #expect(try b.next() == .finished)
    // Nobody's things are lost.
    let letters = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
      $0.hasSuffix("letter")
    }
    #expect(letters.isEmpty == (foreign != .fullFolder))
  }

  /// Those who clear a place never take away the file that another has made there meanwhile.
  @Test func clearingKeepsOthersFiles() async throws {
    for round in 0..<100 {
      let name = "\(round).done"
      try put(.pipe, at: folder.file(name))
      let path = folder.path
      let made = try await withThrowingTaskGroup(of: String?.self) { group in
        for worker in ["a", "b", "c", "d"] {
          group.addTask {
            let own = SharedFolder(path, own: worker)
            if worker > "b" { return try own.create(name, Array(worker.utf8)) ? worker : nil }
            _ = try own.clearPlace(name)
            return nil
          }
        }
        return try await group.reduce(into: []) { $0 += [$1].compactMap(\.self) }
      }
      let found = try #require(try SharedFolder(path, own: "e").read(name))
      #expect(made.contains(String(decoding: found, as: UTF8.self)))
    }
    #expect(try FolderHandle(folder.path).names().allSatisfy { !$0.contains("aside") })
  }

  @Test func whatFailedForGoodIsTold() throws {
    let a = try board("a", shards: 2)
    #expect(try a.finish(record(0, by: "a"), sums: []))
    #expect(try a.claim(1))
    try a.fail(record(1, by: "a", exit: 65))
    #expect(try a.next() == .finished)
    #expect(a.givenUp.map(\.shard) == [1])
    // A record that can't be read tells of no try.
    try Data("{}".utf8).write(to: URL(filePath: folder.file(WorkBoard.path(1, "failed"))))
    #expect(try a.next() == .shard(1))
    #expect(a.givenUp.isEmpty)
  }

  @Test func theDeadLeaveNothing() throws {
    let rooms = folder.file("rooms")
    for name in ["a", "dead", "gone", "merge.1.x"] {
      _ = try FolderHandle.creating("\(rooms)/\(name)")
      if name != "gone" { _ = try board(name) }
    }
    var times = [timespec](repeating: timespec(tv_sec: time(nil) - 61, tv_nsec: 0), count: 2)
    for name in ["dead", "merge.1.x"] {
      try #require(unsafe utimensat(AT_FDCWD, folder.file("workers/\(name)"), &times, 0) == 0)
    }
    try board("b").clearUp(rooms)
    #expect(try FolderHandle(rooms).names() == ["a"])
    #expect(try FolderHandle(folder.file("workers")).names().sorted() == ["a", "b"])
  }

  @Test func statesAreRead() throws {
    let a = try board("a", shards: 2500)
    #expect(try a.claim(1999))
    #expect(try a.finish(record(2000, by: "a"), sums: []))
    try a.fail(record(2001, by: "a", exit: 65))
    #expect(try a.states(1).last == .claimed)
    #expect(try a.states(2).prefix(3) == [.done, .failed, .free])
    #expect(try a.states(2).count == 500)
    // What isn't a worker's is no state.
    try Data().write(to: URL(filePath: "\(folder.path)/002/002002.done.w.1"))
    try Data().write(to: URL(filePath: "\(folder.path)/002/notes.txt"))
    #expect(try a.states(2)[2] == .free)
  }
}

@Suite("Numbers in a board's records")
struct ShardRecordTests {
  private static let keys = ["frames", "files", "bytes", "tries", "seconds", "begun", "ended"]
  private static let beyond = ["-1", "\(Int.min)", "\(Int.max)", "1e300", "-1e300", "1e13"]

  @Test("one that can't be makes it no record", arguments: keys, beyond)
  func impossible(key: String, number: String) throws {
    let folder = try TestFolder()
    let text =
      #"{"shard":0,"plan":"p","worker":"w","host":"h","tool":"t","exit":0,"tries":1,"frames":1,"files":1,"bytes":1,"seconds":1,"begun":1,"ended":1}"#
    try FileManager.default.createDirectory(
      atPath: folder.file("000"), withIntermediateDirectories: false)
    let board = WorkBoard(SharedFolder(folder.path, own: "a"), shards: 1, worker: "a")
    try folder.put(text, "000/000000.done")
    #expect(try board.record(0, "done") != nil)
    // A shard may be of terabytes.
    if key == "bytes", number == "1e13" { return }
    try folder.put(text.replacing("\"\(key)\":1", with: "\"\(key)\":\(number)"), "000/000000.done")
    #expect(try board.record(0, "done") == nil)
  }
}

struct TestFailure: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}

import CaptureKit
import Foundation
import Glibc
import HostResources
import Pipeline
import PixelTypes

/// Does shards of a plan, one after the other.
///
/// Each piece is made in a folder of its own under a name that nobody else has, and gets its place in the result by one rename. So
/// a worker may be killed at any moment, and two may do the same: what has its place is whole.
public final class ShardWorker {
  /// Which shards to do.
  public enum Choice: Sendable, Equatable {
    /// The `number`-th of so many equal parts, from 1. Done ones are passed over.
    case part(number: Int, of: Int)
    /// Free ones, until none is left or so many are done.
    case free(atMost: Int?, again: Bool)
  }

  /// What is to be known while it goes on.
  public enum Event: Sendable {
    /// A shard begins: its number, and its pieces.
    case begun(shard: Int, pieces: Int)
    /// A piece of it is done.
    case piece(done: Int, of: Int)
    /// A shard is done.
    case done(ShardRecord)
    /// A shard failed.
    case failed(ShardRecord)
    /// Others do what is left.
    case waiting(shards: Int)
  }

  /// What came of it.
  public struct Report: Codable, Sendable {
    /// Shards that this worker did.
    public var done: [Int] = []
    /// Such that were done before, or by others meanwhile.
    public var passed = 0
    /// Such that failed.
    public var failed: [ShardRecord] = []
    /// Such that had failed before, and that another try won't mend.
    public var givenUp: [ShardRecord] = []
    /// Frames read, and seconds from beginning to end.
    public var frames = 0
    /// From beginning to end.
    public var seconds = 0.0
  }

  private let plan: PlanFile
  private let board: WorkBoard
  private let stop: StopFlag
  private let tool: PlanHeader.Tool
  private let events: (Event) -> Void
  private let worker: String
  private var room: String { "\(plan.rooms)/\(worker)" }
  private var report = Report()
  private var heart: Heartbeat?

  /// - Parameters:
  ///   - plan: what is to be done.
  ///   - version: this program's.
  ///   - takesOtherBuilds: whether a plan of another build will do.
  ///   - patience: seconds without a sign of life after which another worker counts as dead.
  ///   - stop: gives up the piece in work.
  ///   - events: called on the calling thread of ``run(_:)``.
  /// - Throws: ``BatchError/otherTool(reason:)``; ``BatchError/changed(path:reason:)`` if a file of the settings isn't the plan's;
  ///   ``BatchError/file(_:)``.
  public init(
    _ plan: PlanFile, version: String, takesOtherBuilds: Bool = false, patience: Double = 60, stop: StopFlag,
    events: @escaping (Event) -> Void = { _ in }
  ) throws(BatchError) {
    (self.plan, self.stop, self.events) = (plan, stop, events)
    tool = try ThisProgram.tool(version)
    if !takesOtherBuilds, tool != plan.header.tool {
      throw .otherTool(
        reason:
          "\(plan.path) was made by dualcam \(plan.header.tool.version) (\(plan.header.tool.build.prefix(12))), "
          + "and this is \(tool.version) (\(tool.build.prefix(12))); other builds may give other bytes")
    }
    for file in plan.header.files {
      let path = file.path.hasPrefix("/") ? file.path : "\(plan.folderPath)/\(file.path)"
      guard try ThisProgram.digest(ofFile: path) == file.sha256 else {
        throw .changed(path: file.path, reason: "it isn't the file that the plan was made with")
      }
    }
    worker = "\(Self.host)-\(getpid())-\(String(UInt32.random(in: 0 ... .max), radix: 36))"
    let work = "\(plan.result)/\(BoardPaths.folder)"
    do throws(FileError) { _ = try FolderHandle.creating(plan.rooms) } catch { throw .file(error) }
    board = WorkBoard(
      SharedFolder(work, own: worker), shards: plan.footer.shards, worker: worker, host: Self.host,
      patience: patience)
  }

  /// The machine's name, of letters, digits and hyphens.
  private static let host: String = {
    let name = ProcessInfo.processInfo.hostName.prefix { $0 != "." }
    return String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
  }()

  /// Does what was chosen.
  ///
  /// - Returns: what was done, failed shards included.
  /// - Throws: ``BatchError/again(reason:)`` when stopped; ``BatchError/file(_:)`` when the board can't be used.
  public func run(_ choice: Choice) throws(BatchError) -> Report {
    let begun = ContinuousClock.now
    // What can't be merged isn't begun.
    try plan.check()
    let owner = try onBoard { board throws(FileError) in try board.belong(to: plan.footer.id) }
    guard owner == plan.footer.id else {
      throw .otherTool(
        reason:
          "\(plan.result) has the result of another plan (\(owner.prefix(12))); remove it, or plan with another --into"
      )
    }
    do throws(FileError) { try board.begin(Array("\(worker) \(tool.build)\n".utf8)) } catch {
      throw .file(error)
    }
    defer {
      board.end()
      try? FileManager.default.removeItem(atPath: room)
      report.seconds = (ContinuousClock.now - begun) / .seconds(1)
    }
    let heart = try Heartbeat("\(plan.result)/\(BoardPaths.folder)", every: board.patience / 6)
    self.heart = heart
    heart.show(board.signs)
    defer { heart.end() }
    board.clearUp(plan.rooms)
    switch choice {
    case .part(let number, let count):
      let shards = plan.footer.shards
      for shard in (number - 1) * shards / count..<number * shards / count {
        try doPart(shard)
        // The disk is full, or the server away: the next shard would fare no better.
        if report.failed.last?.exit == 74 { break }
      }
    case .free(let most, let again): try doFree(most, again)
    }
    // Of those whose shards were taken over meanwhile.
    board.clearUp(plan.rooms)
    report.seconds = (ContinuousClock.now - begun) / .seconds(1)
    return report
  }

  private func doPart(_ shard: Int) throws(BatchError) {
    let isDone = try onBoard { board throws(FileError) in try board.isDone(shard) }
    if isDone {
      report.passed += 1
      return
    }
    // A scheduler said so: whoever else has it may be dead, and if not, one of the two comes first.
    _ = try onBoard { board throws(FileError) in try board.claim(shard) }
    try doOne(shard)
  }

  private func doFree(_ most: Int?, _ again: Bool) throws(BatchError) {
    var passed: Set<Int> = []
    var pause = 0.25
    while report.done.count < most ?? .max {
      if stop.isStopped { throw .again(reason: "stopped; what was done before stays") }
      switch try onBoard({ board throws(FileError) in try board.next(again: again, passing: passed) }) {
      case .finished:
        report.givenUp = board.givenUp
        return
      case .others(let count):
        events(.waiting(shards: count))
        // Not all at once, and ever more seldom.
        wait(pause * .random(in: 0.5...1))
        pause = min(pause * 2, 30, board.patience / 2)
      case .shard(let shard):
        passed.insert(shard)
        pause = 0.25
        try doOne(shard)
        if report.failed.last?.exit == 74, report.failed.last?.shard == shard { return }
      }
    }
  }

  private func wait(_ seconds: Double) {
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end, !stop.isStopped {
      usleep(50_000)
    }
  }

  private func onBoard<Result>(_ body: (WorkBoard) throws(FileError) -> Result) throws(BatchError) -> Result {
    do throws(FileError) { return try body(board) } catch { throw .file(error) }
  }

  private func doOne(_ number: Int) throws(BatchError) {
    let begun = (WallClock.milliseconds() / 1000, ContinuousClock.now)
    var record = ShardRecord(
      shard: number, plan: plan.footer.id, worker: worker, host: Self.host, tool: tool.build, exit: 0,
      tries: 1,
      frames: 0, seconds: 0, begun: begun.0, ended: 0)
    heart?.show(board.signs)
    defer { heart?.show(board.signs) }
    do throws(BatchError) {
      let shard = try plan.shard(number)
      events(.begun(shard: number, pieces: shard.pieces.count))
      let earlier = try onBoard { board throws(FileError) in try board.record(number, "failed") }
      record.tries = (earlier?.tries ?? 0) + 1
      record.frames = shard.frames
      try beginPlacing(shard)
      var sums: [UInt8] = []
      for (index, piece) in shard.pieces.enumerated() {
        let made = try PieceWork(plan, piece, of: number, board: board, room: room, stop: stop).run()
        sums += made.text
        record.files = (record.files ?? 0) + made.sums.count
        record.bytes = (record.bytes ?? 0) + made.bytes
        events(.piece(done: index + 1, of: shard.pieces.count))
      }
      record.inputs = SHA256.of(Array(shard.pieces.flatMap(\.sha256).joined(separator: "\n").utf8))
      record.output = SHA256.of(sums)
      try PieceWork.settle(plan.result)
      note(&record, begun)
      try finish(record, sums)
    } catch {
      // Being told to stop is no failure.
      if case .again = error {
        board.release(number)
        throw error
      }
      note(&record, begun)
      record.exit = error.exitCode
      record.problem = "\(error)"
      // Even where no file can be written, the claim goes.
      do throws(FileError) { try board.fail(record) } catch { board.release(number) }
      report.failed.append(record)
      events(.failed(record))
    }
  }

  /// Sees that the places of all pieces are free, before the first is taken: later, what lies there is this plan's.
  private func beginPlacing(_ shard: Shard) throws(BatchError) {
    if try onBoard({ board throws(FileError) in try board.hasPlaced(shard.shard) }) { return }
    for piece in shard.pieces {
      let target = "\(plan.result)/\(piece.output)"
      guard FileManager.default.fileExists(atPath: target) else { continue }
      // Another worker may have begun just now.
      if try onBoard({ board throws(FileError) in try board.hasPlaced(shard.shard) }) { return }
      throw .file(
        .cannotCreate(
          path: target, reason: "something is there already, and it isn't this plan's: move it away"))
    }
    try onBoard { board throws(FileError) in try board.beginPlacing(shard.shard) }
  }

  private func note(_ record: inout ShardRecord, _ begun: (Double, ContinuousClock.Instant)) {
    record.ended = WallClock.milliseconds() / 1000
    record.seconds = ((ContinuousClock.now - begun.1) / .milliseconds(1)).rounded() / 1000
  }

  private func finish(_ record: ShardRecord, _ sums: [UInt8]) throws(BatchError) {
    let isFirst = try onBoard { board throws(FileError) in try board.finish(record, sums: sums) }
    guard !isFirst else {
      report.done.append(record.shard)
      report.frames += record.frames
      return events(.done(record))
    }
    report.passed += 1
    let other = try onBoard { board throws(FileError) in try board.record(record.shard, "done") }
    if let other, other.output != record.output {
      throw .differs(
        piece: "shard \(record.shard)", reason: "\(other.worker) made other bytes of it than \(record.worker)"
      )
    }
  }
}

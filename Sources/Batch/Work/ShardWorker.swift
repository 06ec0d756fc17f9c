import Foundation
import Glibc
import HostResources
import PixelTypes
import Synchronization

/// Does shards of a plan, a given number at a time.
///
/// Each piece is made in a separate folder under a unique name, and placed in the result by a single rename. So a worker
/// may be killed at any moment, and two may do the same work: whatever has been placed is complete.
package final class ShardWorker: @unchecked Sendable {
  // SAFETY: everything is constant but what the mutexes hold; a plan is only read, with pread(2) at each reader's own offsets.

  /// One of several equal parts of a plan.
  package struct Part: Sendable, Equatable {
    /// From 1, and the number of parts.
    package var number, count: Int

    /// The whole plan, or a part of it.
    package init(_ number: Int = 1, of count: Int = 1) { (self.number, self.count) = (number, count) }

    func shards(of all: Int) -> Range<Int> { (number - 1) * all / count..<number * all / count }
  }

  /// What is reported while it runs.
  package enum Event: Sendable {
    /// A shard begins: its number, and its pieces.
    case begun(shard: Int, pieces: Int)
    /// A piece of it is done.
    case piece(done: Int, of: Int)
    /// A shard is done.
    case done(ShardRecord)
    /// A shard failed.
    case failed(ShardRecord)
  }

  /// The outcome.
  package struct Report: Codable, Sendable {
    /// Shards done by this worker.
    package var done: [Int] = []
    /// Shards done before, or by others meanwhile.
    package var passed = 0
    /// Shards that failed.
    package var failed: [ShardRecord] = []
    /// Shards that had failed before and that another try can't fix.
    package var givenUp: [ShardRecord] = []
    /// Frames read.
    package var frames = 0
    /// Seconds from beginning to end.
    package var seconds = 0.0
  }

  private struct State {
    var left: Range<Int> = 0..<0
    /// The board's states for the current block.
    var block = -1
    var states: [WorkBoard.State] = []
    var report = Report()
    /// Ends all lanes.
    var fault: BatchError?
  }

  private let plan: PlanFile
  private let stop: StopFlag
  private let tool: PlanHeader.Tool
  private let events: Mutex<@Sendable (Event) -> Void>
  private let state = Mutex(State())
  /// This worker's name, and the folder for what it makes.
  private let name: String
  private var room: String { "\(plan.rooms)/\(name)" }

  /// - Parameters:
  ///   - plan: what is to be done.
  ///   - version: this program's.
  ///   - takesOtherBuilds: whether to accept a plan made by another build.
  ///   - stop: abandons the pieces in progress.
  ///   - events: called for one event at a time, on the threads that do shards.
  /// - Throws: ``BatchError/otherTool(reason:)``; ``BatchError/changed(path:reason:)`` if a file of the settings differs from
  ///   the plan's; ``BatchError/file(_:)``.
  package init(
    _ plan: PlanFile, version: String, takesOtherBuilds: Bool = false, stop: StopFlag,
    events: @escaping @Sendable (Event) -> Void = { _ in }
  ) throws(BatchError) {
    (self.plan, self.stop) = (plan, stop)
    self.events = Mutex(events)
    tool = try ThisProgram.tool(version)
    if !takesOtherBuilds, tool != plan.header.tool {
      throw .otherTool(
        reason:
          "\(plan.path) was made by dualcam \(plan.header.tool.version) (\(plan.header.tool.build.prefix(12))), "
          + "and this is \(tool.version) (\(tool.build.prefix(12))); other builds may make different bytes")
    }
    for file in plan.header.files {
      let path = file.path.hasPrefix("/") ? file.path : "\(plan.folderPath)/\(file.path)"
      guard try ThisProgram.digest(ofFile: path) == file.sha256 else {
        throw .changed(path: file.path, reason: "it isn't the file that the plan was made with")
      }
    }
    name = Rooms.name()
    _ = try BatchError.wrapping { try FolderHandle.creating(plan.rooms) }
  }

  /// Does the shards of a part that aren't done.
  ///
  /// - Parameters:
  ///   - part: of the plan.
  ///   - jobs: how many shards to do at a time.
  ///   - again: whether to retry shards that failed for good.
  /// - Returns: what was done, including failed shards.
  /// - Throws: ``BatchError/again(reason:)`` when stopped; ``BatchError/file(_:)`` when the board can't be used.
  package func run(
    _ part: Part = Part(), jobs: Int = 1, again: Bool = false
  ) throws(BatchError) -> Report {
    let begun = ContinuousClock.now
    // Don't start what can't be merged.
    try plan.check()
    let owner = try BatchError.wrapping { try board(name).belong(to: plan.footer.id) }
    guard owner == plan.footer.id else {
      throw .otherTool(
        reason:
          "\(plan.result) holds the result of another plan (\(owner.prefix(12))); remove it, or plan with another --into"
      )
    }
    Rooms.sweep(plan.rooms, host: Rooms.host)
    let own = try BatchError.wrapping { try Rooms.enter(room) }
    defer { withExtendedLifetime(own) { try? FileManager.default.removeItem(atPath: room) } }
    state.withLock { $0.left = part.shards(of: plan.footer.shards) }
    let lanes = Atomic(0)
    WorkerThread.crew(of: jobs, name: "dualcam-shards") { [self] in
      let lane = "\(name).\(lanes.wrappingAdd(1, ordering: .relaxed).oldValue)"
      do throws(BatchError) {
        while let shard = try next(again, on: lane) { try doOne(shard, on: lane) }
      } catch {
        state.withLock { $0.fault = $0.fault ?? error }
      }
    }
    if let fault = state.withLock({ $0.fault }) { throw fault }
    return state.withLock { state in
      state.report.done.sort()
      state.report.seconds = (ContinuousClock.now - begun) / .seconds(1)
      return state.report
    }
  }

  /// The next shard that isn't done.
  private func next(_ again: Bool, on lane: String) throws(BatchError) -> Int? {
    if stop.isStopped { throw .again(reason: "stopped; what was done stays done") }
    return try state.withLock { state throws(BatchError) in
      // After a full disk, or if the server is gone, the next shard would do no better.
      while let shard = state.left.first, state.fault == nil,
        !state.report.failed.contains(where: { $0.exit == 74 })
      {
        state.left.removeFirst()
        let block = shard / WorkBoard.blockSize
        if block != state.block {
          state.states = try BatchError.wrapping { try board(lane).states(block) }
          state.block = block
        }
        switch state.states[shard % WorkBoard.blockSize] {
        case .open: break
        case .done:
          state.report.passed += 1
          continue
        case .failed:
          // An unreadable record is no evidence of a try.
          let record = try BatchError.wrapping { try board(lane).record(shard, "failed") }
          if let record, !again, !record.isWorthAnother(on: Rooms.host) {
            state.report.givenUp.append(record)
            continue
          }
        }
        return shard
      }
      return nil
    }
  }

  private func board(_ lane: String) -> WorkBoard {
    WorkBoard(SharedFolder("\(plan.result)/\(BoardPaths.folder)", own: lane), shards: plan.footer.shards)
  }

  private func tell(_ event: Event) { events.withLock { $0(event) } }

  // MARK: - A shard

  private func doOne(_ number: Int, on lane: String) throws(BatchError) {
    // Another worker may have done it since its block was read.
    if try BatchError.wrapping({ try board(lane).isDone(number) }) {
      return state.withLock { $0.report.passed += 1 }
    }
    let begun = (WallClock.milliseconds() / 1000, ContinuousClock.now)
    var record = ShardRecord(
      shard: number, plan: plan.footer.id, worker: name, host: Rooms.host, tool: tool.build, exit: 0,
      tries: 1, frames: 0, seconds: 0, begun: begun.0, ended: 0)
    do throws(BatchError) {
      let shard = try plan.shard(number)
      tell(.begun(shard: number, pieces: shard.pieces.count))
      let earlier = try BatchError.wrapping { try board(lane).record(number, "failed") }
      record.tries = (earlier?.tries ?? 0) + 1
      record.frames = shard.frames
      let sums = try make(shard, on: lane, &record)
      note(&record, begun)
      try finish(record, sums, on: lane)
    } catch {
      // Being stopped isn't a failure.
      if case .again = error { throw error }
      note(&record, begun)
      record.exit = error.exitCode
      record.problem = "\(error)"
      // If no file can be written, this worker's report says so.
      try? board(lane).fail(record)
      state.withLock { $0.report.failed.append(record) }
      tell(.failed(record))
    }
  }

  /// Makes and places all pieces.
  ///
  /// - Returns: the lines of `.sums`.
  private func make(
    _ shard: Shard, on lane: String, _ record: inout ShardRecord
  ) throws(BatchError) -> [UInt8] {
    try beginPlacing(shard, on: lane)
    var sums: [UInt8] = []
    for (index, piece) in shard.pieces.enumerated() {
      let made = try PieceWork(plan, piece, room: "\(room)/\(lane)", stop: stop).run {
        try board(lane).isDone(shard.shard)
      }
      sums += made.text
      record.files = (record.files ?? 0) + made.sums.count
      record.bytes = (record.bytes ?? 0) + made.bytes
      tell(.piece(done: index + 1, of: shard.pieces.count))
    }
    record.inputs = SHA256.of(Array(shard.pieces.flatMap(\.sha256).joined(separator: "\n").utf8))
    record.output = SHA256.of(sums)
    try PieceWork.settle(plan.result)
    return sums
  }

  /// Checks that the places of all pieces are free before the first is placed: later, what is there is this plan's.
  private func beginPlacing(_ shard: Shard, on lane: String) throws(BatchError) {
    func hasBegun() throws(BatchError) -> Bool {
      try BatchError.wrapping { try board(lane).hasPlaced(shard.shard) }
    }
    if try hasBegun() { return }
    for piece in shard.pieces {
      let target = "\(plan.result)/\(piece.output)"
      guard NameText.isTaken(target) else { continue }
      // Another worker may just have begun.
      if try hasBegun() { return }
      throw .file(
        .cannotCreate(
          path: target, reason: "something that isn't this plan's is already there; move it away"))
    }
    try BatchError.wrapping { try board(lane).beginPlacing(shard.shard) }
  }

  private func note(_ record: inout ShardRecord, _ begun: (Double, ContinuousClock.Instant)) {
    record.ended = WallClock.milliseconds() / 1000
    record.seconds = ((ContinuousClock.now - begun.1) / .milliseconds(1)).rounded() / 1000
  }

  private func finish(_ record: ShardRecord, _ sums: [UInt8], on lane: String) throws(BatchError) {
    let isFirst = try BatchError.wrapping { try board(lane).finish(record, sums: sums) }
    state.withLock { state in
      if isFirst {
        state.report.done.append(record.shard)
        state.report.frames += record.frames
      } else {
        state.report.passed += 1
      }
    }
    if isFirst { return tell(.done(record)) }
    let other = try BatchError.wrapping { try board(lane).record(record.shard, "done") }
    if let other, other.output != record.output {
      throw .differs(
        piece: "shard \(record.shard)", reason: "\(other.worker) and \(record.worker) made different bytes"
      )
    }
  }
}

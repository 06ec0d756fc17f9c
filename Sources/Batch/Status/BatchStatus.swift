import Foundation
import Glibc
import HostResources
import PixelTypes

/// How far a plan is: counted from the names of the board's files, and from the records of some shards.
package struct BatchStatus: Codable, Sendable {
  /// A worker of those whose records were read.
  package struct Worker: Codable, Sendable, Equatable {
    /// Its name.
    package var name: String
    /// Shards that it did.
    package var done: Int
    /// Its frames a second while it worked on them.
    package var framesPerSecond: Double
  }

  /// A shard that failed.
  package struct Failure: Codable, Sendable, Equatable {
    /// Its number.
    package var shard: Int
    /// As its worker ended.
    package var exit: Int32
    /// Whether another try may go better.
    package var isWorthAnother: Bool
    /// In words.
    package var problem: String
  }

  /// Some consecutive shards.
  package struct Stretch: Codable, Sendable, Equatable {
    /// How many of its shards are so.
    package var shards = 0, done = 0, failed = 0
  }

  /// The plan and the result's folder.
  package var plan, result: String
  /// All shards: each is one of the next three.
  package var shards: Int
  /// Shards that are done.
  package var done = 0
  /// Shards that failed.
  package var failed = 0
  /// All others: nobody says who has begun one.
  package var open = 0
  /// Frames in done shards, by the plan's share.
  package var frames = 0
  /// Frames a second of all workers together, while the last shards were done; `nil` before any was.
  package var framesPerSecond: Double?
  /// Seconds until all is done, if it goes on as it went last.
  package var secondsLeft: Double?
  /// By name.
  package var workers: [Worker] = []
  /// The first hundred.
  package var failures: [Failure] = []
  /// Records of done shards that were read: all, or about ``mostRecords`` spread over the plan.
  package var records: [ShardRecord] = []
  /// The share of each stretch of the plan that is done or failed: at most ``mostStretches``.
  package var stretches: [Stretch] = []

  /// How many records are read at most.
  package static let mostRecords = 4000
  /// How many stretches there are at most.
  package static let mostStretches = 500
  /// How many of the last shards tell how fast it goes.
  private static let mostLast = 50

  /// Looks at the board.
  ///
  /// - Throws: ``BatchError/file(_:)``.
  package init(_ plan: PlanFile) throws(BatchError) {
    self.plan = plan.path
    result = plan.result
    shards = plan.footer.shards
    let folder = SharedFolder("\(plan.result)/\(BoardPaths.folder)", own: "status.\(Rooms.name())")
    do throws(FileError) { try count(WorkBoard(folder, shards: shards)) } catch { throw .file(error) }
    frames = shards > 0 ? Int(Double(plan.footer.frames) * Double(done) / Double(shards)) : 0
    for (name, own) in Dictionary(grouping: records, by: \.worker).sorted(by: { $0.key < $1.key }) {
      workers.append(
        Worker(
          name: PlainText.value(name), done: own.count,
          framesPerSecond: Self.rate(own, over: own.reduce(0) { $0 + $1.seconds }) ?? 0))
    }
    let last = records.sorted { $0.ended < $1.ended }.suffix(Self.mostLast)
    if let first = last.map(\.begun).min(), let end = last.last?.ended {
      // Of about every so manieth shard the record was read.
      let share = Double(done) / Double(records.count)
      framesPerSecond = Self.rate(last, over: end - first).map { $0 * share }
    }
    if done == shards { secondsLeft = 0 }
    if done < shards, let framesPerSecond, framesPerSecond > 0 {
      secondsLeft = Double(plan.footer.frames - frames) / framesPerSecond
    }
  }

  /// Frames a second; their times are milliseconds.
  private static func rate(_ records: some Collection<ShardRecord>, over seconds: Double) -> Double? {
    seconds >= 1e-3 ? Double(records.reduce(0) { $0 + $1.frames }) / seconds : nil
  }

  private mutating func count(_ board: WorkBoard) throws(FileError) {
    let step = max(1, shards / Self.mostRecords)
    let length = max(1, (shards + Self.mostStretches - 1) / Self.mostStretches)
    stretches = Array(repeating: Stretch(), count: (shards + length - 1) / length)
    for block in 0..<(shards + WorkBoard.blockSize - 1) / WorkBoard.blockSize {
      for (offset, state) in try board.states(block).enumerated() {
        let shard = block * WorkBoard.blockSize + offset
        stretches[shard / length].shards += 1
        switch state {
        case .open: open += 1
        case .done:
          done += 1
          stretches[shard / length].done += 1
          if shard % step == 0, let record = try board.record(shard, "done") { records.append(record) }
        case .failed:
          failed += 1
          stretches[shard / length].failed += 1
          guard failures.count < 100, let record = try board.record(shard, "failed") else { continue }
          failures.append(
            Failure(
              shard: shard, exit: record.exit, isWorthAnother: record.isWorthAnother,
              problem: PlainText.value(record.problem ?? "unknown", atMost: PlainText.longestReason)))
        }
      }
    }
  }
}

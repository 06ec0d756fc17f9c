import Foundation
import Glibc
import HostResources
import PixelTypes

/// A plan's progress: counted from the names of the board's files, and from the records of some shards.
package struct BatchStatus: Codable, Sendable {
  /// A worker whose records were read.
  package struct Worker: Codable, Sendable, Equatable {
    /// Its name.
    package var name: String
    /// Shards it did.
    package var done: Int
    /// Its frames a second while working on them.
    package var framesPerSecond: Double
  }

  /// A shard that failed.
  package struct Failure: Codable, Sendable, Equatable {
    /// Its number.
    package var shard: Int
    /// Its worker's exit code.
    package var exit: Int32
    /// Whether another try may succeed.
    package var isWorthAnother: Bool
    /// In words.
    package var problem: String
  }

  /// Some consecutive shards.
  package struct Stretch: Codable, Sendable, Equatable {
    /// The number of shards, and of those done and failed.
    package var shards = 0, done = 0, failed = 0
  }

  /// The plan and the result's folder.
  package var plan, result: String
  /// All shards: the sum of the next three.
  package var shards: Int
  /// Shards that are done.
  package var done = 0
  /// Shards that failed.
  package var failed = 0
  /// All others; shards in progress aren't recorded.
  package var open = 0
  /// Frames in done shards, estimated from their share of the plan.
  package var frames = 0
  /// Frames a second of all workers together, over the last done shards; `nil` before any was done.
  package var framesPerSecond: Double?
  /// Seconds until all is done, at the latest rate.
  package var secondsLeft: Double?
  /// The workers, by name.
  package var workers: [Worker] = []
  /// The first hundred failures.
  package var failures: [Failure] = []
  /// Records of done shards that were read: all, or about ``mostRecords`` spread over the plan.
  package var records: [ShardRecord] = []
  /// How much of each stretch of the plan is done or failed: at most ``mostStretches``.
  package var stretches: [Stretch] = []

  /// The most records read.
  package static let mostRecords = 4000
  /// The most stretches.
  package static let mostStretches = 500
  /// How many of the last shards determine the rate.
  private static let mostLast = 50

  /// Reads the board.
  ///
  /// - Throws: ``BatchError/file(_:)``.
  package init(_ plan: PlanFile) throws(BatchError) {
    self.plan = plan.path
    result = plan.result
    shards = plan.footer.shards
    let folder = SharedFolder("\(plan.result)/\(BoardPaths.folder)", own: "status.\(Rooms.name())")
    try BatchError.wrapping { try count(WorkBoard(folder, shards: shards)) }
    frames = shards > 0 ? Int(Double(plan.footer.frames) * Double(done) / Double(shards)) : 0
    for (name, own) in Dictionary(grouping: records, by: \.worker).sorted(by: { $0.key < $1.key }) {
      workers.append(
        Worker(
          name: PlainText.value(name), done: own.count,
          framesPerSecond: Self.rate(own, over: own.reduce(0) { $0 + $1.seconds }) ?? 0))
    }
    let last = records.sorted { $0.ended < $1.ended }.suffix(Self.mostLast)
    if let first = last.map(\.begun).min(), let end = last.last?.ended {
      // Each record read stands for about this many done shards.
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

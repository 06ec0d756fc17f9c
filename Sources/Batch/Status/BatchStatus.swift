import Foundation
import Glibc
import HostResources
import PixelTypes

/// How far a plan is: counted from the names of the board's files, and from the records of some shards.
public struct BatchStatus: Codable, Sendable {
  /// A worker that signed up.
  public struct Worker: Codable, Sendable, Equatable {
    /// Its name.
    public var name: String
    /// Seconds since its last sign of life.
    public var age: Double
    /// Whether it counts as dead.
    public var isLost: Bool
    /// Shards that it did, of those whose records were read.
    public var done: Int
    /// Its frames a second while it worked on them.
    public var framesPerSecond: Double
  }

  /// A shard that failed.
  public struct Failure: Codable, Sendable, Equatable {
    /// Its number.
    public var shard: Int
    /// As its worker ended.
    public var exit: Int32
    /// Whether another try may go better.
    public var isWorthAnother: Bool
    /// In words.
    public var problem: String
  }

  /// The plan and the result's folder.
  public var plan, result: String
  /// All shards: each is one of the next five.
  public var shards: Int
  /// Shards that are done.
  public var done: Int
  /// Shards that a living worker has.
  public var running: Int
  /// Shards whose worker shows no sign of life.
  public var lost: Int
  /// Shards that failed and that no worker has.
  public var failed: Int
  /// Shards that nobody has had.
  public var free: Int
  /// Frames in done shards, by the plan's share.
  public var frames: Int
  /// Frames a second of all workers together, from the first to the last that ended; `nil` before any did.
  public var framesPerSecond: Double?
  /// Seconds until all is done with as many workers as now; `nil` if none works.
  public var secondsLeft: Double?
  /// Those that are alive, those that are lost with a shard, and those that did something.
  public var workers: [Worker]
  /// The first hundred.
  public var failures: [Failure]
  /// Records of done shards that were read: all, or about ``mostRecords`` spread over the plan.
  public var records: [ShardRecord]
  /// The share of each stretch of the plan that is done, running, failed or lost: at most ``mostStretches``.
  public var stretches: [Stretch]

  /// Some consecutive shards.
  public struct Stretch: Codable, Sendable, Equatable {
    /// How many of its shards are so.
    public var shards = 0, done = 0, running = 0, failed = 0, lost = 0
  }

  /// How many records are read at most.
  public static let mostRecords = 4000
  /// How many stretches there are at most.
  public static let mostStretches = 500

  /// Looks at the board.
  ///
  /// - Parameters:
  ///   - plan: what is to be done.
  ///   - patience: seconds without a sign of life after which a worker counts as dead.
  /// - Throws: ``BatchError/file(_:)``.
  public init(_ plan: PlanFile, patience: Double = 60) throws(BatchError) {
    self.plan = plan.path
    (result, shards) = (plan.result, plan.footer.shards)
    (done, running, lost, failed, free, frames) = (0, 0, 0, 0, 0, 0)
    (workers, failures, records, stretches) = ([], [], [], [])
    let own = "status.\(getpid()).\(String(UInt32.random(in: 0 ... .max), radix: 36))"
    let folder = SharedFolder("\(plan.result)/\(BoardPaths.folder)", own: own)
    let board = WorkBoard(folder, shards: shards, worker: own, patience: patience)
    guard (try? FolderHandle(folder.path)) != nil else {
      free = shards
      return
    }
    // The server's clock: a file that is touched tells it. Who may only look takes this machine's.
    var now = WallClock.milliseconds() / 1000
    if (try? board.begin([])) != nil, let there = try? board.now() { now = there }
    defer { board.end() }
    do throws(FileError) {
      let holders = try count(board, at: now)
      // Whoever merges or looks has a dot in the name.
      let present = try board.workers(at: now).filter {
        !$0.name.contains(".") && ($0.age <= patience || holders.contains($0.name))
      }
      gather(present, patience, plan)
    } catch { throw .file(error) }
  }

  /// - Returns: the workers whose claims are lost.
  private mutating func count(_ board: WorkBoard, at now: Double) throws(FileError) -> Set<String> {
    var holders: Set<String> = []
    let step = max(1, shards / Self.mostRecords)
    let length = max(1, (shards + Self.mostStretches - 1) / Self.mostStretches)
    stretches = Array(repeating: Stretch(), count: (shards + length - 1) / length)
    for block in 0..<(shards + WorkBoard.blockSize - 1) / WorkBoard.blockSize {
      for (offset, state) in try board.states(block).enumerated() {
        let shard = block * WorkBoard.blockSize + offset
        stretches[shard / length].shards += 1
        switch state {
        case .free: free += 1
        case .done:
          done += 1
          stretches[shard / length].done += 1
          if shard % step == 0, let record = try board.record(shard, "done") { records.append(record) }
        case .claimed:
          if let claim = try board.claim(shard, at: now), claim.age > board.patience {
            lost += 1
            holders.insert(claim.worker)
            stretches[shard / length].lost += 1
          } else {
            running += 1
            stretches[shard / length].running += 1
          }
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
    return holders
  }

  private mutating func gather(
    _ present: [(name: String, age: Double)], _ patience: Double, _ plan: PlanFile
  ) {
    frames = shards > 0 ? Int(Double(plan.footer.frames) * Double(done) / Double(shards)) : 0
    let byWorker = Dictionary(grouping: records, by: \.worker)
    let ages = Dictionary(present.map { ($0.name, $0.age) }, uniquingKeysWith: min)
    for name in Set(byWorker.keys).union(ages.keys).sorted() {
      let own = byWorker[name] ?? []
      let seconds = own.reduce(0) { $0 + $1.seconds }
      let age = ages[name]
      workers.append(
        Worker(
          name: PlainText.value(name), age: age ?? -1, isLost: age.map { $0 > patience } ?? false,
          done: own.count,
          framesPerSecond: seconds > 0 ? Double(own.reduce(0) { $0 + $1.frames }) / seconds : 0))
    }
    // Their times are milliseconds.
    if let first = records.map(\.begun).min(), let last = records.map(\.ended).max(), last - first >= 1e-3 {
      framesPerSecond = Double(frames) / (last - first)
    }
    // What shards took against the estimate, for as many workers as are alive.
    let living = present.count { $0.age <= patience }
    let took = records.reduce(0) { $0 + $1.seconds }
    guard living > 0, !records.isEmpty, shards > done else {
      if shards == done { secondsLeft = 0 }
      return
    }
    secondsLeft = took / Double(records.count) * Double(shards - done) / Double(living)
  }
}

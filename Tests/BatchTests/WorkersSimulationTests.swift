import Foundation
import HostResources
import Synchronization
import Testing

@testable import Batch

/// Many workers at one board, on a server in memory with delays; the board's code is the real one.
///
/// `DUALCAM_ARCHIVE_SIMULATION=workers,shards,seconds` runs one of that size and prints what it came to.
@Suite(.serialized) struct WorkersSimulationTests {
  struct Outcome {
    var seconds = 0.0
    var calls = 0
    var busy = 0.0
    var done = 0
    /// Shards that were done although another had done them.
    var twice = 0
    var deaths = 0
    var ideal = 0.0

    var text: String {
      let perShard = Double(calls) / Double(max(1, done))
      return String(
        format:
          "%d shards in %.0f s, ideal %.0f; %.1f calls a shard, server busy %.1f %%, %d twice, %d deaths",
        done, seconds,
        ideal, perShard, 100 * busy / max(seconds, 1e-9), twice, deaths)
    }
  }

  /// - Parameters:
  ///   - seconds: a shard takes, between half and half again.
  ///   - mortality: how likely a worker dies in a shard; another begins in its place later.
  static func simulate(workers: Int, shards: Int, seconds: Double, mortality: Double) -> Outcome {
    let time = VirtualTime(threads: workers)
    // A server in the same room: a millisecond there and back, 20,000 calls a second, half a million names a second.
    let server = SimulatedServer(time, way: 0.001, call: 0.00005, name: 0.000002)
    let outcome = Mutex(Outcome())
    for id in 0..<workers {
      let thread = Thread {
        time.enter(id)
        work(id, time, server, shards, seconds, mortality, outcome)
        time.leave()
      }
      thread.stackSize = 256 << 10
      thread.start()
    }
    time.run()
    return outcome.withLock { outcome in
      outcome.seconds = time.now
      (outcome.calls, outcome.busy) = (server.calls, server.busy)
      outcome.ideal = Double(shards) * seconds / Double(workers)
      return outcome
    }
  }

  private static func work(
    _ id: Int, _ time: VirtualTime, _ server: SimulatedServer, _ shards: Int, _ seconds: Double,
    _ mortality: Double,
    _ outcome: borrowing Mutex<Outcome>
  ) {
    var random = SystemRandomNumberGenerator()
    var life = 0
    lives: while true {
      life += 1
      let folder = SimulatedFolder(server, id)
      let board = WorkBoard(folder, shards: shards, worker: "w\(id)-\(life)")
      func beat() { for sign in board.signs { _ = try? folder.touch(sign) } }
      try? board.begin([])
      var pause = 0.25
      while let next = try? board.next() {
        switch next {
        case .finished: break lives
        case .others:
          time.sleep(id, until: time.now + pause * .random(in: 0.5...1))
          pause = min(pause * 2, 30)
          beat()
        case .shard(let shard):
          pause = 0.25
          let end = time.now + seconds * .random(in: 0.5...1.5)
          let isLast = Double.random(in: 0..<1, using: &random) < mortality
          while time.now < end {
            time.sleep(id, until: min(end, time.now + 10))
            beat()
          }
          if isLast {
            outcome.withLock { $0.deaths += 1 }
            time.sleep(id, until: time.now + 20)
            continue lives
          }
          let record = ShardRecord(
            shard: shard, plan: "p", worker: board.worker, host: "h", tool: "t", exit: 0, tries: 1, frames: 1,
            seconds: seconds, begun: 0, ended: time.now)
          let isFirst = (try? board.finish(record, sums: [])) ?? false
          outcome.withLock { if isFirst { $0.done += 1 } else { $0.twice += 1 } }
        }
      }
    }
  }

  @Test(arguments: [(40, 2500, 20.0, 0.02), (300, 1200, 5.0, 0.0), (8, 60, 100.0, 0.3)])
  func everyShardIsDoneOnce(workers: Int, shards: Int, seconds: Double, mortality: Double) {
    let outcome = Self.simulate(workers: workers, shards: shards, seconds: seconds, mortality: mortality)
    #expect(outcome.done == shards)
    #expect(mortality == 0 || outcome.deaths > 0)
    // Nobody was dead who didn't say so: no work was done twice.
    #expect(outcome.twice == 0, "\(outcome.text)")
    #expect(outcome.busy < outcome.seconds, "\(outcome.text)")
    if mortality == 0 { #expect(outcome.seconds < 1.5 * outcome.ideal + 40, "\(outcome.text)") }
  }

  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["DUALCAM_ARCHIVE_SIMULATION"] != nil, "it measures, for minutes"
    ))
  func large() throws {
    let text = try #require(ProcessInfo.processInfo.environment["DUALCAM_ARCHIVE_SIMULATION"])
    let numbers = text.split(separator: ",").compactMap { Double($0) }
    let outcome = Self.simulate(
      workers: Int(numbers[0]), shards: Int(numbers[1]), seconds: numbers[2], mortality: 0.001)
    print("\(Int(numbers[0])) workers: \(outcome.text)")
    #expect(outcome.done == Int(numbers[1]))
  }
}

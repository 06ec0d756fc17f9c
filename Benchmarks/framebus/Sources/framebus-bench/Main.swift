import CPeers
import Foundation

/// One line of the table: a thing measured in every round.
struct Line: Codable {
  var what: String
  var unit: String
  var pinned: Bool
  var median: Double
  var lowest: Double
  var highest: Double

  init(_ what: String, unit: String, pinned: Bool, _ rounds: [Double]) {
    let sorted = rounds.sorted()
    self.what = what
    self.unit = unit
    self.pinned = pinned
    median = sorted[sorted.count / 2]
    lowest = sorted[0]
    highest = sorted[sorted.count - 1]
  }

  static let heading = String(repeating: " ", count: 52) + "   median    lowest   highest"

  var text: String {
    func number(_ value: Double) -> String {
      let text = String(format: "%.2f", value)
      return String(repeating: " ", count: max(0, 9 - text.count)) + text
    }
    let name = what + (pinned ? ", pinned" : "")
    return name.padding(toLength: 52, withPad: " ", startingAt: 0)
      + "\(number(median)) \(number(lowest)) \(number(highest))  \(unit)"
  }
}

/// `framebus-bench [--json] [--rounds N]`
@main
enum Main {
  static func main() {
    var arguments = CommandLine.arguments.dropFirst()
    var json = false
    var rounds = 7
    while let argument = arguments.popFirst() {
      switch argument {
      case "--json": json = true
      case "--rounds": rounds = max(1, arguments.popFirst().flatMap { Int($0) } ?? rounds)
      default:
        FileHandle.standardError.write(Data("usage: framebus-bench [--json] [--rounds N]\n".utf8))
        exit(64)
      }
    }

    var lines: [Line] = []
    // Lines appear as they are known: on a busy machine the whole takes a while.
    func add(_ more: [Line]) {
      lines += more
      if json { return }
      let text = more.map { $0.text + "\n" }.joined()
      FileHandle.standardOutput.write(Data(text.utf8))
    }
    if !json { FileHandle.standardOutput.write(Data((Line.heading + "\n").utf8)) }
    for pinned in [false, true] {
      for capacity in [8, 1024] { add(handOffs(capacity: capacity, pinned: pinned, rounds: rounds)) }
      add(wakeUps(pinned: pinned, rounds: rounds))
    }
    if json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      if let data = try? encoder.encode(lines) { FileHandle.standardOutput.write(data + Data("\n".utf8)) }
    }
  }

  /// Alternates the candidates within each round, so that a noisy moment hits them alike.
  static func handOffs(capacity: Int, pinned: Bool, rounds: Int) -> [Line] {
    // Small, as a pair of spinning threads crawls where other programs take the cores.
    let count = 50_000 * max(1, min(capacity, 512) / 16)
    let candidates: [(String, () -> Int64?)] = [
      ("boost spsc_queue<int>", { peers_boost_spsc(Int32(capacity), UInt64(count), pinned) }),
      (
        "ring",
        { HandOffs.ring(capacity: capacity, allowsStealing: false, count: count, pinned: pinned) }
      ),
      (
        "ring, stealing allowed",
        { HandOffs.ring(capacity: capacity, allowsStealing: true, count: count, pinned: pinned) }
      ),
      ("bus, lease round trip", { HandOffs.bus(capacity: capacity, count: count, pinned: pinned) }),
    ]
    var rates = candidates.map { _ in [Double]() }
    for round in 0..<rounds {
      for step in candidates.indices {
        let which = (step + round) % candidates.count
        guard let nanoseconds = candidates[which].1(), nanoseconds > 0 else {
          FileHandle.standardError.write(Data("\(candidates[which].0): wrong sum\n".utf8))
          exit(70)
        }
        rates[which].append(Double(count) / Double(nanoseconds) * 1e3)
      }
    }
    return candidates.indices.map {
      Line("\(candidates[$0].0), capacity \(capacity)", unit: "M hand-offs/s", pinned: pinned, rates[$0])
    }
  }

  static func wakeUps(pinned: Bool, rounds: Int) -> [Line] {
    let (count, gap) = (200, Int32(200))
    let candidates: [(String, () -> [Int64])] = [
      (
        "condition_variable",
        {
          unsafe WakeUps.peer(
            peers_wake_condition_variable, count: count, gapMicroseconds: gap, pinned: pinned)
        }
      ),
      (
        "eventfd",
        { unsafe WakeUps.peer(peers_wake_eventfd, count: count, gapMicroseconds: gap, pinned: pinned) }
      ),
      ("doorbell", { WakeUps.doorbell(count: count, gapMicroseconds: gap, pinned: pinned) }),
    ]
    var p50 = candidates.map { _ in [Double]() }
    var p99 = p50
    for round in 0..<rounds {
      for step in candidates.indices {
        let which = (step + round) % candidates.count
        let delays = candidates[which].1().sorted()
        p50[which].append(Double(delays[count / 2]) / 1e3)
        p99[which].append(Double(delays[count * 99 / 100]) / 1e3)
      }
    }
    return candidates.indices.flatMap {
      [
        Line("wake-up p50, \(candidates[$0].0)", unit: "us", pinned: pinned, p50[$0]),
        Line("wake-up p99, \(candidates[$0].0)", unit: "us", pinned: pinned, p99[$0]),
      ]
    }
  }
}

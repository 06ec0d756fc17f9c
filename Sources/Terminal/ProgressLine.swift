import HostResources
import Synchronization

/// A bar with a count, a rate and the time left, for work that takes more than a moment. Terminals
/// only; drawn at most ten times a second.
package final class ProgressLine: Sendable {
  private let label: String
  private let start = ContinuousClock.now
  private let lastDrawn = Mutex<ContinuousClock.Instant?>(nil)

  package init(_ label: String) { self.label = label }

  /// May be called from any thread.
  package func update(_ done: Int, of total: Int) {
    let now = ContinuousClock.now
    let isDue = lastDrawn.withLock { last in
      if let last, now - last < .milliseconds(100) { return false }
      last = now
      return true
    }
    // Nothing for short work.
    guard isDue, now - start > .milliseconds(400) else { return }
    Console.status(Self.line(label, done: done, total: total, seconds: (now - start) / .seconds(1)))
  }

  package static func line(_ label: String, done: Int, total: Int, seconds: Double) -> FittedLine {
    let share = total > 0 ? min(1, Double(done) / Double(total)) : 0
    let rate = seconds > 0 ? Double(done) / seconds : 0
    var parts = [
      FittedLine.Part(label, rank: 2, least: 8), FittedLine.Part(cells(share), rank: 4, gap: " "),
      FittedLine.Part("\(done)/\(total)", gap: " "), FittedLine.Part("\(Format.fixed(rate, 1))/s", rank: 3),
    ]
    if share > 0.01 || done >= 100 {
      parts.append(FittedLine.Part("\(Format.duration(seconds / share - seconds)) left", rank: 1))
    }
    return FittedLine(parts)
  }

  /// 24 cells, filled by a share.
  package static func cells(_ share: Double) -> String {
    let count = 24
    let full = Int((min(max(share, 0), 1) * Double(count)).rounded())
    return String(repeating: "█", count: full) + String(repeating: "░", count: count - full)
  }
}

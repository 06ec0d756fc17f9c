/// Limits repeated messages: a camera that comes and goes all night must not fill the disk.
///
/// Messages that differ only in numbers count as the same. Times are durations since some fixed moment.
package struct RepeatLimiter {
  /// How many identical messages to write per ``interval``.
  package static let most = 5
  package static let interval = Duration.seconds(60)
  // How many different messages to count separately; any more share one count.
  package static let largestTable = 256

  private struct Entry {
    var start: Duration
    var told = 0
    var held = 0
    var last: LogLine
  }

  private var entries: [String: Entry] = [:]

  /// Whether to write a message; if not, it is counted.
  package mutating func admits(_ line: LogLine, at now: Duration) -> Bool {
    // The user asked for details.
    guard line.level >= .notice else { return true }
    let own = Self.key(line)
    let key = entries.count < Self.largestTable || entries[own] != nil ? own : ""
    var entry = entries[key] ?? Entry(start: now, last: line)
    let isTold = entry.told < Self.most
    if isTold { entry.told += 1 } else { entry.held += 1 }
    entry.last = line
    entries[key] = entry
    return isTold
  }

  /// Summaries of held-back messages whose interval is over, or of all.
  package mutating func summaries(at now: Duration, isEnd: Bool = false) -> [LogLine] {
    var lines: [LogLine] = []
    for (key, entry) in entries where isEnd || now - entry.start >= Self.interval {
      entries[key] = nil
      guard entry.held > 0 else { continue }
      var line = entry.last
      line.message += " … and \(entry.held) more like it"
      line.metadata["repeated"] = "\(entry.held)"
      lines.append(line)
    }
    return lines.sorted { $0.message < $1.message }
  }

  package var hasHeld: Bool { entries.values.contains { $0.held > 0 } }

  private static func key(_ line: LogLine) -> String {
    var key = "\(line.level) "
    var wasDigit = false
    for character in line.message.prefix(400) {
      let isDigit = character.isNumber
      if !isDigit { key.append(character) } else if !wasDigit { key.append("#") }
      wasDigit = isDigit
    }
    return key
  }
}

import Logging

/// Lets messages that say the same through only so often: a camera that comes and goes for a night must not fill the
/// disk with it.
///
/// Messages are the same when they differ in numbers alone. Times are durations since any one moment.
struct RepeatLimiter {
  /// How many of the same are told in one ``interval``.
  static let most = 5
  static let interval = Duration.seconds(60)
  // Different messages that are counted apart; more are a flood of their own.
  static let largestTable = 256

  private struct Entry {
    var start: Duration
    var told = 0
    var held = 0
    var last: LogLine
  }

  private var entries: [String: Entry] = [:]

  /// Whether to tell a message; if not, it is counted.
  mutating func admits(_ line: LogLine, at now: Duration) -> Bool {
    // What is at the level of details was asked for.
    guard line.level >= .notice else { return true }
    let key =
      entries.count < Self.largestTable
      ? Self.key(line) : entries[Self.key(line)] == nil ? "" : Self.key(line)
    var entry = entries[key] ?? Entry(start: now, last: line)
    let isTold = entry.told < Self.most
    if isTold { entry.told += 1 } else { entry.held += 1 }
    entry.last = line
    entries[key] = entry
    return isTold
  }

  /// What to say about messages whose interval is over, or about all that were held back.
  mutating func summaries(at now: Duration, isEnd: Bool = false) -> [LogLine] {
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

  var hasHeld: Bool { entries.values.contains { $0.held > 0 } }

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

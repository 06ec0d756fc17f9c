/// The time that a log of NMEA sentences has come to: each has that of the last before it that says one.
struct NMEAClock {
  /// Nanoseconds since 1970; `nil` before the first date.
  private(set) var now: Int64?
  private var day: Int64?

  private static let dayLength: Int64 = 86_400_000_000_000

  /// Takes what RMC and ZDA say of date and time, and GGA of the time.
  mutating func note(_ kind: String, _ fields: [Substring]) {
    func word(_ index: Int) -> Substring { fields.indices.contains(index) ? fields[index] : "" }
    guard ["RMC", "ZDA", "GGA"].contains(kind), let time = Self.time(word(1)) else { return }
    switch kind {
    case "RMC":
      guard let date = Int64(word(9)), word(9).utf8.count == 6 else { return }
      let year = date % 100
      day = LogTime.days(year < 80 ? 2000 + year : 1900 + year, date / 100 % 100, date / 10_000) ?? day
    case "ZDA":
      guard let year = Int64(word(4)), let month = Int64(word(3)), let date = Int64(word(2)) else { return }
      day = LogTime.days(year, month, date) ?? day
    default:
      // After midnight, before the next date.
      if let day, let now, day * Self.dayLength + time < now - Self.dayLength / 2 { self.day = day + 1 }
    }
    if let day { now = day * Self.dayLength + time }
  }

  /// Takes the time that a logger put before a sentence: a TAG block's `c:` (NMEA 0183 4.0, section 7), or any that a log may have.
  mutating func note(before sentence: ArraySlice<UInt8>) {
    guard sentence.count > 5, sentence.count < 100 else { return }
    let text = String(decoding: sentence, as: UTF8.self)
    let found =
      text.firstRange(of: "c:").map {
        text[$0.upperBound...].prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      }
      ?? text[...].trimmed
    if case .utc(let time)? = LogTime(found) { now = time }
  }

  /// `hhmmss.ss`
  private static func time(_ text: Substring) -> Int64? {
    guard text.utf8.prefix(6).allSatisfy({ (48...57).contains($0) }), text.utf8.count >= 6,
      text.utf8.count <= 16, let value = Double(text), value >= 0, value < 240_000
    else { return nil }
    let whole = Int64(value)
    let (hour, minute) = (whole / 10_000, whole / 100 % 100)
    let second = value - Double(hour * 10_000 + minute * 100)
    guard minute < 60, second < 61 else { return nil }
    return (hour * 3600 + minute * 60) * 1_000_000_000 + Int64((second * 1e6).rounded()) * 1000
  }
}

extension Substring {
  /// Without blanks, commas and semicolons at its ends.
  fileprivate var trimmed: Substring {
    let isEdge: (Character) -> Bool = { $0.isWhitespace || $0 == "," || $0 == ";" }
    return drop(while: isEdge).reversed().drop(while: isEdge).reversed().reduce(into: "") { $0.append($1) }[
      ...]
  }
}

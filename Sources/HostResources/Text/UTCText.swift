import PixelTypes

/// UTC times as text: `2026-11-24T06:37:05.123456Z` (RFC 3339).
package enum UTCText {
  /// Parts of a date in the proleptic Gregorian calendar. After Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
  private static func date(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let ofEra = shifted - era * 146_097
    let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * ofYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, ofYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  /// Appends a time to the microsecond; allocates nothing if there is room.
  ///
  /// - Parameter nanoseconds: since 1970; in the years 0 to 9999.
  package static func append(_ nanoseconds: Int64, to bytes: inout [UInt8]) {
    let second: Int64 = 1_000_000_000
    let part = nanoseconds % second
    let seconds = nanoseconds / second - (part < 0 ? 1 : 0)
    let fraction = (part < 0 ? part + second : part) / 1000
    let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    let ofDay = seconds - days * 86_400
    let (year, month, day) = date(days)
    func put(_ number: Int64, _ digits: Int, _ end: UInt8) {
      var divisor: Int64 = 1
      for _ in 1..<digits { divisor *= 10 }
      while divisor > 0 {
        bytes.append(UInt8(truncatingIfNeeded: 48 + number / divisor % 10))
        divisor /= 10
      }
      bytes.append(end)
    }
    put(year, 4, UInt8(ascii: "-"))
    put(month, 2, UInt8(ascii: "-"))
    put(day, 2, UInt8(ascii: "T"))
    put(ofDay / 3600, 2, UInt8(ascii: ":"))
    put(ofDay / 60 % 60, 2, UInt8(ascii: ":"))
    put(ofDay % 60, 2, UInt8(ascii: "."))
    put(fraction, 6, UInt8(ascii: "Z"))
  }

  /// A time to the microsecond, as text.
  package static func text(_ nanoseconds: Int64) -> String {
    var bytes: [UInt8] = []
    append(nanoseconds, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Nanoseconds since 1970; `nil` unless it is a UTC time, with or without a fractional second, from the years 1970 to 2200.
  package static func nanoseconds(_ text: String) -> Int64? { nanoseconds(Array(text.utf8).span) }

  /// As ``nanoseconds(_:)-(String)``, from the text's bytes. Allocates nothing.
  package static func nanoseconds(_ bytes: Span<UInt8>) -> Int64? {
    guard bytes.count >= 20, bytes.count <= 40, bytes[bytes.count - 1] == UInt8(ascii: "Z") else {
      return nil
    }
    func number(_ range: Range<Int>, then end: UInt8) -> Int64? {
      var value: Int64 = 0
      for position in range {
        guard bytes[position] &- 48 < 10 else { return nil }
        value = value * 10 + Int64(bytes[position] &- 48)
      }
      return bytes[range.upperBound] == end ? value : nil
    }
    let hasFraction = bytes.count > 20
    guard let year = number(0..<4, then: UInt8(ascii: "-")),
      let month = number(5..<7, then: UInt8(ascii: "-")),
      let day = number(8..<10, then: UInt8(ascii: "T")), let hour = number(11..<13, then: UInt8(ascii: ":")),
      let minute = number(14..<16, then: UInt8(ascii: ":")),
      let second = number(17..<19, then: hasFraction ? UInt8(ascii: ".") : UInt8(ascii: "Z")),
      (1970...2200).contains(year), (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60,
      second <= 60
    else { return nil }
    var fraction: Int64 = 0
    if hasFraction {
      guard bytes.count > 21 else { return nil }
      var unit: Int64 = 100_000_000
      for position in 20..<bytes.count - 1 {
        guard bytes[position] &- 48 < 10 else { return nil }
        // Ignore digits after the ninth.
        fraction += Int64(bytes[position] &- 48) * unit
        unit /= 10
      }
    }
    let seconds = CalendarDate.days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second
    return seconds * 1_000_000_000 + fraction
  }
}

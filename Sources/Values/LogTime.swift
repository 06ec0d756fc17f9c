import PixelTypes

/// When a log says something, in nanoseconds.
package enum LogTime: Sendable, Equatable {
  /// Since 1970.
  case utc(Int64)
  /// Since the film began that the log is beside.
  case start(Int64)

  package var nanoseconds: Int64 {
    switch self {
    case .utc(let time), .start(let time): time
    }
  }

  // Until 2200, as everywhere; numbers from 1973 on count from 1970: no film lasts for three years.
  private static let latest = 7_258_118_400.0
  private static let leastOfClock = 1e8

  /// Seconds since 1970, or milliseconds, microseconds or nanoseconds, by their size; small ones count from the film's beginning.
  ///
  /// - Parameter unit: of the number; empty for what its size says.
  init?(_ number: Double, unit: String = "") {
    guard number.isFinite else { return nil }
    var seconds = number
    switch unit {
    case "s", "sec", "seconds": break
    case "ms": seconds /= 1e3
    case "us", "µs": seconds /= 1e6
    case "ns": seconds /= 1e9
    case "min": seconds *= 60
    default: while seconds > 1e11 / 2 { seconds /= 1e3 }
    }
    guard seconds > -Self.leastOfClock, seconds <= Self.latest else { return nil }
    // Whole seconds apart: a double has not enough digits for nanoseconds since 1970.
    let whole = seconds.rounded(.down)
    let time = Int64(whole) * 1_000_000_000 + Int64(((seconds - whole) * 1e6).rounded()) * 1000
    self = seconds >= Self.leastOfClock ? .utc(time) : .start(time)
  }

  /// ISO 8601, `2026-11-24T07:24:37.5+01:00`, also with a blank or slashes, in UTC without a zone; `00:01:23.5` and numbers as
  /// ``init(_:unit:)-(Double,_)``.
  init?(_ text: some StringProtocol, unit: String = "") {
    let bytes = Array(text.utf8.prefix(41))
    guard !bytes.isEmpty, bytes.count <= 40 else { return nil }
    var place = 0
    func number(_ least: Int, _ most: Int) -> Int64? {
      let start = place
      var value: Int64 = 0
      while place < bytes.count, place - start < most, bytes[place] &- 48 < 10 {
        value = value * 10 + Int64(bytes[place] - 48)
        place += 1
      }
      return place - start >= least ? value : nil
    }
    func take(_ allowed: StaticString) -> Bool {
      guard place < bytes.count, "\(allowed)".utf8.contains(bytes[place]) else { return false }
      place += 1
      return true
    }
    /// Hours, minutes, seconds and their part, in nanoseconds.
    func clock(mostHours: Int64) -> Int64? {
      guard let hour = number(1, 4), take(":"), let minute = number(2, 2), hour <= mostHours, minute < 60
      else {
        return nil
      }
      guard take(":") else { return (hour * 60 + minute) * 60_000_000_000 }
      guard let second = number(2, 2), second <= 60 else { return nil }
      var part: Int64 = 0
      if take(".,") {
        let start = place
        guard let digits = number(1, 9) else { return nil }
        part = digits * (0..<9 - (place - start)).reduce(1) { power, _ in power * 10 }
        while number(1, 9) != nil {}
      }
      return ((hour * 60 + minute) * 60 + second) * 1_000_000_000 + part
    }
    if let year = number(4, 4), take("-/"), let month = number(1, 2), take("-/"), let day = number(1, 2) {
      guard let date = Self.days(year, month, day) else { return nil }
      guard place < bytes.count else {
        self = .utc(date * 86_400_000_000_000)
        return
      }
      guard take("T t"), let time = clock(mostHours: 23) else { return nil }
      _ = take(" ")
      var zone: Int64 = 0
      if !take("Zz"), place < bytes.count {
        let isWest = bytes[place] == UInt8(ascii: "-")
        guard take("+-"), let hours = number(2, 2), hours < 24 else { return nil }
        _ = take(":")
        zone = (hours * 60 + (number(2, 2) ?? 0)) * (isWest ? -60 : 60)
      }
      guard place == bytes.count else { return nil }
      self = .utc(date * 86_400_000_000_000 + time - zone * 1_000_000_000)
      return
    }
    place = 0
    if let time = clock(mostHours: 9999), place == bytes.count {
      self = .start(time)
      return
    }
    guard let value = Double(text) else { return nil }
    self.init(value, unit: unit)
  }

  /// Days from 1970 to a date of the years 1970 to 2200; `nil` for none.
  static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64? {
    guard (1970...2200).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
    return CalendarDate.days(year, month, day)
  }
}

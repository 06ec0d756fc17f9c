import Glibc

/// A wall-clock time in the local time zone, for people.
package struct LocalTime: Equatable {
  /// Such as 2026-11-23.
  package let day: String
  /// Such as 14:05:09.
  package let time: String

  /// - Parameter seconds: since 1970, UTC.
  package init(_ seconds: Double) {
    var clock = Int(seconds.rounded(.down))
    var local = unsafe tm()
    // SAFETY: the call reads and writes these two only.
    unsafe localtime_r(&clock, &local)
    func padded(_ value: Int32, _ count: Int = 2) -> String {
      let digits = String(value)
      return String(repeating: "0", count: max(count - digits.count, 0)) + digits
    }
    day = unsafe "\(padded(local.tm_year + 1900, 4))-\(padded(local.tm_mon + 1))-\(padded(local.tm_mday))"
    time = unsafe "\(padded(local.tm_hour)):\(padded(local.tm_min)):\(padded(local.tm_sec))"
  }
}

import Glibc

/// The local time of day for the clock in the chrome, looked up once a second.
package struct WallClock {
  private var offset: Int64 = 0
  private var checkedAt = Int64.min

  package init() {}

  /// Seconds since local midnight, 0..<86,400.
  package mutating func secondsOfDay(monotonic: Int64) -> Int {
    if checkedAt == .min || monotonic - checkedAt > 60_000_000_000 {
      checkedAt = monotonic
      let now = MonotonicClock.wall()
      var local = unsafe tm()
      var seconds = Int(now / 1_000_000_000)
      // SAFETY: the call reads and writes these two only.
      unsafe localtime_r(&seconds, &local)
      let ofDay = unsafe Int64(local.tm_hour * 3600 + local.tm_min * 60 + local.tm_sec)
      offset = ofDay * 1_000_000_000 + now % 1_000_000_000 - monotonic
    }
    let day: Int64 = 86_400_000_000_000
    let ofDay = ((monotonic + offset) % day + day) % day
    return Int(ofDay / 1_000_000_000)
  }

  /// Milliseconds since 1970.
  package static func milliseconds() -> Double { Double(MonotonicClock.wall()) / 1e6 }
}

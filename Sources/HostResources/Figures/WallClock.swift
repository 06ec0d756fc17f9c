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
      var now = timespec()
      var local = unsafe tm()
      // SAFETY: both calls write to the structures given only.
      unsafe clock_gettime(CLOCK_REALTIME, &now)
      var seconds = now.tv_sec
      unsafe localtime_r(&seconds, &local)
      let ofDay = unsafe Int64(local.tm_hour * 3600 + local.tm_min * 60 + local.tm_sec)
      offset = ofDay * 1_000_000_000 + Int64(now.tv_nsec) - monotonic
    }
    let day: Int64 = 86_400_000_000_000
    let ofDay = ((monotonic + offset) % day + day) % day
    return Int(ofDay / 1_000_000_000)
  }
}

extension WallClock {
  /// Milliseconds since 1970.
  package static func milliseconds() -> Double {
    var now = timespec()
    // SAFETY: the call writes to the structure given only.
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    return Double(now.tv_sec) * 1000 + Double(now.tv_nsec) / 1e6
  }
}

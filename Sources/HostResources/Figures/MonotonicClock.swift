import Glibc

/// CLOCK_MONOTONIC in nanoseconds: the clock of V4L2's time stamps, so the two are comparable.
package enum MonotonicClock {
  package static func now() -> Int64 { read(CLOCK_MONOTONIC) }

  /// CPU time of the calling thread in nanoseconds.
  package static func threadCPU() -> Int64 { read(CLOCK_THREAD_CPUTIME_ID) }

  /// CPU time of the whole process in nanoseconds.
  package static func processCPU() -> Int64 { read(CLOCK_PROCESS_CPUTIME_ID) }

  /// Nanoseconds since 1970, UTC.
  package static func wall() -> Int64 { read(CLOCK_REALTIME) }

  /// Nanoseconds since the machine started, suspended time included.
  static func sinceBoot() -> Int64 { read(CLOCK_BOOTTIME) }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    // SAFETY: writes to `time` only; these clocks always exist on Linux, so it can't fail.
    _ = unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

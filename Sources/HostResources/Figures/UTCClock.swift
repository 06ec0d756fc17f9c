import CResources
import Glibc

/// What the wall clock says about times of CLOCK_MONOTONIC, on which cameras' time stamps are.
package struct UTCClock {
  /// The clocks side by side.
  package struct Reading: Sendable, Equatable {
    /// UTC less CLOCK_MONOTONIC, in nanoseconds.
    package var offset: Int64
    /// The kernel's estimate of the wall clock's largest error, in microseconds; `nil` while nothing keeps it right (adjtimex(2)).
    package var errorMicroseconds: Int?
    /// By how many microseconds the wall clock was set since ``UTCClock/stepWasTold()``; `nil` unless it was.
    package var stepMicroseconds: Int?

    package init(offset: Int64, errorMicroseconds: Int? = nil, stepMicroseconds: Int? = nil) {
      self.offset = offset
      self.errorMicroseconds = errorMicroseconds
      self.stepMicroseconds = stepMicroseconds
    }
  }

  private var offset: Int64?
  private var since: Int64 = 0
  private var error: Int?
  private var step: Int?

  package init() {}

  /// The present reading; a few dozen nanoseconds, and a system call once a second.
  package mutating func read() -> Reading {
    let (now, measured, width) = Self.measure()
    return settle(now: now, measured: measured, width: width) { Int(cresources_clock_error()) }
  }

  /// Decides what a measurement means.
  ///
  /// - Parameters:
  ///   - now: of CLOCK_MONOTONIC, in nanoseconds.
  ///   - measured: the difference of the clocks.
  ///   - width: how exact that is.
  ///   - error: asks the kernel; negative for no answer.
  package mutating func settle(now: Int64, measured: Int64, width: Int64, error ask: () -> Int) -> Reading {
    guard let kept = offset else {
      (offset, since, error) = (measured, now, Self.known(ask()))
      return Reading(offset: measured, errorMicroseconds: error)
    }
    let passed = now - since
    let change = measured - kept
    // The kernel slews by 500 parts in a million at most (adjtimex(2)); ten times that, and two milliseconds, are no slewing.
    if abs(change) > 2_000_000 + passed / 200 + width {
      (offset, since, error) = (measured, now, Self.known(ask()))
      step = (step ?? 0) &+ Int(change / 1000)
      return Reading(offset: measured, errorMicroseconds: error, stepMicroseconds: step)
    }
    // Within a second the difference stays, so that times of neighbouring pictures have the cameras' own distance.
    if passed >= 1_000_000_000 { (offset, since, error) = (measured, now, Self.known(ask())) }
    return Reading(offset: offset ?? measured, errorMicroseconds: error, stepMicroseconds: step)
  }

  /// A line tells of the step; the next begins without.
  package mutating func stepWasTold() { step = nil }

  private static func known(_ error: Int) -> Int? { error < 0 ? nil : error }

  /// Reads the one clock between two readings of the other; of three tries the narrowest.
  private static func measure() -> (now: Int64, offset: Int64, width: Int64) {
    var best: (now: Int64, offset: Int64, width: Int64) = (0, 0, .max)
    for _ in 0..<3 {
      let before = MonotonicClock.now()
      var wall = timespec()
      // SAFETY: the call writes to the structure given only.
      unsafe clock_gettime(CLOCK_REALTIME, &wall)
      let after = MonotonicClock.now()
      let utc = Int64(wall.tv_sec) * 1_000_000_000 + Int64(wall.tv_nsec)
      if after - before < best.width { best = (after, utc - (before + (after - before) / 2), after - before) }
      if best.width < 20_000 { break }
    }
    return best
  }
}

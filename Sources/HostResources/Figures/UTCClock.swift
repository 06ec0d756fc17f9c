import CResources

/// Converts times of CLOCK_MONOTONIC, the clock of cameras' time stamps, to the wall clock.
package struct UTCClock {
  /// The two clocks side by side.
  package struct Reading: Sendable, Equatable {
    /// UTC minus CLOCK_MONOTONIC, in nanoseconds.
    package var offset: Int64
    /// The kernel's estimate of the wall clock's largest error, in microseconds; `nil` while it isn't synchronized (adjtimex(2)).
    package var errorMicroseconds: Int?
    /// By how many microseconds the wall clock was stepped since ``UTCClock/stepWasTold()``; `nil` if it wasn't.
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

  /// The current reading; takes a few dozen nanoseconds, plus a system call once a second.
  package mutating func read() -> Reading {
    let (now, measured, width) = Self.measure()
    return settle(now: now, measured: measured, width: width) { Int(cresources_clock_error()) }
  }

  /// Interprets a measurement.
  ///
  /// - Parameters:
  ///   - now: of CLOCK_MONOTONIC, in nanoseconds.
  ///   - measured: the difference between the clocks.
  ///   - width: the measurement's uncertainty.
  ///   - error: asks the kernel; negative for no answer.
  package mutating func settle(now: Int64, measured: Int64, width: Int64, error ask: () -> Int) -> Reading {
    if let kept = offset {
      let passed = now - since
      let change = measured - kept
      // The kernel slews by at most 500 parts in a million (adjtimex(2)); more than ten times that plus two
      // milliseconds is a step.
      if abs(change) > 2_000_000 + passed / 200 + width {
        step = (step ?? 0) &+ Int(change / 1000)
      } else if passed < 1_000_000_000 {
        // Keep the difference for a second, so that times of neighbouring pictures are as far apart as the
        // cameras' stamps.
        return Reading(offset: kept, errorMicroseconds: error, stepMicroseconds: step)
      }
    }
    (offset, since, error) = (measured, now, Self.known(ask()))
    return Reading(offset: measured, errorMicroseconds: error, stepMicroseconds: step)
  }

  /// Call when a line has recorded the step, so that the next doesn't.
  package mutating func stepWasTold() { step = nil }

  private static func known(_ error: Int) -> Int? { error < 0 ? nil : error }

  /// Reads one clock between two readings of the other; returns the tightest of up to three tries.
  private static func measure() -> (now: Int64, offset: Int64, width: Int64) {
    var best: (now: Int64, offset: Int64, width: Int64) = (0, 0, .max)
    for _ in 0..<3 {
      let before = MonotonicClock.now()
      let utc = MonotonicClock.wall()
      let after = MonotonicClock.now()
      if after - before < best.width { best = (after, utc - (before + (after - before) / 2), after - before) }
      if best.width < 20_000 { break }
    }
    return best
  }
}

import FrameBus
import HostResources

/// The time that a job lives in: tests give it one that they turn by hand.
protocol Timekeeper: Sendable {
  /// Nanoseconds of CLOCK_MONOTONIC.
  func now() -> Int64
  /// Sleeps until the doorbell rings, at most so many nanoseconds; not at all if it has rung since `ticket`.
  func sleep(_ doorbell: Doorbell, after ticket: UInt32, atMost nanoseconds: Int64)
}

struct SystemTime: Timekeeper {
  func now() -> Int64 { MonotonicClock.now() }

  func sleep(_ doorbell: Doorbell, after ticket: UInt32, atMost nanoseconds: Int64) {
    doorbell.wait(after: ticket, timeout: .nanoseconds(nanoseconds))
  }
}

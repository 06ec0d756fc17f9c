import FrameBus
import Synchronization

@testable import Pipeline

/// Time that passes only while a job sleeps. At each whole round `act` is called on the job's own thread, with the time in
/// nanoseconds: what it publishes then has come by the end of the sleep.
final class HandTurnedTime: Timekeeper, @unchecked Sendable {
  // SAFETY: only a job's stage thread reads and turns it.
  private var time: Int64 = 5_000_000_000
  private var due: Int64
  private let interval: Int64
  private let act: (Int64) -> Void

  init(every interval: Int64, _ act: @escaping (Int64) -> Void) {
    (self.interval, self.act, due) = (interval, act, time)
  }

  func now() -> Int64 { time }

  func sleep(_ doorbell: Doorbell, after ticket: UInt32, atMost nanoseconds: Int64) {
    guard doorbell.ticket == ticket else { return }
    time = min(time + max(nanoseconds, 1), due)
    guard time == due else { return }
    due += interval
    act(time)
  }
}

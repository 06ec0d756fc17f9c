// The sleeper's side follows the eventcount pattern (D. Vyukov; also folly::EventCount): take a ticket, look
// whether there is work, sleep only while the ticket is current. A ring between the look and the sleep changes
// the word that futex(2) compares, so that no wake-up is lost.

import CFutex
import Synchronization

/// Lets one or more threads sleep until another rings. Ringing with nobody asleep costs two atomic operations
/// and no system call. One doorbell may serve several buses: a stage waits for whichever camera comes first.
@safe
public final class Doorbell: @unchecked Sendable {
  // SAFETY: the pointee is only touched through Atomic, and by the kernel, which reads it atomically.
  // The number of rings, modulo 2³². The word that sleepers compare.
  private let word: UnsafeMutablePointer<Atomic<UInt32>>
  // Threads that are about to sleep or asleep.
  private let sleepers = Atomic<Int>(0)

  public init() {
    unsafe word = .allocate(capacity: 1)
    unsafe word.initialize(to: Atomic(0))
  }

  deinit {
    unsafe word.deinitialize(count: 1)
    unsafe word.deallocate()
  }

  // SAFETY: Atomic<UInt32> has the layout of a UInt32, and futex(2) wants its address.
  private var address: UnsafePointer<UInt32> {
    unsafe UnsafePointer(UnsafeMutableRawPointer(word).assumingMemoryBound(to: UInt32.self))
  }

  /// The present state. Take it before looking for work.
  public var ticket: UInt32 {
    // Acquire: pairs with the release in ring(); work published before that ring is seen after this load.
    unsafe word.pointee.load(ordering: .acquiring)
  }

  /// Wakes every sleeper, and makes tickets taken before this call stale.
  public func ring() {
    // Sequentially consistent: totally ordered with the two operations in wait(after:timeout:). Either the
    // sleeper sees the new word (and futex refuses to sleep), or this thread sees the sleeper.
    unsafe word.pointee.wrappingAdd(1, ordering: .sequentiallyConsistent)
    if sleepers.load(ordering: .sequentiallyConsistent) > 0 {
      unsafe cfutex_wake(address, .max)
    }
  }

  /// Sleeps until somebody rings, unless that happened since `ticket` was taken.
  ///
  /// - Parameter timeout: the longest sleep; forever when `nil`.
  /// - Returns: `false` when the time ran out first.
  @discardableResult
  public func wait(after ticket: UInt32, timeout: Duration? = nil) -> Bool {
    let clock = ContinuousClock()
    let deadline = timeout.map { clock.now + $0 }
    // Sequentially consistent: pairs with ring(), see there.
    sleepers.wrappingAdd(1, ordering: .sequentiallyConsistent)
    defer { sleepers.wrappingSubtract(1, ordering: .sequentiallyConsistent) }
    while unsafe word.pointee.load(ordering: .sequentiallyConsistent) == ticket {
      var nanoseconds: Int64 = -1
      if let deadline {
        let left = deadline - clock.now
        guard left > .zero else { return false }
        nanoseconds = left.components.seconds * 1_000_000_000 + left.components.attoseconds / 1_000_000_000
      }
      // Whatever it returns (woken, changed, interrupted, timed out), the loop looks again.
      _ = unsafe cfutex_wait(address, ticket, nanoseconds)
    }
    return true
  }
}

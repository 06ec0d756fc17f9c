// The sleeper's side follows the eventcount pattern (D. Vyukov; also folly::EventCount): take a ticket, look
// whether there is work, sleep only while the ticket is current. A ring between the look and the sleep changes
// the word that futex(2) compares, so that no wake-up is lost. `model/doorbell.pml` checks it with spin.

import CFutex
import Synchronization

/// Lets one or more threads sleep until another rings. Ringing with nobody asleep costs one atomic addition and
/// a load, and no system call. One doorbell may serve several buses: a stage waits for whichever camera comes
/// first.
///
/// A sleeper that keeps its ticket for 2³² rings may take it for current and sleep on until the next ring.
@safe
public final class Doorbell: @unchecked Sendable {
  @usableFromInline
  struct Core: ~Copyable {
    // The number of rings, modulo 2³². The word that sleepers compare, and the kernel with them.
    @usableFromInline let rings = Atomic<UInt32>(0)
    // Threads that are about to sleep or asleep.
    @usableFromInline let sleepers = Atomic<UInt32>(0)
    init() {}
  }

  // SAFETY: the pointee is only touched through Atomic, and by the kernel, which reads it atomically. It has a
  // pair of cache lines to itself, and an address that stays, which futex(2) wants.
  @usableFromInline let core: UnsafeMutablePointer<Core>
  private let storage: UnsafeMutableRawPointer

  public init() {
    unsafe storage = .allocate(byteCount: IndexRing.separation, alignment: IndexRing.separation)
    unsafe core = storage.bindMemory(to: Core.self, capacity: 1)
    unsafe core.initialize(to: Core())
  }

  deinit {
    unsafe core.deinitialize(count: 1)
    unsafe storage.deallocate()
  }

  // SAFETY: `rings` is the first field of Core, and Atomic<UInt32> has the layout of a UInt32.
  private static func address(_ core: UnsafeMutablePointer<Core>) -> UnsafePointer<UInt32> {
    unsafe UnsafePointer(UnsafeMutableRawPointer(core).assumingMemoryBound(to: UInt32.self))
  }

  /// The present state. Take it before looking for work.
  @inlinable
  public var ticket: UInt32 {
    // Acquire: pairs with the release in ring(); work published before that ring is seen after this load.
    unsafe core.pointee.rings.load(ordering: .acquiring)
  }

  /// Wakes every sleeper, and makes tickets taken before this call stale.
  @inlinable
  public func ring() { unsafe Self.ring(core) }

  // For the bus, which holds the doorbell and keeps this pointer beside: a ring through the object would retain
  // and release it, two atomic operations more.
  @inlinable
  static func ring(_ core: UnsafeMutablePointer<Core>) {
    // Sequentially consistent: totally ordered with the two operations in wait(after:timeout:). Either the
    // sleeper sees the new count (and futex refuses to sleep), or this thread sees the sleeper. The addition
    // can't be left out when nobody seems to sleep: it is also the barrier between publishing and looking.
    unsafe core.pointee.rings.wrappingAdd(1, ordering: .sequentiallyConsistent)
    if unsafe core.pointee.sleepers.load(ordering: .sequentiallyConsistent) > 0 { unsafe wakeAll(core) }
  }

  @usableFromInline
  static func wakeAll(_ core: UnsafeMutablePointer<Core>) { unsafe cfutex_wake(address(core), .max) }

  /// Sleeps until somebody rings, unless that happened since `ticket` was taken.
  ///
  /// - Parameter timeout: the longest sleep; forever when `nil`.
  /// - Returns: `false` when the time ran out first.
  @discardableResult
  public func wait(after ticket: UInt32, timeout: Duration? = nil) -> Bool {
    if self.ticket != ticket { return true }
    let deadline = timeout.map { ContinuousClock.now + $0 }
    // Sequentially consistent, as is the load below: pairs with ring(), see there.
    unsafe core.pointee.sleepers.wrappingAdd(1, ordering: .sequentiallyConsistent)
    // Relaxed: too high a count only costs a ringer one system call.
    defer { unsafe core.pointee.sleepers.wrappingSubtract(1, ordering: .relaxed) }
    while unsafe core.pointee.rings.load(ordering: .sequentiallyConsistent) == ticket {
      var nanoseconds: Int64 = -1
      if let deadline {
        let left = deadline - .now
        guard left > .zero else { return false }
        nanoseconds = Self.nanoseconds(left)
      }
      // Whatever it returns (woken, changed, interrupted, timed out), the loop looks again.
      _ = unsafe cfutex_wait(Self.address(core), ticket, nanoseconds)
    }
    return true
  }

  // Rounded up, so that the last sleep isn't followed by a spin; at most a day, as the loop looks again anyway
  // and Duration holds more than 64 bits of nanoseconds.
  static func nanoseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = min(duration, .seconds(86_400)).components
    return seconds * 1_000_000_000 + (attoseconds + 999_999_999) / 1_000_000_000
  }
}

// The sleeper's side follows the eventcount pattern (D. Vyukov; also folly::EventCount): take a ticket, look
// for work, sleep only while the ticket is current. A ring between the look and the sleep changes the word
// that futex(2) compares, so no wake-up is lost. `tools/model/doorbell.pml` checks it with spin.

import CFutex
import Synchronization

/// Lets one or more threads sleep until another rings.
///
/// Ringing with nobody asleep costs one atomic addition and a load, and no system call. One doorbell may
/// serve several buses: a stage waits for whichever camera comes first.
///
/// If exactly 2³² rings pass between taking a ticket and waiting on it, the stale ticket looks current, and
/// the sleeper sleeps until the next ring.
@safe
public final class Doorbell: @unchecked Sendable {
  @usableFromInline
  struct Core: ~Copyable {
    // The number of rings, modulo 2³²: the word that sleepers and the kernel compare.
    @usableFromInline let rings = Atomic<UInt32>(0)
    // Threads that are asleep or about to sleep.
    @usableFromInline let sleepers = Atomic<UInt32>(0)
    init() {}
  }

  // SAFETY: the pointee is touched only through Atomic, and by the kernel, which reads it atomically. It has
  // a pair of cache lines to itself, and a stable address, as futex(2) requires.
  @usableFromInline let core: UnsafeMutablePointer<Core>
  private let storage: UnsafeMutableRawPointer

  /// Makes a doorbell that has never rung; this is its only allocation.
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

  /// The current state. Take it before looking for work.
  @inlinable
  public var ticket: UInt32 {
    // Acquire: pairs with the release in ring(); work published before that ring is visible after this load.
    unsafe core.pointee.rings.load(ordering: .acquiring)
  }

  /// Wakes every sleeper, and makes all earlier tickets stale.
  @inlinable
  public func ring() { unsafe Self.ring(core) }

  // For the bus, which holds the doorbell and also keeps this pointer: ringing through the object would retain
  // and release it, two more atomic operations.
  @inlinable
  static func ring(_ core: UnsafeMutablePointer<Core>) {
    // Sequentially consistent: totally ordered with the two operations in wait(after:timeout:). Either the
    // sleeper sees the new count (and futex refuses to sleep), or this thread sees the sleeper. The addition
    // is needed even when nobody seems to sleep: it is also the barrier between publishing and looking.
    unsafe core.pointee.rings.wrappingAdd(1, ordering: .sequentiallyConsistent)
    if unsafe core.pointee.sleepers.load(ordering: .sequentiallyConsistent) > 0 { unsafe wakeAll(core) }
  }

  @usableFromInline
  static func wakeAll(_ core: UnsafeMutablePointer<Core>) { unsafe cfutex_wake(address(core), .max) }

  /// Sleeps until the next ring; returns at once if there has been one since `ticket` was taken.
  ///
  /// - Parameters:
  ///   - ticket: ``ticket`` as it was before looking for work.
  ///   - timeout: the longest sleep; `nil` for no limit.
  /// - Returns: `false` if the time ran out first.
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
      // Whatever it returns (woken, changed, interrupted, timed out), the loop checks again.
      _ = unsafe cfutex_wait(Self.address(core), ticket, nanoseconds)
    }
    return true
  }

  // Rounded up, so that the last sleep isn't followed by a spin; at most a day, because the loop checks again
  // anyway and a Duration can exceed 64 bits of nanoseconds.
  static func nanoseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = min(duration, .seconds(86_400)).components
    return seconds * 1_000_000_000 + (attoseconds + 999_999_999) / 1_000_000_000
  }
}

// The core: a bounded queue of small integers with one producer and one consumer.
//
// After L. Lamport, "Specifying Concurrent Program Modules" (1983), with each side keeping a copy of the other's
// position as in P. Jiang et al., "FastForward" and D. Vyukov's and M. Geier's (rtrb) rings, so that the shared
// lines move between cores only when the copy runs out. One thing is added: the producer may take the oldest
// element back. `head` then has two writers, so it is moved by compare-and-exchange when that is allowed.
//
// Ordering, in full:
//   tail  written by the producer with release after the cell; read by the consumer with acquire before it reads
//         the cell. So the consumer sees the cell's value and all that the producer wrote before publishing it.
//   head  written by the consumer with release (or acquire-release in the exchange) after it read the cell; read
//         by the producer with acquire before it writes a cell anew. So a cell is not overwritten while the
//         consumer may still read it as current. A consumer that read a cell and then loses the exchange throws
//         the value away.
//   cells are relaxed atomics: a consumer may read a cell while the producer, having taken that element back,
//         writes it anew; the failed exchange tells it so, and an atomic makes the race defined.
//   No ABA: positions count up and never wrap in practice (2⁶³ hand-offs).
// `model/ring.pml` states this for spin; the tests walk all interleavings of small runs.

import Synchronization

/// A bounded single-producer single-consumer queue of integers, lock-free; the producer's side is wait-free:
/// `push` and `stealOldest` take a bounded number of steps whatever the consumer does.
@safe
@usableFromInline
final class IndexRing: @unchecked Sendable {
  // SAFETY: `producer…` fields belong to the producing thread, `consumer…` fields to the consuming one; all
  // else is constant or atomic.
  @usableFromInline let capacity: Int
  @usableFromInline let mask: Int
  // Whether the producer may take elements back: then the consumer must move `head` by exchange.
  @usableFromInline let allowsStealing: Bool
  @usableFromInline let cells: UnsafeMutablePointer<Atomic<Int>>
  // Each group on cache lines of its own (128 bytes: adjacent-line prefetch works in pairs).
  @usableFromInline let padding0 = Padding()
  @usableFromInline let tail = Atomic<Int>(0)
  @usableFromInline var producerHead = 0
  @usableFromInline var producerTail = 0
  @usableFromInline let padding1 = Padding()
  @usableFromInline let head = Atomic<Int>(0)
  @usableFromInline var consumerTail = 0
  @usableFromInline let padding2 = Padding()

  /// - Parameter capacity: how many elements fit, at least 1; need not be a power of two.
  @usableFromInline
  init(capacity: Int, allowsStealing: Bool) {
    precondition(capacity >= 1 && capacity <= 1 << 20)
    self.capacity = capacity
    self.allowsStealing = allowsStealing
    var size = 1
    while size < capacity { size *= 2 }
    mask = size - 1
    unsafe cells = .allocate(capacity: size)
    for index in 0..<size { unsafe (cells + index).initialize(to: Atomic(0)) }
  }

  deinit {
    unsafe cells.deinitialize(count: mask + 1)
    unsafe cells.deallocate()
  }

  /// Producer only. Appends `value`; `false` when the ring is full.
  @inlinable
  func push(_ value: Int) -> Bool {
    let position = producerTail
    if position - producerHead >= capacity {
      // Acquire: pairs with the release of `head` in pop() and with the exchange there.
      producerHead = head.load(ordering: .acquiring)
      if position - producerHead >= capacity { return false }
    }
    // SAFETY: mask keeps the offset inside the allocation.
    unsafe cells[position & mask].store(value, ordering: .relaxed)
    producerTail = position + 1
    // Release: pairs with the acquire of `tail` in pop().
    tail.store(position + 1, ordering: .releasing)
    return true
  }

  /// Producer only, and only where the ring allows it. Takes the oldest element back; `nil` when the consumer
  /// was quicker, in which case there is room now.
  @inlinable
  func stealOldest() -> Int? {
    // Acquire: pairs with pop()'s exchange.
    let position = head.load(ordering: .acquiring)
    guard position < producerTail else { return nil }
    // The producer wrote this cell itself.
    let value = unsafe cells[position & mask].load(ordering: .relaxed)
    // Acquire-release: pairs with pop()'s exchange; exactly one side wins the element.
    let (won, _) = head.compareExchange(
      expected: position, desired: position + 1, ordering: .acquiringAndReleasing)
    producerHead = position + 1
    return won ? value : nil
  }

  /// Consumer only. Takes the oldest element; `nil` when there is none.
  @inlinable
  func pop() -> Int? {
    // Relaxed: only this thread moves head, or else the exchange below checks it.
    var position = head.load(ordering: .relaxed)
    while true {
      if position >= consumerTail {
        // Acquire: pairs with the release of `tail` in push().
        consumerTail = tail.load(ordering: .acquiring)
        if position >= consumerTail { return nil }
      }
      let value = unsafe cells[position & mask].load(ordering: .relaxed)
      if !allowsStealing {
        // Release: pairs with the acquire of `head` in push(): the cell is read before it is given free.
        head.store(position + 1, ordering: .releasing)
        return value
      }
      // Acquire-release: pairs with stealOldest()'s exchange and push()'s acquire. Fails only when the producer
      // took this element back, so there are at most as many rounds as drops.
      let (won, seen) = head.compareExchange(
        expected: position, desired: position + 1, ordering: .acquiringAndReleasing)
      if won { return value }
      position = seen
    }
  }

  /// Whether nothing waits. Exact for the consumer when the producer has stopped.
  @inlinable
  var isEmpty: Bool {
    // Acquire: pairs with the releases in push() and pop().
    head.load(ordering: .acquiring) >= tail.load(ordering: .acquiring)
  }

  /// 128 bytes that keep two groups of fields off each other's cache lines.
  @usableFromInline
  struct Padding: Sendable {
    @usableFromInline let words = InlineArray<16, Int>(repeating: 0)
    @inlinable init() {}
  }
}

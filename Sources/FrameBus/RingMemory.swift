// The ring's algorithm, separate from the memory it runs on: IndexRing gives it real atomics; the tests give it
// words that they schedule one access at a time. So the tests exercise the code that runs.
//
// After L. Lamport, "Specifying Concurrent Program Modules" (ACM TOPLAS 5(2), 1983), with each side keeping a
// copy of the other's position as in M. Geier's rtrb and D. Vyukov's rings, so that a shared line moves
// between cores only when the copy runs out. One addition: the producer may take the oldest element back.
// `head` then has two writers, so when that is allowed it moves by compare-and-exchange.
//
// Ordering, in full:
//   tail  written by the producer with release after the cell; read by the consumer with acquire before it reads
//         the cell. So the consumer sees the cell's value and all that the producer wrote before publishing it.
//   head  written by the consumer with release (or acquire-release in the exchange) after it read the cell; read
//         by the producer with acquire before it reuses a cell. So a cell is not overwritten while the
//         consumer may still read it as current.
//   cells are relaxed atomics: a consumer may read a cell while the producer, having taken that element back,
//         overwrites it. The overwrite comes after the exchange that moved head past that position, and head
//         only grows: whatever the consumer read, its own exchange finds head moved, fails, and the value is
//         discarded. That needs only head's modification order; an atomic makes the race defined.
//   No ABA: positions count up and never wrap in practice (2⁶³ hand-offs).
// `tools/model/ring.pml` states the same for spin.

/// The words of a bounded single-producer single-consumer queue of small integers. Each `throws` access is one
/// atomic step; the others are private to one side or constant.
@usableFromInline
protocol RingMemory: ~Copyable {
  /// `Never` on real memory. The tests' memory interrupts an operation between two steps.
  associatedtype Interruption: Error

  /// How many elements fit.
  var capacity: Int { get }
  /// Number of cells − 1; the number of cells is a power of two ≥ `capacity`.
  var mask: Int { get }
  /// Whether the producer may take elements back; the consumer must then move `head` by exchange.
  var allowsStealing: Bool { get }

  /// The producer's copy of `head`, at or behind it.
  var knownHead: Int { get nonmutating set }
  /// `tail` as its only writer knows it.
  var ownTail: Int { get }
  /// The consumer's copy of `tail`, at or behind it; also behind `head` after elements were taken back.
  var knownTail: Int { get nonmutating set }

  /// Acquire.
  func loadTail() throws(Interruption) -> Int
  /// Release.
  func storeTail(_ position: Int) throws(Interruption)
  /// Acquire.
  func loadHead() throws(Interruption) -> Int
  /// Relaxed.
  func loadHeadRelaxed() throws(Interruption) -> Int
  /// Release.
  func storeHead(_ position: Int) throws(Interruption)
  /// Moves `head` from `position` to `position + 1`: acquire-release; acquire when it fails.
  func advanceHead(from position: Int) throws(Interruption) -> (won: Bool, seen: Int)
  /// Relaxed.
  func loadCell(_ offset: Int) throws(Interruption) -> Int
  /// Relaxed.
  func storeCell(_ offset: Int, _ value: Int) throws(Interruption)
}

extension RingMemory where Self: ~Copyable {
  /// Producer only. Appends `value`; `false` if the ring is full.
  @inlinable @inline(__always)
  func push(_ value: Int) throws(Interruption) -> Bool {
    let position = ownTail
    if position &- knownHead >= capacity {
      // Acquire: pairs with the release of `head`, or the exchange, in pop().
      knownHead = try loadHead()
      if position &- knownHead >= capacity { return false }
    }
    try storeCell(position & mask, value)
    // Release: pairs with the acquire of `tail` in pop().
    try storeTail(position &+ 1)
    return true
  }

  /// Producer only, and only if stealing is allowed. Takes the oldest element back; `nil` if none waits or
  /// the consumer was quicker: either way there is room.
  @inlinable @inline(__always)
  func stealOldest() throws(Interruption) -> Int? {
    // Acquire: pairs with pop()'s exchange.
    let position = try loadHead()
    knownHead = position
    guard position < ownTail else { return nil }
    // The producer wrote this cell itself.
    let value = try loadCell(position & mask)
    // Acquire-release: pairs with pop()'s exchange; exactly one side wins the element.
    let won = try advanceHead(from: position).won
    knownHead = position &+ 1
    return won ? value : nil
  }

  /// Producer only, and only if stealing is allowed. Appends `value`; if the ring is full, removes and returns the
  /// oldest element. Never fails: a failed steal means that the consumer made room.
  @inlinable @inline(__always)
  func pushDisplacing(_ value: Int) throws(Interruption) -> Int? {
    if try push(value) { return nil }
    let displaced = try stealOldest()
    _ = try push(value)
    return displaced
  }

  /// Consumer only. Takes the oldest element; `nil` if there is none.
  @inlinable @inline(__always)
  func pop() throws(Interruption) -> Int? {
    // Relaxed: without stealing only this thread moves head; with it, the exchange checks what was read.
    var position = try loadHeadRelaxed()
    while true {
      if position >= knownTail {
        // Acquire: pairs with the release of `tail` in push().
        knownTail = try loadTail()
        if position >= knownTail { return nil }
      }
      let value = try loadCell(position & mask)
      if !allowsStealing {
        // Release: pairs with the acquire of `head` in push(): the cell is read before it is freed.
        try storeHead(position &+ 1)
        return value
      }
      // Acquire-release: pairs with stealOldest()'s exchange and push()'s acquire. Fails only when the producer
      // took this element back, so there are at most as many rounds as drops.
      let (won, seen) = try advanceHead(from: position)
      if won { return value }
      position = seen
    }
  }
}

import Synchronization

/// A bounded lock-free single-producer single-consumer queue of small integers in real memory. The producer's
/// side is wait-free: `push` and `stealOldest` take a bounded number of steps whatever the consumer does. The
/// operations, and the justification of their memory orderings, are in `RingMemory.swift`.
///
/// Everything mutable is in one allocation, outside any object, so that no exclusivity check or reference count shares
/// its cache lines.
/// ```
/// 0    tail, producersHead   the producer writes
/// 128  head, consumersTail   the consumer writes (head: the producer too, when it steals)
/// 256  cells
/// ```
@safe
@usableFromInline
struct IndexRing: ~Copyable, @unchecked Sendable, RingMemory {
  // SAFETY: `producersHead` belongs to the producing thread, `consumersTail` to the consuming one; everything else is
  // constant or atomic. The pointers are into `storage`, which lives as long as the ring.
  @usableFromInline typealias Interruption = Never

  /// Cores fetch 64-byte lines in pairs: words that two cores write must be this far apart.
  @usableFromInline static let separation = 128
  /// Fits a 32-bit cell with ample room, and keeps rings to a few megabytes.
  static let largestCapacity = 1 << 20

  @usableFromInline let capacity: Int
  @usableFromInline let mask: Int
  @usableFromInline let allowsStealing: Bool
  // Plain words have their own pointees instead of being fields beside an atomic: under the law of exclusivity, an
  // access to a field is an access to the whole struct.
  @usableFromInline let tail: UnsafeMutablePointer<Atomic<Int>>
  @usableFromInline let producersHead: UnsafeMutablePointer<Int>
  @usableFromInline let head: UnsafeMutablePointer<Atomic<Int>>
  @usableFromInline let consumersTail: UnsafeMutablePointer<Int>
  @usableFromInline let cells: UnsafeMutablePointer<Atomic<Int32>>
  private let storage: UnsafeMutableRawPointer

  /// - Parameters:
  ///   - capacity: how many elements fit, 1...2²⁰; need not be a power of two.
  ///   - allowsStealing: whether the producer may take the oldest element back.
  @usableFromInline
  init(capacity: Int, allowsStealing: Bool) {
    precondition((1...Self.largestCapacity).contains(capacity), "ring capacity out of range")
    self.capacity = capacity
    self.allowsStealing = allowsStealing
    var size = 1
    while size < capacity { size *= 2 }
    mask = size - 1
    // SAFETY: the three parts don't overlap and are initialised here; whole separations keep other data off
    // their lines.
    let cellBytes = size * MemoryLayout<Atomic<Int32>>.stride
    let bytes = 2 * Self.separation + (cellBytes + Self.separation - 1) / Self.separation * Self.separation
    unsafe storage = .allocate(byteCount: bytes, alignment: Self.separation)
    unsafe tail = storage.bindMemory(to: Atomic<Int>.self, capacity: 1)
    unsafe tail.initialize(to: Atomic(0))
    unsafe producersHead = (storage + MemoryLayout<Int>.stride).bindMemory(to: Int.self, capacity: 1)
    unsafe producersHead.initialize(to: 0)
    let consumer = unsafe storage + Self.separation
    unsafe head = consumer.bindMemory(to: Atomic<Int>.self, capacity: 1)
    unsafe head.initialize(to: Atomic(0))
    unsafe consumersTail = (consumer + MemoryLayout<Int>.stride).bindMemory(to: Int.self, capacity: 1)
    unsafe consumersTail.initialize(to: 0)
    unsafe cells = (storage + 2 * Self.separation).bindMemory(to: Atomic<Int32>.self, capacity: size)
    for index in 0..<size { unsafe (cells + index).initialize(to: Atomic(0)) }
  }

  deinit {
    unsafe cells.deinitialize(count: mask + 1)
    unsafe head.deinitialize(count: 1)
    unsafe tail.deinitialize(count: 1)
    unsafe storage.deallocate()
  }

  // The accesses; the algorithm says which pairs with which. SAFETY for all: see the top; for the cells,
  // `offset` is masked, so it lies inside the allocation.

  @inlinable
  var knownHead: Int {
    get { unsafe producersHead.pointee }
    nonmutating set { unsafe producersHead.pointee = newValue }
  }

  @inlinable
  var knownTail: Int {
    get { unsafe consumersTail.pointee }
    nonmutating set { unsafe consumersTail.pointee = newValue }
  }

  // Relaxed: read by its only writer.
  @inlinable var ownTail: Int { unsafe tail.pointee.load(ordering: .relaxed) }

  @inlinable func loadTail() -> Int { unsafe tail.pointee.load(ordering: .acquiring) }

  @inlinable func storeTail(_ position: Int) {
    unsafe tail.pointee.store(position, ordering: .releasing)
  }

  @inlinable func loadHead() -> Int { unsafe head.pointee.load(ordering: .acquiring) }

  @inlinable func loadHeadRelaxed() -> Int { unsafe head.pointee.load(ordering: .relaxed) }

  @inlinable func storeHead(_ position: Int) {
    unsafe head.pointee.store(position, ordering: .releasing)
  }

  @inlinable func advanceHead(from position: Int) -> (won: Bool, seen: Int) {
    let (won, seen) = unsafe head.pointee.compareExchange(
      expected: position, desired: position &+ 1, ordering: .acquiringAndReleasing)
    return (won, seen)
  }

  @inlinable func loadCell(_ offset: Int) -> Int {
    Int(unsafe cells[offset].load(ordering: .relaxed))
  }

  @inlinable func storeCell(_ offset: Int, _ value: Int) {
    unsafe cells[offset].store(Int32(truncatingIfNeeded: value), ordering: .relaxed)
  }

  /// Whether nothing waits. Exact for the consumer once the producer has stopped.
  @inlinable
  var isEmpty: Bool {
    // head first: tail, read later, is never behind it. Acquire: pairs with the releases in push() and pop().
    let head = loadHead()
    return head >= loadTail()
  }
}

// What FrameBus guarantees:
//   - one producer, one consumer, each on any one thread at a time; no lock anywhere;
//   - the producer is wait-free under drop-oldest and drop-newest, whatever the consumer does;
//   - slots are made once; after that nothing is allocated and no pixel is copied;
//   - a slot belongs to exactly one side at any time: free or being written (producer), waiting (the ring),
//     leased (consumer);
//   - every frame offered is delivered, counted as dropped, or still waiting.
// What it requires: leases end on the thread that owns the consumer (the compiler can't check that). Publishing a slot
// that isn't the producer's traps, because it would give one frame two owners.

import Synchronization

/// A bounded channel of leased slots from one producing thread to one consuming thread.
///
/// The slots, for instance a camera's memory-mapped buffers, are given once and travel as indices: through
/// one ring to the consumer, which holds a slot as a ``FrameLease`` and, by ending the lease, sends it back
/// through a second ring.
@safe
public final class FrameBus<Slot: Sendable>: @unchecked Sendable {
  // SAFETY: `producerSide` and `consumerSide` hold atomics; `leases` and `producerOwns` belong to one thread;
  // everything else is constant.
  @usableFromInline let slots: [Slot]
  @usableFromInline let policy: OverflowPolicy
  @usableFromInline let waiting: IndexRing
  @usableFromInline let returned: IndexRing
  /// Rung when a frame is published or the producer closes the bus.
  @usableFromInline let doorbell: Doorbell
  /// Rung when a slot comes back, room appears or the consumer goes away.
  @usableFromInline let returnBell = Doorbell()
  // The two bells' cores: see Doorbell.ring(_:).
  @usableFromInline let doorbellCore: UnsafeMutablePointer<Doorbell.Core>
  @usableFromInline let returnBellCore: UnsafeMutablePointer<Doorbell.Core>
  @usableFromInline let producerSide: UnsafeMutablePointer<ProducerSide>
  @usableFromInline let consumerSide: UnsafeMutablePointer<ConsumerSide>
  @usableFromInline let leases: UnsafeMutablePointer<Leases>
  /// Which slots are the producer's; only its thread reads and writes this.
  @usableFromInline let producerOwns: UnsafeMutablePointer<Bool>
  private let storage: UnsafeMutableRawPointer
  private let endpointsTaken = Atomic<Int>(0)

  /// Words the producer writes. Each counter has one writer: a load and a store, no read-modify-write.
  @usableFromInline
  struct ProducerSide: ~Copyable {
    @usableFromInline let droppedOldest = Atomic<UInt64>(0)
    @usableFromInline let droppedNewest = Atomic<UInt64>(0)
    @usableFromInline let isClosed = Atomic<Bool>(false)
    init() {}
  }

  /// Words the consumer writes.
  @usableFromInline
  struct ConsumerSide: ~Copyable {
    @usableFromInline let delivered = Atomic<UInt64>(0)
    @usableFromInline let isClosed = Atomic<Bool>(false)
    init() {}
  }

  /// State that only the consumer's thread reads and writes. Separate from the atomics, because under the law of
  /// exclusivity changing a field is an access to the whole struct.
  @usableFromInline
  struct Leases {
    /// Leases that haven't ended.
    @usableFromInline var count = 0
    /// Whether the consumer went before its leases: the last of them releases the bus.
    @usableFromInline var keepBus = false
    init() {}
  }

  /// Makes a bus with its rings; nothing is allocated afterwards.
  ///
  /// - Parameters:
  ///   - slots: the pool. With `capacity` frames waiting and the consumer holding `h` leases, the producer
  ///     has `slots.count - capacity - h` left to write into: give it at least one (a V4L2 driver wants two).
  ///   - capacity: how many frames may wait, 1...2²⁰.
  ///   - policy: what happens when that many wait.
  ///   - doorbell: rung on each published frame; buses that one consumer reads can share it.
  public init(slots: [Slot], capacity: Int, policy: OverflowPolicy, doorbell: Doorbell = Doorbell()) {
    precondition(!slots.isEmpty && capacity >= 1)
    self.slots = slots
    self.policy = policy
    self.doorbell = doorbell
    // SAFETY: valid as long as the doorbells, which the bus holds.
    unsafe doorbellCore = doorbell.core
    unsafe returnBellCore = returnBell.core
    waiting = IndexRing(capacity: capacity, allowsStealing: policy == .dropOldest)
    returned = IndexRing(capacity: slots.count, allowsStealing: false)
    // SAFETY: the parts don't overlap, each side has its own cache lines, and all are initialised here.
    let separation = IndexRing.separation
    unsafe storage = .allocate(byteCount: 2 * separation + slots.count, alignment: separation)
    unsafe consumerSide = storage.bindMemory(to: ConsumerSide.self, capacity: 1)
    unsafe consumerSide.initialize(to: ConsumerSide())
    unsafe leases = (storage + separation / 2).bindMemory(to: Leases.self, capacity: 1)
    unsafe leases.initialize(to: Leases())
    unsafe producerSide = (storage + separation).bindMemory(to: ProducerSide.self, capacity: 1)
    unsafe producerSide.initialize(to: ProducerSide())
    unsafe producerOwns = (storage + 2 * separation).bindMemory(to: Bool.self, capacity: slots.count)
    unsafe producerOwns.initialize(repeating: false, count: slots.count)
  }

  deinit {
    unsafe consumerSide.deinitialize(count: 1)
    unsafe producerSide.deinitialize(count: 1)
    unsafe storage.deallocate()
  }

  /// The producer's end on the first call; `nil` afterwards.
  public func takeProducer() -> FrameProducer<Slot>? {
    let before = endpointsTaken.bitwiseOr(1, ordering: .acquiringAndReleasing).oldValue
    return before & 1 == 0 ? FrameProducer(bus: self) : nil
  }

  /// The consumer's end on the first call; `nil` afterwards.
  public func takeConsumer() -> FrameConsumer<Slot>? {
    let before = endpointsTaken.bitwiseOr(2, ordering: .acquiringAndReleasing).oldValue
    return before & 2 == 0 ? FrameConsumer(bus: self) : nil
  }

  /// A snapshot, from any thread. Each number was exact at some moment, and none decreases; `published` is read
  /// last, so it covers every delivery and drop in the snapshot.
  public var counters: FrameBusCounters {
    var counters = FrameBusCounters()
    // Acquire: pairs with the releases that count the two, after `head` moved past the frame.
    counters.delivered = unsafe consumerSide.pointee.delivered.load(ordering: .acquiring)
    counters.droppedOldest = unsafe producerSide.pointee.droppedOldest.load(ordering: .acquiring)
    counters.droppedNewest = unsafe producerSide.pointee.droppedNewest.load(ordering: .relaxed)
    // Each frame moves the ring's tail by one.
    counters.published = UInt64(waiting.loadTail())
    return counters
  }

  /// Consumer's thread only: ends a lease.
  ///
  /// - Returns: whether the caller must release the reference that the consumer left (see its `deinit`).
  @inlinable
  func endLease(_ index: Int) -> Bool {
    // Never full: the ring has room for every slot, and publish() admits each slot once.
    _ = returned.push(index)
    unsafe Doorbell.ring(returnBellCore)
    // SAFETY: the consumer's thread owns the pointee.
    unsafe leases.pointee.count -= 1
    return unsafe leases.pointee.count == 0 && leases.pointee.keepBus
  }
}

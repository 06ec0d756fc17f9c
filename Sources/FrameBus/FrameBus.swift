// What FrameBus guarantees:
//   - one producer, one consumer, each on any one thread at a time; no lock anywhere;
//   - the producer is wait-free under drop-oldest and drop-newest, whatever the consumer does;
//   - slots are made once; nothing is allocated and no pixel is copied afterwards;
//   - a slot belongs to exactly one side at any time: free or being written (producer), waiting (the ring),
//     leased (consumer);
//   - every frame offered is delivered, or counted as dropped, or still waits.

import Synchronization

/// A bounded channel of leased slots from one producing thread to one consuming thread.
///
/// The slots, for instance a camera's memory-mapped buffers, are given once and travel as indices: through one
/// ring to the consumer, who holds a slot as a ``FrameLease`` and, by ending the lease, sends it back through a
/// second ring.
public final class FrameBus<Slot: Sendable>: Sendable {
  @usableFromInline let slots: [Slot]
  @usableFromInline let policy: OverflowPolicy
  @usableFromInline let waiting: IndexRing
  @usableFromInline let returned: IndexRing
  /// Rung when a frame is published or the bus is closed by its producer.
  @usableFromInline let doorbell: Doorbell
  /// Rung when a slot comes back, room appears or the consumer has gone.
  @usableFromInline let returnBell = Doorbell()
  @usableFromInline let producerClosed = Atomic<Bool>(false)
  @usableFromInline let consumerClosed = Atomic<Bool>(false)
  @usableFromInline let published = Atomic<UInt64>(0)
  @usableFromInline let delivered = Atomic<UInt64>(0)
  @usableFromInline let droppedOldest = Atomic<UInt64>(0)
  @usableFromInline let droppedNewest = Atomic<UInt64>(0)
  private let endpointsTaken = Atomic<Int>(0)

  /// - Parameters:
  ///   - slots: the pool. With `capacity` frames waiting and the consumer holding `h` leases, the producer has
  ///     `slots.count - capacity - h` left to write into: give it at least one (a V4L2 driver wants two).
  ///   - capacity: how many frames may wait.
  ///   - doorbell: rung on each published frame; share one among the buses that a consumer reads.
  public init(slots: [Slot], capacity: Int, policy: OverflowPolicy, doorbell: Doorbell = Doorbell()) {
    precondition(!slots.isEmpty && capacity >= 1)
    self.slots = slots
    self.policy = policy
    self.doorbell = doorbell
    waiting = IndexRing(capacity: capacity, allowsStealing: policy == .dropOldest)
    returned = IndexRing(capacity: slots.count, allowsStealing: false)
  }

  /// The producer's end: once; `nil` afterwards.
  public func takeProducer() -> FrameProducer<Slot>? {
    let before = endpointsTaken.bitwiseOr(1, ordering: .acquiringAndReleasing).oldValue
    return before & 1 == 0 ? FrameProducer(bus: self) : nil
  }

  /// The consumer's end: once; `nil` afterwards.
  public func takeConsumer() -> FrameConsumer<Slot>? {
    let before = endpointsTaken.bitwiseOr(2, ordering: .acquiringAndReleasing).oldValue
    return before & 2 == 0 ? FrameConsumer(bus: self) : nil
  }

  /// A snapshot; each number is exact, their sum may be one frame behind.
  public var counters: FrameBusCounters {
    var counters = FrameBusCounters()
    counters.published = published.load(ordering: .relaxed)
    counters.delivered = delivered.load(ordering: .relaxed)
    counters.droppedOldest = droppedOldest.load(ordering: .relaxed)
    counters.droppedNewest = droppedNewest.load(ordering: .relaxed)
    return counters
  }
}

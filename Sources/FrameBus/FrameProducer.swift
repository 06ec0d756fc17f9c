import Synchronization

/// The end of a ``FrameBus`` that fills slots. Owned by one thread at a time; dropping it closes the bus.
public struct FrameProducer<Slot: Sendable>: ~Copyable, Sendable {
  /// What became of a published slot.
  public enum Outcome: Equatable, Sendable {
    /// It waits for the consumer.
    case accepted
    /// It waits; the oldest frame gave way, and this slot, which held it, is the producer's again.
    case displaced(Int)
    /// The ring is full and the policy keeps the old frames: the slot is still the producer's.
    case refused
    /// The consumer has gone: the slot is still the producer's.
    case closed
  }

  @usableFromInline let bus: FrameBus<Slot>
  // Slots that were never handed out so far: those from here on.
  @usableFromInline var untouched = 0

  init(bus: FrameBus<Slot>) { self.bus = bus }

  deinit { close() }

  /// Number of slots in the pool.
  public var slotCount: Int { bus.slots.count }

  /// The slot at an index. Use it only while it is the producer's.
  @inlinable
  public func slot(_ index: Int) -> Slot { bus.slots[index] }

  /// A slot to write into, now the producer's; `nil` when all others wait or are leased.
  @inlinable
  public mutating func takeFree() -> Int? {
    if let index = bus.returned.pop() { return index }
    guard untouched < bus.slots.count else { return nil }
    untouched += 1
    return untouched - 1
  }

  /// As ``takeFree()``, but sleeps until a slot comes back.
  ///
  /// - Returns: `nil` when the time ran out or the consumer has gone.
  public mutating func waitForFree(timeout: Duration? = nil) -> Int? {
    let deadline = timeout.map { ContinuousClock.now + $0 }
    while true {
      let ticket = bus.returnBell.ticket
      if let index = takeFree() { return index }
      if isConsumerClosed { return nil }
      let left = deadline.map { $0 - .now }
      if let left, left <= .zero { return nil }
      bus.returnBell.wait(after: ticket, timeout: left)
    }
  }

  /// Hands a filled slot to the consumer. Wait-free under the dropping policies; under ``OverflowPolicy/block``
  /// sleeps until there is room.
  ///
  /// - Parameter index: a slot that is the producer's. It stays so on `refused` and `closed`.
  @inlinable
  public mutating func publish(_ index: Int) -> Outcome {
    if isConsumerClosed { return .closed }
    var displaced: Int?
    if !bus.waiting.push(index) {
      switch bus.policy {
      case .dropOldest:
        // At most one round: a failed steal means that the consumer made room.
        displaced = bus.waiting.stealOldest()
        if displaced != nil { bus.droppedOldest.wrappingAdd(1, ordering: .relaxed) }
        let pushed = bus.waiting.push(index)
        assert(pushed, "only the producer fills the ring")
      case .dropNewest:
        bus.droppedNewest.wrappingAdd(1, ordering: .relaxed)
        return .refused
      case .block:
        guard pushWaiting(index) else { return .closed }
      }
    }
    bus.published.wrappingAdd(1, ordering: .relaxed)
    bus.doorbell.ring()
    return displaced.map { .displaced($0) } ?? .accepted
  }

  @usableFromInline
  func pushWaiting(_ index: Int) -> Bool {
    while true {
      let ticket = bus.returnBell.ticket
      if bus.waiting.push(index) { return true }
      if isConsumerClosed { return false }
      bus.returnBell.wait(after: ticket)
    }
  }

  /// Whether nobody will take frames any more.
  @inlinable
  public var isConsumerClosed: Bool {
    // Acquire: pairs with the release in FrameConsumer.close().
    bus.consumerClosed.load(ordering: .acquiring)
  }

  /// Says that no frame will follow; what waits can still be taken. Further calls do nothing.
  public func close() {
    // Release: pairs with the acquire in FrameConsumer.isDrained; frames published before are seen by then.
    bus.producerClosed.store(true, ordering: .releasing)
    bus.doorbell.ring()
  }
}

import Synchronization

/// The end of a ``FrameBus`` that fills slots. Owned by one thread at a time; dropping it closes the bus.
public struct FrameProducer<Slot: Sendable>: ~Copyable, Sendable {
  /// What happened to a published slot.
  public enum Outcome: Equatable, Sendable {
    /// It waits for the consumer.
    case accepted
    /// It waits; the oldest frame gave way, and its slot (the associated index) is the producer's again.
    case displaced(Int)
    /// The ring is full and the policy keeps the old frames: the slot is still the producer's.
    case refused
    /// The consumer is gone: the slot is still the producer's.
    case closed
  }

  @usableFromInline let bus: FrameBus<Slot>
  // Slots from this index on have never been handed out.
  @usableFromInline var untouched = 0

  init(bus: FrameBus<Slot>) { self.bus = bus }

  deinit { close() }

  /// Number of slots in the pool.
  public var slotCount: Int { bus.slots.count }

  /// The slot at an index. Use it only while it is the producer's.
  @inlinable
  public func slot(_ index: Int) -> Slot { bus.slots[index] }

  /// A slot to write into, now the producer's; `nil` if all others wait or are leased. Never sleeps.
  @inlinable
  public mutating func takeFree() -> Int? {
    let index: Int
    if let back = bus.returned.pop() {
      index = back
    } else if untouched < bus.slots.count {
      index = untouched
      untouched += 1
    } else {
      return nil
    }
    // SAFETY: the producer's thread owns the table; index came from the bus and is in range.
    unsafe bus.producerOwns[index] = true
    return index
  }

  /// As ``takeFree()``, but sleeps until a slot comes back.
  ///
  /// - Parameter timeout: the longest sleep; `nil` for no limit.
  /// - Returns: `nil` if the time ran out or the consumer is gone.
  @inlinable
  public mutating func waitForFree(timeout: Duration? = nil) -> Int? {
    if let index = takeFree() { return index }
    return sleepForFree(timeout: timeout)
  }

  @usableFromInline
  mutating func sleepForFree(timeout: Duration?) -> Int? {
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

  /// Hands a filled slot to the consumer. Wait-free under the dropping policies; under
  /// ``OverflowPolicy/block`` it sleeps until there is room.
  ///
  /// - Parameter index: a slot that is the producer's; otherwise this traps. It stays the producer's on `refused`
  ///   and `closed`.
  @inlinable
  public mutating func publish(_ index: Int) -> Outcome {
    // SAFETY: the producer's thread owns the table; the index is checked first.
    precondition(index >= 0 && index < bus.slots.count, "no such slot")
    precondition(unsafe bus.producerOwns[index], "the slot is not the producer's")
    if isConsumerClosed { return .closed }
    var outcome = Outcome.accepted
    switch bus.policy {
    case .dropOldest:
      if let oldest = bus.waiting.pushDisplacing(index) {
        // Release: pairs with the acquire in FrameBus.counters. Load and store: one writer.
        let dropped = unsafe bus.producerSide.pointee.droppedOldest.load(ordering: .relaxed)
        unsafe bus.producerSide.pointee.droppedOldest.store(dropped &+ 1, ordering: .releasing)
        unsafe bus.producerOwns[oldest] = true
        outcome = .displaced(oldest)
      }
    case .dropNewest:
      guard bus.waiting.push(index) else {
        let dropped = unsafe bus.producerSide.pointee.droppedNewest.load(ordering: .relaxed)
        unsafe bus.producerSide.pointee.droppedNewest.store(dropped &+ 1, ordering: .relaxed)
        return .refused
      }
    case .block:
      guard bus.waiting.push(index) || pushWaiting(index) else { return .closed }
    }
    unsafe bus.producerOwns[index] = false
    unsafe Doorbell.ring(bus.doorbellCore)
    return outcome
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

  /// Whether frames are no longer taken.
  @inlinable
  public var isConsumerClosed: Bool {
    // Acquire: pairs with the release in FrameConsumer.close().
    unsafe bus.consumerSide.pointee.isClosed.load(ordering: .acquiring)
  }

  /// Declares that no more frames follow; waiting frames can still be taken. Further calls do nothing.
  public func close() {
    // Release: pairs with the acquire in FrameConsumer.isDrained, which then sees every frame published
    // before.
    unsafe bus.producerSide.pointee.isClosed.store(true, ordering: .releasing)
    bus.doorbell.ring()
  }
}

import Synchronization

/// The end of a ``FrameBus`` that takes frames. Owned by one thread at a time, as are its leases; dropping it
/// tells the producer to stop. Leases may outlive it.
public struct FrameConsumer<Slot: Sendable>: ~Copyable, Sendable {
  @usableFromInline let bus: FrameBus<Slot>

  init(bus: FrameBus<Slot>) { self.bus = bus }

  deinit {
    close()
    // SAFETY: the consumer's thread owns the pointee. Leases hold no reference of their own, as counting each
    // would cost two atomic operations a frame: the last one balances this retain in endLease(_:).
    if unsafe bus.leases.pointee.count > 0 {
      unsafe bus.leases.pointee.keepBus = true
      _ = unsafe Unmanaged.passRetained(bus)
    }
  }

  /// The oldest waiting frame; `nil` when none waits. Never sleeps.
  @inlinable
  public mutating func take() -> FrameLease<Slot>? {
    guard let index = bus.waiting.pop() else { return nil }
    // SAFETY: `leases` is the consumer's thread's.
    unsafe bus.leases.pointee.count += 1
    // Release: pairs with the acquire in FrameBus.counters. Load and store: this thread alone counts here.
    let delivered = unsafe bus.consumerSide.pointee.delivered.load(ordering: .relaxed)
    unsafe bus.consumerSide.pointee.delivered.store(delivered &+ 1, ordering: .releasing)
    if bus.policy == .block { unsafe Doorbell.ring(bus.returnBellCore) }
    return FrameLease(bus: bus, index: index)
  }

  /// As ``take()``, but sleeps until a frame comes.
  ///
  /// - Returns: `nil` when the time ran out, or the producer closed and nothing is left.
  @inlinable
  public mutating func waitForFrame(timeout: Duration? = nil) -> FrameLease<Slot>? {
    if let lease = take() { return lease }
    return sleepForFrame(timeout: timeout)
  }

  @usableFromInline
  mutating func sleepForFrame(timeout: Duration?) -> FrameLease<Slot>? {
    let deadline = timeout.map { ContinuousClock.now + $0 }
    while true {
      let ticket = bus.doorbell.ticket
      if let lease = take() { return lease }
      // A frame published and the bus closed since take() makes isDrained false here, and the ticket stale.
      if isDrained { return nil }
      let left = deadline.map { $0 - .now }
      if let left, left <= .zero { return nil }
      bus.doorbell.wait(after: ticket, timeout: left)
    }
  }

  /// Whether the producer has closed and every frame has been taken.
  public var isDrained: Bool {
    // Acquire: pairs with the release in FrameProducer.close(). Looked at first: a frame published before the
    // close is then visible to isEmpty.
    unsafe bus.producerSide.pointee.isClosed.load(ordering: .acquiring) && bus.waiting.isEmpty
  }

  /// What went through so far.
  public var counters: FrameBusCounters { bus.counters }

  /// Tells the producer that nobody takes frames any more. Further calls do nothing. What waits then is never
  /// delivered, unless ``take()`` is still called.
  public func close() {
    // Release: pairs with the acquire in FrameProducer.isConsumerClosed.
    unsafe bus.consumerSide.pointee.isClosed.store(true, ordering: .releasing)
    bus.returnBell.ring()
  }
}

import Synchronization

/// The end of a ``FrameBus`` that takes frames. Owned by one thread at a time, as are its leases; dropping it
/// tells the producer to stop.
public struct FrameConsumer<Slot: Sendable>: ~Copyable, Sendable {
  @usableFromInline let bus: FrameBus<Slot>

  init(bus: FrameBus<Slot>) { self.bus = bus }

  deinit { close() }

  /// The oldest waiting frame; `nil` when none waits. Never sleeps.
  @inlinable
  public mutating func take() -> FrameLease<Slot>? {
    guard let index = bus.waiting.pop() else { return nil }
    bus.delivered.wrappingAdd(1, ordering: .relaxed)
    if bus.policy == .block { bus.returnBell.ring() }
    return FrameLease(bus: bus, index: index)
  }

  /// As ``take()``, but sleeps until a frame comes.
  ///
  /// - Returns: `nil` when the time ran out, or the producer closed and nothing is left.
  public mutating func waitForFrame(timeout: Duration? = nil) -> FrameLease<Slot>? {
    let deadline = timeout.map { ContinuousClock.now + $0 }
    while true {
      let ticket = bus.doorbell.ticket
      if let lease = take() { return lease }
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
    bus.producerClosed.load(ordering: .acquiring) && bus.waiting.isEmpty
  }

  /// What went through so far.
  public var counters: FrameBusCounters { bus.counters }

  /// Tells the producer that nobody takes frames any more. Further calls do nothing.
  public func close() {
    // Release: pairs with the acquire in FrameProducer.isConsumerClosed.
    bus.consumerClosed.store(true, ordering: .releasing)
    bus.returnBell.ring()
  }
}

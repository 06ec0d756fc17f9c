import Synchronization

/// The end of a ``FrameBus`` that takes frames. It and its leases belong to one thread at a time; dropping it
/// tells the producer to stop. Leases may outlive it.
public struct FrameConsumer<Slot: Sendable>: ~Copyable, Sendable {
  @usableFromInline let bus: FrameBus<Slot>

  init(bus: FrameBus<Slot>) { self.bus = bus }

  deinit {
    close()
    // SAFETY: the consumer's thread owns the pointee. Leases hold no reference, because counting each would cost
    // two atomic operations a frame: the last one balances this retain in endLease(_:).
    if unsafe bus.leases.pointee.count > 0 {
      unsafe bus.leases.pointee.keepBus = true
      _ = unsafe Unmanaged.passRetained(bus)
    }
  }

  /// The oldest waiting frame; `nil` when none waits. Never sleeps.
  @inlinable
  public mutating func take() -> FrameLease<Slot>? {
    guard let index = bus.waiting.pop() else { return nil }
    // SAFETY: `leases` belongs to the consumer's thread.
    unsafe bus.leases.pointee.count += 1
    // Release: pairs with the acquire in FrameBus.counters. Load and store: only this thread counts here.
    let delivered = unsafe bus.consumerSide.pointee.delivered.load(ordering: .relaxed)
    unsafe bus.consumerSide.pointee.delivered.store(delivered &+ 1, ordering: .releasing)
    if bus.policy == .block { unsafe Doorbell.ring(bus.returnBellCore) }
    return FrameLease(bus: bus, index: index)
  }

  /// As ``take()``, but sleeps until a frame comes.
  ///
  /// - Parameter timeout: the longest sleep; `nil` for no limit.
  /// - Returns: `nil` if the time ran out, or the producer closed and nothing is left.
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
      // If a frame was published and the bus closed since take(), isDrained is false here and the ticket is
      // stale.
      if isDrained { return nil }
      let left = deadline.map { $0 - .now }
      if let left, left <= .zero { return nil }
      bus.doorbell.wait(after: ticket, timeout: left)
    }
  }

  /// Whether the producer has closed and every frame has been taken.
  public var isDrained: Bool {
    // Acquire: pairs with the release in FrameProducer.close(). Checked first: a frame published before the
    // close is then visible to isEmpty.
    unsafe bus.producerSide.pointee.isClosed.load(ordering: .acquiring) && bus.waiting.isEmpty
  }

  /// The bus's counters so far.
  public var counters: FrameBusCounters { bus.counters }

  /// Tells the producer that frames are no longer taken. Further calls do nothing. Frames still waiting are
  /// never delivered unless ``take()`` is called again.
  public func close() {
    // Release: pairs with the acquire in FrameProducer.isConsumerClosed.
    unsafe bus.consumerSide.pointee.isClosed.store(true, ordering: .releasing)
    bus.returnBell.ring()
  }
}

/// A slot that the consumer holds: readable until the lease ends, by ``release()`` or by going out of scope.
/// It must end on the thread that owns the consumer. Leases may end in any order, and after the consumer.
@safe
public struct FrameLease<Slot: Sendable>: ~Copyable {
  // SAFETY: the bus outlives the lease: the consumer holds it and, if released first, leaves a reference that
  // the last lease releases.
  @usableFromInline let bus: Unmanaged<FrameBus<Slot>>
  @usableFromInline let index: Int

  @inlinable
  init(bus: FrameBus<Slot>, index: Int) {
    unsafe self.bus = .passUnretained(bus)
    self.index = index
  }

  @inlinable
  deinit {
    // Copied, as Swift 6.2 can't lend a closure what is about to end.
    let (bus, index) = unsafe (bus, index)
    if unsafe bus._withUnsafeGuaranteedRef({ $0.endLease(index) }) { unsafe bus.release() }
  }

  /// The leased slot.
  @inlinable
  public var slot: Slot { unsafe bus._withUnsafeGuaranteedRef { $0.slots[index] } }

  /// Ends the lease now.
  @inlinable
  public consuming func release() {}
}

// Two threads ending leases would race for the ring of returned slots.
@available(*, unavailable)
extension FrameLease: Sendable {}

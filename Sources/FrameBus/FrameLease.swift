/// A slot that the consumer holds: readable until the lease ends, by ``release()`` or by going out of scope.
/// It must end on the consumer's thread.
public struct FrameLease<Slot: Sendable>: ~Copyable {
  @usableFromInline let bus: FrameBus<Slot>
  @usableFromInline let index: Int

  @inlinable
  init(bus: FrameBus<Slot>, index: Int) {
    self.bus = bus
    self.index = index
  }

  @inlinable
  deinit {
    // The ring has room for every slot, so this cannot fail.
    let pushed = bus.returned.push(index)
    assert(pushed, "a slot came back twice")
    bus.returnBell.ring()
  }

  /// What is leased.
  @inlinable
  public var slot: Slot { bus.slots[index] }

  /// Ends the lease now.
  @inlinable
  public consuming func release() {}
}

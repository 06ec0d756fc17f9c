/// The bare ring, only for `Benchmarks/framebus`: nothing stops two threads from producing at once.
@_spi(Measurement)
public struct MeasuredRing: ~Copyable, Sendable {
  @usableFromInline let ring: IndexRing

  /// Makes an empty ring for `capacity` elements, 1...2²⁰.
  ///
  /// - Parameters:
  ///   - capacity: how many elements fit; need not be a power of two.
  ///   - allowsStealing: whether `head` moves by compare-and-exchange, as ``OverflowPolicy/dropOldest``
  ///     needs.
  public init(capacity: Int, allowsStealing: Bool) {
    ring = IndexRing(capacity: capacity, allowsStealing: allowsStealing)
  }

  /// Producer only. Appends `value`; `false` if the ring is full.
  @inlinable public func push(_ value: Int) -> Bool { ring.push(value) }

  /// Consumer only. Takes the oldest element; `nil` if there is none.
  @inlinable public func pop() -> Int? { ring.pop() }
}

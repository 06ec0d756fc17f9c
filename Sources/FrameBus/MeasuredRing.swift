/// The bare ring, for `Benchmarks/framebus` alone: nothing keeps two threads from being producer at once.
@_spi(Measurement)
public struct MeasuredRing: ~Copyable, Sendable {
  @usableFromInline let ring: IndexRing

  public init(capacity: Int, allowsStealing: Bool) {
    ring = IndexRing(capacity: capacity, allowsStealing: allowsStealing)
  }

  /// Producer only. Appends `value`; `false` when the ring is full.
  @inlinable public func push(_ value: Int) -> Bool { ring.push(value) }

  /// Consumer only. Takes the oldest element; `nil` when there is none.
  @inlinable public func pop() -> Int? { ring.pop() }
}

/// The numbers that ``LiveNumber``s show, by slot, 0...31.
public struct FigureValues: Sendable, Hashable {
  private var values = SIMD32<Double>()

  /// All values are 0.
  public init() {}

  /// The value in a slot; a slot outside 0...31 reads 0 and ignores writes.
  public subscript(slot: Int) -> Double {
    get { (0..<32).contains(slot) ? values[slot] : 0 }
    set { if (0..<32).contains(slot) { values[slot] = newValue } }
  }
}

/// The numbers that ``FiguresItem``s show, by slot, 0...15. A slot beyond them reads 0.
public struct FigureValues: Sendable, Hashable {
  private var values = SIMD16<Double>()

  public init() {}

  public subscript(slot: Int) -> Double {
    get { (0..<16).contains(slot) ? values[slot] : 0 }
    set { if (0..<16).contains(slot) { values[slot] = newValue } }
  }
}

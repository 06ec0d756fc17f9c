/// At most two parameters strictly between 0 and 1, in ascending order.
public struct InnerParameters: Hashable, Sendable {
  /// The smaller one, or the only one; `nil` if there is none.
  public private(set) var first: Double?
  /// The larger one; `nil` if there are fewer than two.
  public private(set) var second: Double?

  /// Makes an empty set.
  public init() {}

  /// Takes the real roots of a·t² + b·t + c inside (0, 1); a double root counts once.
  ///
  /// The formula keeps its digits if b² ≫ |4ac| (Goldberg, "What every computer scientist should know about
  /// floating-point arithmetic", ACM Computing Surveys 23(1), 1991, §1.4); scaling keeps squares from
  /// overflowing. With a = 0 it solves the linear equation.
  public init(rootsOf a: Double, _ b: Double, _ c: Double) {
    let scale = max(a.magnitude, b.magnitude, c.magnitude)
    guard scale > 0, scale.isFinite else { return }
    // A power of two, so that scaling doesn't round.
    let unit = Double(sign: .plus, exponent: scale.exponent, significand: 1)
    let (a, b, c) = (a / unit, b / unit, c / unit)
    let discriminant = b * b - 4 * a * c
    guard discriminant >= 0 else { return }
    let q = -(b + (b < 0 ? -1 : 1) * discriminant.squareRoot()) / 2
    let (r, s) = (q / a, c / q)
    for root in [min(r, s), max(r, s)] { add(root) }
    // If one root is not a number, min and max lose the other too.
    if r.isNaN { add(s) }
    if s.isNaN { add(r) }
  }

  private mutating func add(_ t: Double) {
    guard t > 0, t < 1, t != first else { return }
    if first == nil { first = t } else { second = t }
  }

  /// How many there are, 0 … 2.
  public var count: Int { first == nil ? 0 : second == nil ? 1 : 2 }

  /// Calls `body` with each parameter, in ascending order.
  public func forEach(_ body: (Double) -> Void) {
    if let first { body(first) }
    if let second { body(second) }
  }
}

/// The outline of glass or of a plate, before the layout has resolved it.
public enum EffectShape: Sendable, Hashable {
  /// A corner, by itself or in relation to what lies around it.
  public enum Corner: Sendable, Hashable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    /// Radius in points.
    case fixed(Double)
    /// Parallel to the nearest shape around it: that one's radius less the inset, and never under `minimum`.
    case concentric(minimum: Double)

    public static let containerConcentric = Corner.concentric(minimum: 0)

    public init(floatLiteral value: Double) { self = .fixed(value) }
    public init(integerLiteral value: Int) { self = .fixed(Double(value)) }
  }

  case capsule, circle, ellipse
  case rect(cornerRadius: Corner)
  /// SVG path data in a box of 1 × 1 that is stretched to the frame.
  case path(String)

  /// A rectangle with continuous corners of a radius in points.
  @_disfavoredOverload
  public static func rect(cornerRadius: Double) -> EffectShape { .rect(cornerRadius: .fixed(cornerRadius)) }
}

/// The outline of glass or a plate, before the layout resolves it.
public enum EffectShape: Sendable, Hashable {
  /// A corner's radius, absolute or relative to the shape around it.
  public enum Corner: Sendable, Hashable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    /// Radius in points.
    case fixed(Double)
    /// Concentric with the nearest shape around it: that shape's radius less the inset, at least `minimum` points.
    case concentric(minimum: Double)

    /// Concentric with the nearest shape around it, down to a sharp corner.
    public static let containerConcentric = Corner.concentric(minimum: 0)

    /// A fixed radius in points.
    public init(floatLiteral value: Double) { self = .fixed(value) }
    /// A fixed radius in points.
    public init(integerLiteral value: Int) { self = .fixed(Double(value)) }
  }

  /// A capsule with two half circles, the largest circle in the middle of the frame, or the frame's ellipse.
  case capsule, circle, ellipse
  /// A rectangle with continuous corners.
  case rect(cornerRadius: Corner)
  /// SVG path data in a 1 × 1 box, stretched to the frame.
  case path(String)

  /// A rectangle with continuous corners of a radius in points.
  @_disfavoredOverload
  public static func rect(cornerRadius: Double) -> EffectShape { .rect(cornerRadius: .fixed(cornerRadius)) }
}

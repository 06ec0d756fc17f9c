import HUDGeometry

/// The outline of a piece of glass within its frame, as the layout resolved it: a corner that is concentric to its
/// container has its radius here.
public enum GlassForm: Sendable, Hashable {
  /// Two half circles at the shorter sides.
  case capsule
  /// The largest circle in the middle of the frame.
  case circle
  case ellipse
  /// A rectangle with continuous corners; the radius in points.
  case rect(cornerRadius: Double)
  /// SVG path data in a box of 1 × 1 that is stretched to the frame.
  case path(String)

  /// With lengths `scale` times as long.
  func scaled(by scale: Double) -> GlassForm {
    if case .rect(let radius) = self { return .rect(cornerRadius: radius * scale) }
    return self
  }
}

import Geometry

/// The outline of a piece of glass within its frame, resolved by the layout: corners concentric to
/// a container have their radius here.
public enum GlassForm: Sendable, Hashable {
  /// Two half circles at the shorter sides.
  case capsule
  /// The largest circle in the centre of the frame.
  case circle
  /// The ellipse that fills the frame.
  case ellipse
  /// A rectangle with continuous corners; the radius is in points.
  case rect(cornerRadius: Double)
  /// SVG path data in a box of 1 × 1 that is stretched to the frame.
  case path(String)

  /// The radius of its corners in a frame, in the frame's units; `nil` for forms without round corners.
  func cornerRadius(in frame: Rect) -> Double? {
    let half = min(frame.width, frame.height) / 2
    switch self {
    case .capsule, .circle: return half
    case .rect(let radius): return min(radius, half)
    case .ellipse, .path: return nil
    }
  }

  /// Whether it can become another form on its way: corners turn into corners, anything else only into the same.
  func morphs(into other: GlassForm) -> Bool {
    self == other || (cornerRadius(in: .zero) != nil && other.cornerRadius(in: .zero) != nil)
  }

  /// With lengths `scale` times as long.
  func scaled(by scale: Double) -> GlassForm {
    if case .rect(let radius) = self { return .rect(cornerRadius: radius * scale) }
    return self
  }
}

/// An outline for glass, and a tonal plate of that outline.
public protocol Shape: View {
  /// The outline.
  var effectShape: EffectShape { get }
}

extension Shape {
  /// The shape in the neutral tone, ``plateStrength`` strong.
  public var body: ViewNode { fill() }

  /// The shape in a chosen tone.
  ///
  /// - Parameters:
  ///   - role: the tone's meaning; `nil` for neutral.
  ///   - strength: 0 … 1 of the way from the glass to the tone.
  public func fill(_ role: ColorRole? = nil, strength: Double = plateStrength) -> ViewNode {
    ViewNode(.plate(effectShape, role: role, strength: min(max(strength.finite, 0), 1)))
  }

  /// A line inside its edge, `lineWidth` points wide, in ink that contrasts with the glass around
  /// it: 3:1, and 4.5:1 with increased contrast.
  public func strokeBorder(_ role: ColorRole = .primary, lineWidth: Double = 1) -> ViewNode {
    ViewNode(.edge(effectShape, role: role, lineWidth: max(lineWidth.finite, 0)))
  }
}

/// A tonal plate with semicircular ends.
public struct Capsule: Shape {
  /// A capsule.
  public var effectShape: EffectShape { .capsule }
  /// A capsule that fills its space.
  public init() {}
}

/// A round tonal plate.
public struct Circle: Shape {
  /// A circle.
  public var effectShape: EffectShape { .circle }
  /// The largest circle that fits its space.
  public init() {}

  /// A ring along the frame's edges; half of its line, `lineWidth` points wide, lies outside the frame.
  public func stroke(_ role: ColorRole = .primary, lineWidth: Double) -> ViewNode {
    PathShape("M.5 0A.5 .5 0 0 1 .5 1A.5 .5 0 0 1 .5 0Z", lineWidth: lineWidth).foregroundStyle(role)
  }
}

/// A tonal plate with continuous corners.
public struct RoundedRectangle: Shape {
  /// The corners' radius.
  public var corner: EffectShape.Corner
  /// A rectangle with these corners.
  public var effectShape: EffectShape { .rect(cornerRadius: corner) }
  /// A rounded rectangle that fills its space.
  public init(cornerRadius: EffectShape.Corner) { corner = cornerRadius }
}

/// Any outline, filled or stroked in the foreground's colour.
public struct PathShape: View {
  /// The outline, stretched to its space.
  public let body: ViewNode

  /// An outline from path data.
  ///
  /// - Parameters:
  ///   - path: SVG path data in a 1 × 1 box, stretched to the frame.
  ///   - lineWidth: in points; 0 fills.
  public init(_ path: String, lineWidth: Double = 0) {
    body = ViewNode(.path(path, lineWidth: max(lineWidth.finite, 0)))
  }
}

/// Default strength of a tonal plate: how far it stands out from the glass, 0 … 1.
public let plateStrength = 0.12

/// A tonal plate with two half circles.
public struct Capsule: View {
  public init() {}
  public var body: ViewNode { fill() }

  /// - Parameter strength: 0 … 1 of the way from the glass to the plate's tone.
  public func fill(_ role: ColorRole? = nil, strength: Double = plateStrength) -> ViewNode {
    ViewNode(.plate(.capsule, role: role, strength: min(max(strength.finite, 0), 1)))
  }
}

/// A tonal plate that is round.
public struct Circle: View {
  public init() {}
  public var body: ViewNode { fill() }

  /// - Parameter strength: 0 … 1 of the way from the glass to the plate's tone.
  public func fill(_ role: ColorRole? = nil, strength: Double = plateStrength) -> ViewNode {
    ViewNode(.plate(.circle, role: role, strength: min(max(strength.finite, 0), 1)))
  }

  /// A ring inside the frame's square. Width in points.
  public func stroke(_ role: ColorRole = .primary, lineWidth: Double) -> ViewNode {
    PathShape("M.5 0A.5 .5 0 0 1 .5 1A.5 .5 0 0 1 .5 0Z", lineWidth: lineWidth).foregroundStyle(role)
  }
}

/// A tonal plate with continuous corners.
public struct RoundedRectangle: View {
  public var corner: EffectShape.Corner
  public init(cornerRadius: EffectShape.Corner) { corner = cornerRadius }
  public var body: ViewNode { fill() }

  /// - Parameter strength: 0 … 1 of the way from the glass to the plate's tone.
  public func fill(_ role: ColorRole? = nil, strength: Double = plateStrength) -> ViewNode {
    ViewNode(.plate(.rect(cornerRadius: corner), role: role, strength: min(max(strength.finite, 0), 1)))
  }
}

/// Any outline, filled or stroked in the foreground's colour.
public struct PathShape: View {
  public let body: ViewNode

  /// - Parameters:
  ///   - path: SVG path data in a box of 1 × 1 that is stretched to the frame.
  ///   - lineWidth: in points; 0 fills.
  public init(_ path: String, lineWidth: Double = 0) {
    body = ViewNode(.path(path, lineWidth: max(lineWidth.finite, 0)))
  }
}

/// How far a plate stands out where nothing else is said.
public let plateStrength = 0.12

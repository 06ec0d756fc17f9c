import HUDGeometry

/// What a layout depends on besides its views.
public struct LayoutEnvironment: Sendable, Hashable {
  public enum Direction: Sendable, Hashable, CaseIterable { case leftToRight, rightToLeft }

  public var typeSize: DynamicTypeSize
  /// From the right, everything is mirrored.
  public var direction: Direction
  /// Pixels to the point: glass stands on even pixels, lines of text on whole ones.
  public var scale: Double
  public var reducesMotion: Bool
  public var reducesTransparency: Bool
  public var increasesContrast: Bool
  /// What a screen may hold.
  public var rules: DisplayRules
  /// The room that the screen is laid out in, in points; set by the layout.
  public internal(set) var canvas: Rect = .zero

  public init(
    typeSize: DynamicTypeSize = .large, direction: Direction = .leftToRight, scale: Double = 1,
    reducesMotion: Bool = false, reducesTransparency: Bool = false, increasesContrast: Bool = false,
    rules: DisplayRules = DisplayRules()
  ) {
    self.typeSize = typeSize
    self.direction = direction
    self.scale = scale
    self.reducesMotion = reducesMotion
    self.reducesTransparency = reducesTransparency
    self.increasesContrast = increasesContrast
    self.rules = rules
  }
}

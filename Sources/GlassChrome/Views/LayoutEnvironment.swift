import HUDGeometry

/// What a layout depends on besides its views.
public struct LayoutEnvironment: Sendable, Hashable {
  /// Which way lines run.
  public enum Direction: Sendable, Hashable, CaseIterable { case leftToRight, rightToLeft }

  /// The reader's type size.
  public var typeSize: DynamicTypeSize
  /// Right to left mirrors the whole layout.
  public var direction: Direction
  /// Pixels per point: glass snaps to even pixels, lines of text to whole ones. The layout clamps it to 0.1 … 16.
  public var scale: Double
  /// Whether the reader wants less motion; for views that read it, the layout doesn't.
  public var reducesMotion: Bool
  /// Whether the reader wants opaque plates; for views that read it, the layout doesn't.
  public var reducesTransparency: Bool
  /// Whether the reader wants more contrast; for views that read it, the layout doesn't.
  public var increasesContrast: Bool
  /// Limits of the screen.
  public var rules: DisplayRules
  /// The space that the screen is laid out in, in points; set by the layout.
  public internal(set) var canvas: Rect = .zero

  /// An environment; by default ordinary type, left to right, one pixel per point.
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

import Geometry

/// What a layout depends on besides its views.
public struct LayoutEnvironment: Sendable, Hashable {
  /// Which way lines run.
  public enum Direction: Sendable, Hashable, CaseIterable { case leftToRight, rightToLeft }

  /// The reader's type size.
  public var typeSize: DynamicTypeSize
  /// The language of the components' own words.
  public var language: ScreenLanguage
  /// Right to left mirrors the whole layout.
  public var direction: Direction
  /// Pixels per point: glass snaps to even pixels, lines of text to whole ones. The layout clamps it to 0.1 … 16.
  public var scale: Double
  /// Limits of the screen.
  public var rules: DisplayRules
  /// The space that the screen is laid out in, in points; set by the layout.
  public package(set) var canvas: Rect = .zero

  /// An environment; by default ordinary type, English, in the language's direction, one pixel per point.
  public init(
    typeSize: DynamicTypeSize = .large, language: ScreenLanguage = .english, direction: Direction? = nil,
    scale: Double = 1, rules: DisplayRules = DisplayRules()
  ) {
    self.typeSize = typeSize
    self.language = language
    self.direction = direction ?? (language.isRightToLeft ? .rightToLeft : .leftToRight)
    self.scale = scale
    self.rules = rules
  }
}

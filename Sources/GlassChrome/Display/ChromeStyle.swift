/// How the chrome looks: appearance and accessibility settings.
public struct ChromeStyle: Sendable, Hashable {
  /// Dark or luminous glass. Ink is light on dark ground and dark on bright ground either way.
  public enum Appearance: String, Sendable, CaseIterable {
    case dark, light
    /// Each group of glass is dark or light by the scene behind it.
    case auto
  }

  /// Dark, light, or by the scene.
  public var appearance: Appearance
  /// Opaque plates instead of glass.
  public var reduceTransparency: Bool
  /// Text has a contrast of at least 7:1, borders are 1.5 pt wide.
  public var increaseContrast: Bool
  /// Nothing moves; things fade.
  public var reduceMotion: Bool
  /// The text size to aim for; text is smaller if there is no room.
  public var typeSize: DynamicTypeSize

  /// A style; by default dark, with no accessibility setting, at the usual text size.
  public init(
    appearance: Appearance = .dark, reduceTransparency: Bool = false, increaseContrast: Bool = false,
    reduceMotion: Bool = false, typeSize: DynamicTypeSize = .large
  ) {
    self.appearance = appearance
    self.reduceTransparency = reduceTransparency
    self.increaseContrast = increaseContrast
    self.reduceMotion = reduceMotion
    self.typeSize = typeSize
  }
}

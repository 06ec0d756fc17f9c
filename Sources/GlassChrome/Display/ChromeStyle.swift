/// How the chrome looks: appearance and accessibility settings.
public struct ChromeStyle: Sendable, Hashable {
  /// Light ink on dark glass, or dark ink on light glass.
  public enum Appearance: String, Sendable, CaseIterable { case dark, light }

  /// Dark or light.
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

/// How the chrome looks: appearance and what accessibility asks for.
public struct ChromeStyle: Sendable, Hashable {
  public enum Appearance: String, Sendable, CaseIterable { case dark, light }

  public var appearance: Appearance
  /// Opaque plates instead of glass.
  public var reduceTransparency: Bool
  /// Text at least 7:1, borders of 1.5 pt.
  public var increaseContrast: Bool
  /// No movement; things fade.
  public var reduceMotion: Bool
  /// How large text is asked to be; where there is no room for it, it is smaller.
  public var typeSize: DynamicTypeSize

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

/// How the chrome looks: appearance, language and accessibility settings.
public struct ChromeStyle: Sendable, Hashable {
  /// Dark or luminous glass. Either way, ink is light on dark ground and dark on bright ground.
  public enum Appearance: String, Sendable, CaseIterable {
    case dark, light
    /// Each group of glass is dark or light according to the scene behind it.
    case auto
  }

  /// Dark, light, or set by the scene.
  public var appearance: Appearance
  /// Opaque plates instead of glass.
  public var reduceTransparency: Bool
  /// Text has a contrast of at least 7:1, and borders are 1.5 pt wide.
  public var increaseContrast: Bool
  /// Nothing moves; things fade.
  public var reduceMotion: Bool
  /// The text size to aim for; text is smaller where room is short.
  public var typeSize: DynamicTypeSize

  /// The language of the screen's words.
  public var language: ScreenLanguage
  /// The hand that holds the camera.
  public var hand: Hand

  /// The hand whose thumb reaches what is used most.
  public enum Hand: String, Sendable, CaseIterable {
    /// Controls stand at line ends.
    case both
    /// Controls stand on this side, the shutter outermost, and at the bottom.
    case left, right
  }

  /// A style; by default dark, with no accessibility settings, at the usual text size, in English, for both hands.
  public init(
    appearance: Appearance = .dark, reduceTransparency: Bool = false, increaseContrast: Bool = false,
    reduceMotion: Bool = false, typeSize: DynamicTypeSize = .large, language: ScreenLanguage = .english,
    hand: Hand = .both
  ) {
    self.appearance = appearance
    self.reduceTransparency = reduceTransparency
    self.increaseContrast = increaseContrast
    self.reduceMotion = reduceMotion
    self.typeSize = typeSize
    self.language = language
    self.hand = hand
  }
  /// Whether controls come first in a row: they are on the side of the hand, whichever way lines run, or where lines end.
  package var areControlsFirst: Bool {
    switch hand {
    case .both: false
    case .left: !language.isRightToLeft
    case .right: language.isRightToLeft
    }
  }
}

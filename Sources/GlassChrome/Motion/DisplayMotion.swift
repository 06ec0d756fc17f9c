/// How a display list's changes are drawn out over time.
public struct DisplayMotion: Sendable, Hashable {
  /// Of frames that move, and of glass that flows into other glass.
  public var frame: Motion
  /// Of what a finger drags.
  public var tracking: Motion
  /// Of glass that comes and goes where it is.
  public var presence: Motion
  /// Of what comes and goes on glass that stays.
  public var content: Motion
  public var press: Motion
  public var glowIn: Motion
  public var glowOut: Motion
  /// Frames stand at their targets at once, and glass never flows.
  public var isReduced: Bool

  public static let standard = DisplayMotion(
    frame: .spring(.snappy), tracking: .spring(.interactive),
    presence: .spring(Spring(duration: 0.3, bounce: 0)),
    content: .curve(.easeOutCubic, seconds: 0.15),
    press: PressMotion.press, glowIn: PressMotion.glowIn, glowOut: PressMotion.glowOut, isReduced: false)

  /// Everything that comes or goes dissolves in 0.3 s; a press is answered as fast, without a spring.
  public static let reduced = DisplayMotion(
    frame: .none, tracking: .none, presence: .dissolve, content: .dissolve,
    press: .curve(.linear, seconds: 0.1),
    glowIn: PressMotion.glowIn, glowOut: PressMotion.glowOut, isReduced: true)

  public init(
    frame: Motion, tracking: Motion, presence: Motion, content: Motion, press: Motion, glowIn: Motion,
    glowOut: Motion,
    isReduced: Bool
  ) {
    self.frame = frame
    self.tracking = tracking
    self.presence = presence
    self.content = content
    self.press = press
    self.glowIn = glowIn
    self.glowOut = glowOut
    self.isReduced = isReduced
  }
}

/// How changes of a display list are animated.
public struct DisplayMotion: Sendable, Hashable {
  /// For moving frames, and glass that flows into other glass.
  public var frame: Motion
  /// For what a finger drags.
  public var tracking: Motion
  /// For glass that appears or disappears in place.
  public var presence: Motion
  /// For what appears or disappears on glass that stays.
  public var content: Motion
  /// For a press and its release.
  public var press: Motion
  /// For a glow that appears under a finger.
  public var glowIn: Motion
  /// For a glow that fades.
  public var glowOut: Motion
  /// Frames jump to their targets, glass never flows, and presses shrink nothing.
  public var isReduced: Bool

  /// Frames move by a snappy spring, glass appears by one of 0.3 s, ink within 0.15 s.
  public static let standard = DisplayMotion(
    frame: .spring(.snappy), tracking: .spring(.interactive),
    presence: .spring(Spring(duration: 0.3, bounce: 0)),
    content: .curve(.easeOutCubic, seconds: 0.15),
    press: PressMotion.press, glowIn: PressMotion.glowIn, glowOut: PressMotion.glowOut, isReduced: false)

  /// For reduced motion: what comes or goes dissolves in 0.3 s, and a press takes 0.1 s without a spring.
  public static let reduced = DisplayMotion(
    frame: .none, tracking: .none, presence: .dissolve, content: .dissolve,
    press: .curve(.linear, seconds: 0.1),
    glowIn: PressMotion.glowIn, glowOut: PressMotion.glowOut, isReduced: true)
}

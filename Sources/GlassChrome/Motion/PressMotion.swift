/// How what is touched answers: pressed and let go within 120 ms (98 %), with a glow under the finger.
public enum PressMotion {
  /// Scale of a card or another large plate when it is wholly pressed.
  public static let cardScale = 0.98
  /// Scale of a button when it is wholly pressed.
  public static let buttonScale = 0.95

  /// For how far something is pressed, 0 … 1.
  public static let press = Motion.spring(.interactive)
  /// For a glow that comes.
  public static let glowIn = Motion.curve(.easeOutCubic, seconds: 0.1)
  /// For a glow that goes.
  public static let glowOut = Motion.curve(.easeOutCubic, seconds: 0.15)

  /// The scale about the middle of something `pressed` so far (0 … 1, a spring may lie a little outside).
  public static func scale(pressed: Double, full: Double) -> Double { 1 - (1 - full) * pressed }
}

/// How touched controls respond: pressed and released within 120 ms (to 98 %), with a glow under the finger.
public enum PressMotion {
  /// Scale of a fully pressed card or other large plate.
  public static let cardScale = 0.98
  /// Scale of a fully pressed button.
  public static let buttonScale = 0.95

  /// For the depth of a press, 0 … 1.
  public static let press = Motion.spring(.interactive)
  /// For a glow that appears.
  public static let glowIn = Motion.curve(.easeOutCubic, seconds: 0.1)
  /// For a glow that fades.
  public static let glowOut = Motion.curve(.easeOutCubic, seconds: 0.15)

  /// Scale around the centre at a press of 0 … 1, where `full` is the scale at 1. A spring may overshoot a little.
  public static func scale(pressed: Double, full: Double) -> Double { 1 - (1 - full) * pressed }
}

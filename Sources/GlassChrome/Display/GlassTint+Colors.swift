/// Apple's system colours on a light ground (Human Interface Guidelines, "Color").
extension Glass.Tint {
  /// Red.
  public static let red = hex(0xFF383C)
  /// Orange.
  public static let orange = hex(0xFF8D28)
  /// Yellow.
  public static let yellow = hex(0xFFCC00)
  /// Green.
  public static let green = hex(0x34C759)
  /// Teal.
  public static let teal = hex(0x00C3D0)
  /// Blue.
  public static let blue = hex(0x0088FF)
  /// Indigo.
  public static let indigo = hex(0x6155F5)
  /// Purple.
  public static let purple = hex(0xCB30E0)
  /// Pink.
  public static let pink = hex(0xFF2D55)
  /// White.
  public static let white = hex(0xFFFFFF)
}

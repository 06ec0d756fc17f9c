/// The inks of a style: light for dark ground, dark for bright ground. The glass chooses.
struct ChromePalettes {
  let light: ChromePalette
  let dark: ChromePalette
  /// Whether ink that lies on no glass is dark, by the style's own appearance.
  let ownsDarkInk: Bool

  init(_ style: ChromeStyle) {
    light = ChromePalette(isDark: false, increaseContrast: style.increaseContrast)
    dark = ChromePalette(isDark: true, increaseContrast: style.increaseContrast)
    ownsDarkInk = style.appearance == .light
  }

  /// A tonal plate under light ink and under dark ink. A neutral plate brightens slightly; at a strength of
  /// 1, a role's plate is entirely the role's colour, which for the role `tint` is that of `tint`.
  func plate(_ role: ColorRole?, strength: Double, tint: Glass.Tint? = nil) -> InkLooks {
    InkLooks(
      light: light.plate(role, strength: strength, tint: tint),
      dark: dark.plate(role, strength: strength, tint: tint))
  }
}

/// The inks for one ground. The glass is washed, or the ink mixed with white or black, until it stands out.
struct ChromePalette: Equatable {
  /// Whether the inks are dark.
  let isDark: Bool
  let increaseContrast: Bool

  private var primary: InkColor { InkColor(grey: isDark ? 0 : 255) }

  /// The ink of a role.
  func ink(_ role: ColorRole) -> InkColor {
    switch role {
    case .primary, .onTint: primary
    case .secondary: increaseContrast ? primary : InkColor(grey: isDark ? 50 : 222)
    case .tint: isDark ? InkColor(0, 98, 220) : InkColor(100, 190, 255)
    case .live, .success: isDark ? InkColor(0, 120, 40) : InkColor(60, 222, 100)
    case .stale, .warning: isDark ? InkColor(130, 84, 0) : InkColor(255, 204, 60)
    case .lost, .destructive: isDark ? InkColor(190, 20, 20) : InkColor(255, 110, 100)
    case .recording: isDark ? InkColor(190, 20, 20) : InkColor(255, 105, 97)
    }
  }

  /// A tonal plate and its opacity, 0...256.
  func plate(_ role: ColorRole?, strength: Double, tint: Glass.Tint? = nil) -> InkLooks.Look {
    let strength = min(max(strength, 0), 1)
    guard let role else {
      // A strength of 1/8 is a card's; from 1/6 on, a chosen card's.
      let most = isDark ? 130.0 : increaseContrast ? 10 : 20
      return InkLooks.Look(
        color: InkColor(grey: 255), opacity: Int(min(strength * (isDark ? 583 : 117), most).rounded()))
    }
    let color: InkColor =
      switch role {
      case .primary, .secondary: primary
      // White in both appearances, like knobs.
      case .onTint: InkColor(grey: 255)
      case .tint: vivid(tint ?? .primary)
      case .live, .success: vivid(.success)
      case .stale, .warning: vivid(.warning)
      case .lost, .destructive, .recording: vivid(.destructive)
      }
    // Faint plates, under words in ordinary ink, are fainter with increased contrast; one that comes or goes passes by them.
    let share = increaseContrast ? max(strength / 2, 2 * strength - 1) : strength
    return InkLooks.Look(color: color, opacity: Int((share * 256).rounded()))
  }

  private func vivid(_ tint: Glass.Tint) -> InkColor {
    let code = tint.codes(increaseContrast: increaseContrast)
    return InkColor(code.red, code.green, code.blue)
  }
}

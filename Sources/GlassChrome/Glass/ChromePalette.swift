/// The inks of a style.
///
/// Limits of plates and inks go together. On dark plates (luminance at most .105, with cards at most .176) white
/// has 4.6:1 or more, and secondary text, at code 222 and only on bare plates, 5:1. On bright plates black has more
/// than 9:1.
struct ChromePalette: Equatable {
  var primary: InkColor
  var secondary: InkColor
  var card: InkColor
  /// Opacity of a card's plate, 0...256.
  var cardOpacity: Int
  var selectedCardOpacity: Int
  var tint: InkColor
  var live: InkColor
  var stale: InkColor
  var lost: InkColor
  var onRecording = InkColor(grey: 255)
  var recordingDot = InkColor(255, 105, 97)

  private let isIncreased: Bool

  init(_ style: ChromeStyle) {
    isIncreased = style.increaseContrast
    if style.appearance == .dark {
      primary = InkColor(grey: 255)
      secondary = InkColor(grey: style.increaseContrast ? 255 : 222)
      card = InkColor(grey: 255)
      cardOpacity = style.increaseContrast ? 8 : 14
      selectedCardOpacity = style.increaseContrast ? 10 : 20
      tint = InkColor(100, 190, 255)
      live = InkColor(60, 222, 100)
      stale = InkColor(255, 204, 60)
      lost = InkColor(255, 110, 100)
    } else {
      primary = InkColor(grey: 0)
      secondary = InkColor(grey: style.increaseContrast ? 0 : 50)
      card = InkColor(grey: 255)
      cardOpacity = 70
      selectedCardOpacity = 130
      tint = InkColor(0, 98, 220)
      live = InkColor(0, 120, 40)
      stale = InkColor(130, 84, 0)
      lost = InkColor(190, 20, 20)
    }
  }

  /// The ink of a role on an element's glass: white on clear, tinted and prominent glass.
  func ink(_ role: ColorRole, on glass: Glass?) -> InkColor {
    if glass?.isProminent == true || role == .onTint { return onRecording }
    if glass?.variant == .clear {
      return role == .secondary || role == .primary ? InkColor(grey: 255) : bright(role)
    }
    return switch role {
    case .primary: primary
    case .secondary: secondary
    case .tint: tint
    case .live, .success: live
    case .stale, .warning: stale
    case .lost, .destructive: lost
    case .recording: isDark ? recordingDot : lost
    case .onTint: onRecording
    }
  }

  private var isDark: Bool { primary == InkColor(grey: 255) }

  private func bright(_ role: ColorRole) -> InkColor {
    switch role {
    case .tint: InkColor(100, 190, 255)
    case .live, .success: InkColor(60, 222, 100)
    case .stale, .warning: InkColor(255, 204, 60)
    case .lost, .destructive, .recording: InkColor(255, 110, 100)
    case .primary, .secondary, .onTint: InkColor(grey: 255)
    }
  }

  /// A tonal plate and its opacity, 0...256. A neutral plate brightens a little; at a strength of 1, a role's plate is
  /// wholly the role's colour.
  func plate(_ role: ColorRole?, strength: Double, on glass: Glass?) -> (color: InkColor, opacity: Int) {
    let strength = min(max(strength, 0), 1)
    guard let role else {
      // A strength of 1/8 is a card's; from 1/6 on, a chosen card's.
      let isOnDark = isDark || glass?.variant == .clear || glass?.isProminent == true
      let opacity = isOnDark ? min(strength * 117, Double(darkPlate)) : min(strength * 583, 130)
      return (card, Int(opacity.rounded()))
    }
    let color: InkColor =
      switch role {
      case .primary: primary
      case .secondary: secondary
      case .tint: InkColor(0, 84, 166)
      case .live, .success: InkColor(0, 98, 44)
      case .stale, .warning: InkColor(122, 74, 0)
      case .lost, .destructive, .recording: InkColor(150, 12, 20)
      case .onTint: onRecording
      }
    // Faint plates, under words in ordinary ink, are fainter with increased contrast.
    let share = strength < 1 && isIncreased ? strength / 2 : strength
    return (color, Int((share * 256).rounded()))
  }

  private var darkPlate: Int { selectedCardOpacity > 20 ? 20 : selectedCardOpacity }
}

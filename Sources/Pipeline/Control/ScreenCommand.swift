import GlassChrome
import HUDGeometry

/// The command that a touched control of the capture screen stands for.
enum ScreenCommand: Equatable {
  case shutter
  case mode(CaptureButton.Mode)
  /// A template's name; toggling the one in use removes it.
  case template(String, isToggled: Bool)
  case nextGrid
  case grid(Grid)
  case openSettings, changeDetent, closeSettings
  case appearance(ChromeStyle.Appearance)
  /// `nil`: the opposite of the current state.
  case switched(Switch, Bool?)

  /// The settings that are either on or off.
  enum Switch: String, CaseIterable {
    case increaseContrast = "increase-contrast"
    case reduceTransparency = "reduce-transparency"
    case reduceMotion = "reduce-motion"

    var path: WritableKeyPath<ChromeStyle, Bool> {
      switch self {
      case .increaseContrast: \.increaseContrast
      case .reduceTransparency: \.reduceTransparency
      case .reduceMotion: \.reduceMotion
      }
    }
  }

  /// - Returns: `nil` for anything that isn't a control of this screen, or not one of its choices.
  init?(_ action: ChromeAction) {
    switch action {
    case .activate(let id):
      let parts = Self.names(id)
      guard let name = parts.last else { return nil }
      // A choice's path lies under that of its group.
      if parts.count > 1 {
        let group = parts[parts.count - 2]
        if group == "template" {
          self = .template(name, isToggled: true)
          return
        }
        if let choice = Self.choice(group, name) {
          self = choice
          return
        }
      }
      switch name {
      case "capture": self = .shutter
      case "settings": self = .openSettings
      case "grabber": self = .changeDetent
      case "close": self = .closeSettings
      case "grid": self = .nextGrid
      default:
        guard let control = Switch(rawValue: name) else { return nil }
        self = .switched(control, nil)
      }
    case .select(let id, let value):
      guard let name = Self.names(id).last, let choice = Self.choice(name, value) else { return nil }
      self = choice
    case .set: return nil
    }
  }

  /// The named parts of the path; a number is the position of a view without a name.
  private static func names(_ id: ElementID) -> [String] {
    id.path.split(separator: "/").map(String.init).filter { Int($0) == nil }
  }

  private static func choice(_ group: String, _ value: String) -> ScreenCommand? {
    switch group {
    case "mode": return CaptureButton.Mode(rawValue: value).map { .mode($0) }
    case "template": return .template(value, isToggled: false)
    case "grid": return Grid(rawValue: value).map { .grid($0) }
    case "appearance": return ChromeStyle.Appearance(rawValue: value).map { .appearance($0) }
    default:
      guard let control = Switch(rawValue: group), value == "on" || value == "off" else { return nil }
      return .switched(control, value == "on")
    }
  }
}

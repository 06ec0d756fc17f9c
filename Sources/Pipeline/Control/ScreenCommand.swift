import Compositor
import GlassChrome
import HUDGeometry

/// The command that a touched control of the capture screen stands for.
enum ScreenCommand: Equatable {
  case shutter
  case mode(CaptureButton.Mode)
  /// A template's name; toggling the one in use removes it.
  case template(String, isToggled: Bool)
  case grid(Grid)
  case openSettings, changeDetent, closeSettings
  /// Seconds between a press of the shutter and the picture.
  case selfTimer(Int)
  /// Seconds between two pictures of a timelapse.
  case interval(Double)
  /// The settings' page of a camera, or the screen's.
  case page(String)
  /// Opens or closes a picker's list.
  case picker(String)
  /// The main camera's magnification.
  case zoom(Double)
  /// Which cameras are seen.
  case cameras(DualCameraSwitcher.Choice)
  /// How two cameras share the canvas.
  case layout(LayoutMode)
  /// The other camera becomes the main one.
  case swap
  /// A camera's id, its control's name, and what happens to that.
  case camera(String, control: String, DrivenCamera.Change)
  case appearance(ChromeStyle.Appearance)
  case hand(ChromeStyle.Hand)
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

  /// Whether it changes a setting: a program may, whether the sheet is open or not.
  var isSetting: Bool {
    switch self {
    case .grid, .selfTimer, .interval, .appearance, .hand, .switched, .camera, .zoom, .cameras, .layout,
      .swap:
      true
    default: false
    }
  }

  /// - Returns: `nil` for anything that isn't a control of this screen, or not one of its choices.
  init?(_ action: ChromeAction) {
    switch action {
    case .activate(let id):
      let parts = Self.names(id)
      guard let name = parts.last else { return nil }
      if let command = Self.camera(parts, nil) {
        self = command
        return
      }
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
      case "swap": self = .swap
      case "grid", "self-timer", "interval", "hand", "cameras", "layout": self = .picker(name)
      default:
        guard let control = Switch(rawValue: name) else { return nil }
        self = .switched(control, nil)
      }
    case .select(let id, let value):
      let parts = Self.names(id)
      if let command = Self.camera(parts, .choose(value)) {
        self = command
        return
      }
      guard let name = parts.last, let choice = Self.choice(name, value) else { return nil }
      self = choice
    case .set(let id, let value):
      let names = Self.names(id)
      if names.last == DrivenCamera.zoomName, !names.contains(where: DrivenCamera.ids.contains) {
        self = .zoom(value)
        return
      }
      guard let command = Self.camera(names, .set(value)) else { return nil }
      self = command
    // The capture screen has no text fields.
    case .edit: return nil
    }
  }

  /// `primary/brightness` with a change, or a press of it or of one of its choices.
  private static func camera(_ parts: [String], _ change: DrivenCamera.Change?) -> ScreenCommand? {
    guard let i = parts.lastIndex(where: DrivenCamera.ids.contains), i == 0 || parts[i - 1] != "page" else {
      return nil
    }
    let rest = parts[(i + 1)...]
    switch (rest.count, change) {
    case (1, let change): return .camera(parts[i], control: rest[i + 1], change ?? .press)
    case (2, nil): return .camera(parts[i], control: rest[i + 1], .choose(rest[i + 2]))
    default: return nil
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
    case "page": return .page(value)
    case "self-timer":
      let seconds = value == "off" ? 0 : value.hasSuffix("s") ? Int(value.dropLast()) : nil
      return seconds.flatMap { SettingsSheet.selfTimers.contains($0) ? .selfTimer($0) : nil }
    case "interval":
      let seconds = value.hasSuffix("s") ? Double(value.dropLast()) : nil
      return seconds.flatMap { SettingsSheet.intervals.contains($0) ? .interval($0) : nil }
    case "cameras": return DualCameraSwitcher.Choice(rawValue: value).map { .cameras($0) }
    case "layout":
      return LayoutMode(rawValue: value).flatMap { Arrangement.layouts.contains($0) ? .layout($0) : nil }
    case "appearance": return ChromeStyle.Appearance(rawValue: value).map { .appearance($0) }
    case "hand": return ChromeStyle.Hand(rawValue: value).map { .hand($0) }
    default:
      guard let control = Switch(rawValue: group), value == "on" || value == "off" else { return nil }
      return .switched(control, value == "on")
    }
  }
}

import Compositor
import GlassChrome
import HUDGeometry
import PixelTypes
import Screen

/// The command behind a touched control of the capture screen.
enum ScreenCommand: Equatable {
  case shutter
  /// A program's trigger: not a control on the screen.
  case trigger
  case mode(CaptureButton.Mode)
  /// A template's name; toggling the one in use removes it.
  case template(String, isToggled: Bool)
  case grid(Grid)
  /// `nil`: the opposite of the current state.
  case assist(Assist, Bool?)
  case openSettings, openLibrary, openCameras
  /// Makes a sheet taller or shorter; closes the current one.
  case changeDetent, close
  /// Which library items to show, by kind and by day; `nil` is every day.
  case filter(LibrarySheet.Filter)
  case day(String?)
  /// One page forward or back.
  case page(Int)
  /// From a recording's pictures back to the recordings.
  case back
  /// An item of the library, by its name in events.
  case item(String)
  /// About the picture on view: ``delete`` asks first.
  case keep, delete, confirm, cancel, retake
  /// A template to try next, by name.
  case suggestion(String)
  /// Seconds from a press of the shutter to the picture.
  case selfTimer(Int)
  /// Seconds between timelapse pictures.
  case interval(Double)
  /// The settings page of a camera, or of the screen.
  case settingsPage(String)
  /// Opens or closes a picker's list.
  case picker(String)
  /// The main camera's magnification; ``zoomFurther`` goes to the next detent, or back to the first.
  case zoom(Double), zoomFurther
  /// Shows or hides the tools on a narrow screen, and the exposure's slider.
  case tools, openExposure
  /// The main camera's exposure compensation in stops, and its light: the opposite of its current state.
  case exposure(Double), torch
  /// Which cameras are shown.
  case cameras(String)
  /// How two cameras share the canvas.
  case layout(LayoutMode)
  /// The other camera becomes the main one.
  case swap
  /// A camera's id, its control's name, and what to do with that control.
  case camera(String, control: String, ControlledCamera.Change)
  case appearance(ChromeStyle.Appearance)
  case hand(ChromeStyle.Hand)
  /// `nil`: the opposite of the current state.
  case switched(Switch, Bool?)

  /// Settings that are either on or off.
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

  /// Whether it changes a setting: programs may do so whether or not the sheet is open.
  var isSetting: Bool {
    switch self {
    case .grid, .assist, .selfTimer, .interval, .appearance, .hand, .switched, .camera, .zoom, .cameras,
      .layout, .zoomFurther, .exposure, .openExposure, .torch, .tools,
      .swap, .openSettings, .openLibrary, .openCameras, .trigger:
      true
    default: false
    }
  }

  /// - Parameter cameras: the names of those whose controls are on the screen.
  /// - Returns: `nil` for anything that isn't a control on this screen, or not one of its choices.
  init?(_ action: ChromeAction, cameras: [String] = CameraNames.usual) {
    switch action {
    case .activate(let id):
      let parts = Self.names(id)
      guard let name = parts.last else { return nil }
      if let command = Self.camera(parts, nil, cameras) {
        self = command
        return
      }
      // A choice's path lies under its group's.
      if parts.count > 1 {
        let group = parts[parts.count - 2]
        if group == SettingsSheet.assistPage, let assist = Assist(rawValue: name) {
          self = .assist(assist, nil)
          return
        }
        if group == "template" {
          self = .template(name, isToggled: true)
          return
        }
        if let choice = Self.choice(group, name) {
          self = choice
          return
        }
      }
      if let button = Self.buttons[name] {
        self = button
      } else if Self.pickers.contains(name) {
        self = .picker(name)
      } else if let control = Switch(rawValue: name) {
        self = .switched(control, nil)
      } else if parts.contains("library-sheet") {
        self = .item(name)
      } else {
        return nil
      }
    case .select(let id, let value):
      let parts = Self.names(id)
      if let command = Self.camera(parts, .choose(value), cameras) {
        self = command
        return
      }
      guard let name = parts.last else { return nil }
      if parts.dropLast().last == SettingsSheet.assistPage, let assist = Assist(rawValue: name),
        value == "on" || value == "off"
      {
        self = .assist(assist, value == "on")
        return
      }
      guard let choice = Self.choice(name, value) else { return nil }
      self = choice
    case .set(let id, let value):
      let names = Self.names(id)
      if names.last == ControlledCamera.zoomName, !names.contains(where: cameras.contains) {
        self = .zoom(value)
        return
      }
      if names.last == "exposure", !names.contains(where: cameras.contains) {
        self = .exposure(value)
        return
      }
      guard let command = Self.camera(names, .set(value), cameras) else { return nil }
      self = command
    }
  }

  private static let buttons: [String: ScreenCommand] = [
    "capture": .shutter, "trigger": .trigger, "settings": .openSettings, "library": .openLibrary,
    "grabber": .changeDetent, "close": .close, "back": .back, "newer": .page(-1), "older": .page(1),
    "keep": .keep, "delete": .delete, "confirm": .confirm, "cancel": .cancel, "retake": .retake,
    "swap": .swap, "more": .tools, "exposure": .openExposure, "torch": .torch,
    ControlledCamera.zoomName: .zoomFurther,
  ]
  /// The names of controls and of what they stand in.
  static let words = Set(buttons.keys).union(pickers).union(Switch.allCases.map(\.rawValue)).union([
    "mode", "template", "page", "tab", "suggestions", "filter", "appearance", "tools", "library-sheet", "all",
    "front",
    "dual", SettingsSheet.assistPage, SettingsSheet.screenPage,
  ])
  private static let pickers = ["grid", "self-timer", "interval", "hand", "cameras", "layout", "day", "page"]

  /// `primary/brightness` with a change, or a press of it or one of its choices.
  private static func camera(
    _ parts: [String], _ change: ControlledCamera.Change?, _ cameras: [String]
  ) -> ScreenCommand? {
    guard let i = parts.lastIndex(where: cameras.contains), i == 0 || parts[i - 1] != "page"
    else {
      return nil
    }
    let rest = parts[(i + 1)...]
    switch (rest.count, change) {
    case (1, let change): return .camera(parts[i], control: rest[i + 1], change ?? .press)
    case (2, nil): return .camera(parts[i], control: rest[i + 1], .choose(rest[i + 2]))
    default: return nil
    }
  }

  /// The path's named parts; a number is the position of a view without a name.
  private static func names(_ id: ElementID) -> [String] {
    id.path.split(separator: "/").map(String.init).filter { Int($0) == nil }
  }

  private static func choice(_ group: String, _ value: String) -> ScreenCommand? {
    switch group {
    case "mode": return CaptureButton.Mode(rawValue: value).map { .mode($0) }
    case "template": return .template(value, isToggled: false)
    case "grid": return Grid(rawValue: value).map { .grid($0) }
    case "page": return .settingsPage(value)
    case "tab":
      return ["capture": .openCameras, "library": .openLibrary, "settings": .openSettings][value]
    case "suggestions": return .suggestion(value)
    case "filter": return LibrarySheet.Filter(rawValue: value).map { .filter($0) }
    case "day": return .day(value == LibrarySheet.everyDay ? nil : value)
    case "self-timer":
      let seconds = value == "off" ? 0 : value.hasSuffix("s") ? Int(value.dropLast()) : nil
      return seconds.flatMap { SettingsSheet.selfTimers.contains($0) ? .selfTimer($0) : nil }
    case "interval":
      let seconds = value.hasSuffix("s") ? Double(value.dropLast()) : nil
      return seconds.flatMap { SettingsSheet.intervals.contains($0) ? .interval($0) : nil }
    case "cameras": return .cameras(value)
    case "layout":
      return LayoutMode(rawValue: value).flatMap { $0 == .single ? nil : .layout($0) }
    case "appearance": return ChromeStyle.Appearance(rawValue: value).map { .appearance($0) }
    case "hand": return ChromeStyle.Hand(rawValue: value).map { .hand($0) }
    default:
      guard let control = Switch(rawValue: group), value == "on" || value == "off" else { return nil }
      return .switched(control, value == "on")
    }
  }
}

extension CameraNames {
  /// Why a camera can't have this name on the screen; `nil` if it can.
  package static func objectionOnScreen(to name: String) -> String? {
    ScreenCommand.words.contains(name)
      ? "events use that word for a control of the screen; \(name)_cam would do" : objection(to: name)
  }
}

import GlassChrome
import PixelTypes

/// What an event asks of a control.
struct ControlUse {
  /// The control's name, and its choice or value.
  let name: String
  var value: String?
  /// Whether it sets something: programs may do so whether or not the control is on the screen.
  let isSetting: Bool
  /// Whether of two choices in a row only the later counts.
  var isState = false
  /// Whether two presses in a row are none.
  var isSwitch = false
  let act: Control.Act
}

extension Control {
  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  private static func named(_ parts: some BidirectionalCollection<String>) -> Control? {
    byName[parts.suffix(2).joined(separator: "/")] ?? parts.last.flatMap { byName[$0] }
  }

  /// What an action asks for.
  ///
  /// - Parameter cameras: the names of those whose controls are on the screen.
  /// - Returns: `nil` for anything that isn't a control of this screen, or not one of its choices.
  static func use(_ action: ChromeAction, cameras: [String] = CameraNames.usual) -> ControlUse? {
    switch action {
    case .activate(let id):
      let parts = names(id)
      guard let name = parts.last else { return nil }
      if let use = camera(parts, nil, cameras) { return use }
      // A choice's path lies under its group's.
      if let group = named(parts.dropLast()), let act = (group.pressChoice ?? group.choose)?(name) {
        return ControlUse(name: group.name, value: name, isSetting: group.isSetting, act: act)
      }
      if let control = named(parts), let press = control.press {
        return ControlUse(
          name: control.name, isSetting: control.isSetting && control.kind != .list,
          isSwitch: control.isSwitch, act: press)
      }
      guard parts.contains(itemsOf) else { return nil }
      return ControlUse(name: itemsOf, value: name, isSetting: false) { _ in [.item(name)] }
    case .select(let id, let value):
      let parts = names(id)
      if let use = camera(parts, .choose(value), cameras) { return use }
      guard let control = named(parts), let act = control.choose?(value) else { return nil }
      return ControlUse(
        name: control.name, value: value, isSetting: control.isSetting, isState: control.isState, act: act)
    case .set(let id, let value):
      let parts = names(id)
      if !parts.contains(where: cameras.contains), let control = named(parts), let set = control.set {
        return ControlUse(
          name: control.name, value: "\(value)", isSetting: control.isSetting, act: set(value))
      }
      return camera(parts, .set(value), cameras)
    }
  }

  /// `primary/brightness` with a change, or a press of it or one of its choices.
  private static func camera(_ parts: [String], _ change: CameraChange?, _ cameras: [String]) -> ControlUse? {
    guard let i = parts.lastIndex(where: cameras.contains), i == 0 || parts[i - 1] != page.name
    else { return nil }
    let rest = Array(parts[(i + 1)...])
    func use(_ change: CameraChange) -> ControlUse {
      ControlUse(name: "\(parts[i])/\(rest[0])", value: "\(change)", isSetting: true) { _ in
        [.camera(parts[i], control: rest[0], change)]
      }
    }
    switch (rest.count, change) {
    case (1, let change): return use(change ?? .press)
    case (2, nil): return use(.choose(rest[1]))
    default: return nil
    }
  }

  /// The path's named parts; a number is the position of a view without a name.
  private static func names(_ id: ElementID) -> [String] {
    id.path.split(separator: "/").map(String.init).filter { Int($0) == nil }
  }

  /// What the library's items stand in.
  private static let itemsOf = "library-sheet"

  /// The names of controls and of what they stand in.
  fileprivate static let words = Set(byName.keys).union([
    itemsOf, "tools", CameraViews.all, SettingsPage.screen, SettingsPage.assist,
  ]).union(CameraViews.Pair.allCases.map(\.rawValue))
}

extension CameraNames {
  /// Why a camera can't have this name on the screen; `nil` if it can.
  package static func objectionOnScreen(to name: String) -> String? {
    Control.words.contains(name)
      ? "events use that word for a control of the screen; \(name)_cam would do" : objection(to: name)
  }
}

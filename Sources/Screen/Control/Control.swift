import GlassChrome
import PixelTypes

/// A control of the capture screen: its name in events, and what events do with it.
struct Control: Sendable {
  typealias Act = @Sendable (ScreenController) -> Void

  /// What an event asks of a control.
  struct Use {
    /// The control's name, and its choice or value.
    let name: String
    var value: String?
    /// Whether it sets something: programs may do so whether or not the control is on the screen.
    let isSetting: Bool
    /// Whether of two choices in a row only the later counts.
    var isState = false
    /// Whether two presses in a row are none.
    var isSwitch = false
    let act: (ScreenController) -> Void
  }

  /// The last word of its path, or the last two: what events call it. Its choices lie below.
  let name: String
  private var isSetting = false
  private var isState = false
  private var isSwitch = false
  /// A press; a list opens by one.
  private var press: Act?
  private var opensList = false
  /// A choice by name; `nil` if it isn't one of its choices.
  private var choose: (@Sendable (String) -> Act?)?
  /// A press of a choice, where that does something else.
  private var pressChoice: (@Sendable (String) -> Act?)?
  private var set: (@Sendable (Double) -> Act)?

  private init(_ name: String) { self.name = name }

  // MARK: - Kinds

  static func button(_ name: String, press: @escaping Act) -> Control {
    var control = Control(name)
    control.press = press
    return control
  }

  /// One of several, by their names in events.
  static func choice<Choice: Sendable>(
    _ name: String, _ read: @escaping @Sendable (String) -> Choice?,
    choose: @escaping @Sendable (ScreenController, Choice) -> Void
  ) -> Control {
    var control = Control(name)
    control.choose = { text in
      guard let choice = read(text) else { return nil }
      return { screen in choose(screen, choice) }
    }
    return control
  }

  /// A list that a press opens and closes, until something is chosen.
  static func list<Choice: Sendable>(
    _ name: String, _ read: @escaping @Sendable (String) -> Choice?,
    choose: @escaping @Sendable (ScreenController, Choice) -> Void
  ) -> Control {
    var control = choice(name, read) { screen, choice in
      screen.reduce(.pickerLeft)
      choose(screen, choice)
    }
    control.opensList = true
    control.press = { $0.reduce(.pickerPressed(name)) }
    return control
  }

  /// Something that is on or off; a press makes it the opposite.
  static func toggle(
    _ name: String, change: @escaping @Sendable (ScreenController, _ isOn: Bool?) -> Void
  ) -> Control {
    var control = choice(name, { $0 == "on" ? true : $0 == "off" ? false : nil }) { change($0, $1) }
    control.press = { change($0, nil) }
    control.isSwitch = true
    return control.state
  }

  /// It sets something that has an effect although the control isn't shown.
  var setting: Control {
    var control = self
    control.isSetting = true
    return control
  }

  /// It sets something, and a choice says all of it: what was chosen before has no effect left.
  var state: Control {
    var control = setting
    control.isState = true
    return control
  }

  func pressed(_ press: @escaping Act) -> Control {
    var control = self
    control.press = press
    return control
  }

  func choicePressed(_ press: @escaping @Sendable (String) -> Act?) -> Control {
    var control = self
    control.pressChoice = press
    return control
  }

  func set(_ set: @escaping @Sendable (ScreenController, Double) -> Void) -> Control {
    var control = self
    control.set = { value in
      return { screen in set(screen, value) }
    }
    return control
  }

  // MARK: - Events

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  private static func named(_ parts: some BidirectionalCollection<String>) -> Control? {
    byName[parts.suffix(2).joined(separator: "/")] ?? parts.last.flatMap { byName[$0] }
  }

  /// What an action asks for.
  ///
  /// - Parameter cameras: the names of those whose controls are on the screen.
  /// - Returns: `nil` for anything that isn't a control of this screen, or not one of its choices.
  static func use(_ action: ChromeAction, cameras: [String] = CameraNames.usual) -> Use? {
    switch action {
    case .activate(let id):
      let parts = names(id)
      guard let name = parts.last else { return nil }
      if let use = camera(parts, nil, cameras) { return use }
      // A choice's path lies under its group's.
      if let group = named(parts.dropLast()), let act = (group.pressChoice ?? group.choose)?(name) {
        return Use(name: group.name, value: name, isSetting: group.isSetting, act: act)
      }
      if let control = named(parts), let press = control.press {
        return Use(
          name: control.name, isSetting: control.isSetting && !control.opensList,
          isSwitch: control.isSwitch, act: press)
      }
      guard parts.contains(itemsOf) else { return nil }
      return Use(name: itemsOf, value: name, isSetting: false) { $0.open(name) }
    case .select(let id, let value):
      let parts = names(id)
      if let use = camera(parts, .choose(value), cameras) { return use }
      guard let control = named(parts), let act = control.choose?(value) else { return nil }
      return Use(
        name: control.name, value: value, isSetting: control.isSetting, isState: control.isState, act: act)
    case .set(let id, let value):
      let parts = names(id)
      if !parts.contains(where: cameras.contains), let control = named(parts), let set = control.set {
        return Use(name: control.name, value: "\(value)", isSetting: control.isSetting, act: set(value))
      }
      return camera(parts, .set(value), cameras)
    }
  }

  /// `primary/brightness` with a change, or a press of it or one of its choices.
  private static func camera(
    _ parts: [String], _ change: ControlledCamera.Change?, _ cameras: [String]
  ) -> Use? {
    guard let i = parts.lastIndex(where: cameras.contains), i == 0 || parts[i - 1] != "page"
    else { return nil }
    let rest = Array(parts[(i + 1)...])
    func use(_ change: ControlledCamera.Change) -> Use {
      Use(name: "\(parts[i])/\(rest[0])", value: "\(change)", isSetting: true) {
        $0.change(parts[i], rest[0], change)
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
    itemsOf, "tools", "all", "front", "dual", SettingsSheet.screenPage, SettingsSheet.assistPage,
  ])
}

extension CameraNames {
  /// Why a camera can't have this name on the screen; `nil` if it can.
  package static func objectionOnScreen(to name: String) -> String? {
    Control.words.contains(name)
      ? "events use that word for a control of the screen; \(name)_cam would do" : objection(to: name)
  }
}

import GlassChrome

/// What controls read.
package struct SeenScreen {
  let state: ChromeState
  let style: ChromeStyle

  package init(_ state: ChromeState, _ style: ChromeStyle) { (self.state, self.style) = (state, style) }

  /// What to remember of its settings: without what each picture changes, which would then be copied.
  package var settingsAlone: SeenScreen {
    var state = state
    state.sources = []
    return SeenScreen(state, style)
  }
}

/// A control of the capture screen: its name in events, its word and icon, what it shows, and what events ask for.
///
/// Rows of the settings, tools, tabs and buttons of sheets are made of it.
package struct Control: Sendable {
  typealias Act = @Sendable (SeenScreen) -> [ScreenRequest]

  /// What it is like where it has a row or a tool.
  enum Kind { case button, toggle, list, segments }

  /// The last word of its path, or the last two: what events call it. Its choices lie below.
  let name: String
  let kind: Kind
  /// What it is called on the screen; `nil` where it says so itself, as a template does, or isn't there.
  private(set) var word: (@Sendable (ScreenWords) -> String)?
  private(set) var icon: String?
  private(set) var role: ButtonRole?
  /// The id of its choice, `on` or `off`; `nil` where it has nothing to control.
  private(set) var reads: @Sendable (SeenScreen) -> String? = { _ in nil }
  /// What there is to choose from.
  private(set) var choices: @Sendable (SeenScreen) -> [ControlItem] = { _ in [] }
  /// What it reads while a tool isn't in use.
  private var rest = "off"

  /// Whether it has an effect although it isn't shown.
  private(set) var isSetting = false
  /// Whether a choice says all of it: what was chosen before has no effect left.
  private(set) var isState = false
  /// Whether two presses in a row are none.
  private(set) var isSwitch = false

  /// What a press asks for.
  private(set) var press: Act?
  /// What a choice asks for, by name; `nil` if it isn't one of its choices.
  private(set) var choose: (@Sendable (String) -> Act?)?
  /// What a press of a choice asks for, where that is something else.
  private(set) var pressChoice: (@Sendable (String) -> Act?)?
  private(set) var set: (@Sendable (Double) -> Act)?

  private init(_ name: String, _ kind: Kind) { (self.name, self.kind) = (name, kind) }

  // MARK: - Kinds

  static func button(_ name: String, press: @escaping Act) -> Control {
    var control = Control(name, .button)
    control.press = press
    return control
  }

  /// One of several, by their names in events.
  static func choice<Choice: Sendable>(
    _ name: String, _ read: @escaping @Sendable (String) -> Choice?, kind: Kind = .segments,
    choose: @escaping @Sendable (SeenScreen, Choice) -> [ScreenRequest]
  ) -> Control {
    var control = Control(name, kind)
    control.choose = { text in
      guard let choice = read(text) else { return nil }
      return { choose($0, choice) }
    }
    return control
  }

  /// A list that a press opens and closes, until something is chosen.
  static func list<Choice: Sendable>(
    _ name: String, _ read: @escaping @Sendable (String) -> Choice?,
    choose: @escaping @Sendable (SeenScreen, Choice) -> [ScreenRequest]
  ) -> Control {
    var control = choice(name, read, kind: .list) { [.tell(.pickerLeft)] + choose($0, $1) }
    control.press = { _ in [.tell(.pickerPressed(name))] }
    return control
  }

  /// Something that is on or off; a press makes it the opposite.
  static func toggle(
    _ name: String, isOn: @escaping @Sendable (SeenScreen) -> Bool?,
    turn: @escaping @Sendable (SeenScreen, _ isOn: Bool) -> [ScreenRequest]
  ) -> Control {
    var control = choice(
      name, { $0 == "on" ? true : $0 == "off" ? false : nil }, kind: .toggle, choose: turn)
    control.press = { turn($0, !(isOn($0) ?? false)) }
    control.isSwitch = true
    return control.reading { isOn($0).map { $0 ? "on" : "off" } }.state
  }

  // MARK: - More of it

  func called(
    _ word: @escaping @Sendable (ScreenWords) -> String, icon: String? = nil, role: ButtonRole? = nil
  ) -> Control {
    with { ($0.word, $0.icon, $0.role) = (word, icon, role) }
  }

  func reading(rest: String = "off", _ reads: @escaping @Sendable (SeenScreen) -> String?) -> Control {
    with { ($0.reads, $0.rest) = (reads, rest) }
  }

  func offering(_ choices: @escaping @Sendable (SeenScreen, ScreenWords) -> [ControlItem]) -> Control {
    with { $0.choices = { choices($0, $0.style.language.words) } }
  }

  /// It sets something that has an effect although the control isn't shown.
  var setting: Control { with { $0.isSetting = true } }

  /// It sets something, and a choice says all of it.
  var state: Control { with { ($0.isSetting, $0.isState) = (true, true) } }

  func pressed(_ press: @escaping Act) -> Control { with { $0.press = press } }

  func choicePressed(_ press: @escaping @Sendable (String) -> Act?) -> Control {
    with { $0.pressChoice = press }
  }

  func set(_ set: @escaping @Sendable (Double) -> [ScreenRequest]) -> Control {
    with { $0.set = { value in { _ in set(value) } } }
  }

  private func with(_ change: (inout Control) -> Void) -> Control {
    var control = self
    change(&control)
    return control
  }

  // MARK: - On the screen

  /// The title of its item, button or row.
  func title(_ words: ScreenWords) -> String { word?(words) ?? name }

  /// - Parameter icon: in place of its own.
  func button(_ words: ScreenWords, icon other: String? = nil) -> Button {
    Button(name, title: title(words), icon: other ?? icon, role: role)
  }

  /// A round button with its icon alone.
  func iconButton(_ words: ScreenWords, icon other: String? = nil) -> Button {
    Button(name, role: role, in: .circle, accessibilityLabel: title(words)) { Icon(other ?? icon ?? "play") }
  }

  func item(_ words: ScreenWords) -> ControlItem { ControlItem(name, title: title(words), icon: icon) }

  /// Whether it is in use, as a tool shows by its mark; `nil` where it has nothing to control.
  func isInUse(_ screen: SeenScreen) -> Bool? { reads(screen).map { $0 != rest } }

  /// What a row of the settings shows; `nil` where it has nothing to control.
  func setting(_ screen: SeenScreen) -> ScreenSetting? {
    guard let read = reads(screen) else { return nil }
    let (words, choices) = (screen.style.language.words, choices(screen))
    let kind: ScreenSetting.Kind =
      switch self.kind {
      case .list: .picker(choices, selected: read)
      case .segments: .segments(choices, selected: read)
      case .toggle: .toggle(read == "on")
      case .button: .button(icon: icon ?? "play")
      }
    let value =
      switch self.kind {
      case .list, .segments: choices.first { $0.id == read }?.title ?? ""
      case .toggle: read == "on" ? words.controls.on : words.controls.off
      case .button: ""
      }
    // An assist stands on a page of that name.
    return ScreenSetting(
      String(name.split(separator: "/").last ?? ""), label: title(words), kind: kind, value: value)
  }
}

import Compositor
import GlassChrome
import HUDGeometry

/// All that can be touched on the capture screen, besides the cameras' own controls and the library's items.
extension Control {
  static let all =
    [
      capture, mode, selfTimer, interval, trigger, mark, template, grid, tab, settingsTab, libraryTab,
      grabber,
      close, page, filter, day, newer, older, back, keep, delete, cancel, confirm, retake, suggestions,
      cameras,
      layout, swap, more, exposure, torch, zoom, appearance, hand, increaseContrast, reduceTransparency,
      reduceMotion,
    ] + assists

  /// Rows of the screen's page of settings, from the top.
  static let settings = [
    cameras, layout, swap, selfTimer, interval, grid, hand, appearance, increaseContrast, reduceTransparency,
    reduceMotion,
  ]

  /// Tools, one tap away, in their order.
  static let tools = [grid, selfTimer, cameras, torch, exposure, zoom]

  // MARK: - The shutter

  static let capture = button("capture") { _ in [.shutter] }

  static let mode = choice("mode", CaptureMode.init(rawValue:)) { [.tell(.modeChosen($1))] }
    .called(\.mode).reading { $0.state.shutter.mode.rawValue }
    .offering { CaptureMode.items($1) }

  static let selfTimer = time("self-timer", of: [0, 3, 6, 9]) {
    .selfTimerChosen(Int($0))
  } title: {
    $0 == 0 ? $1.noTimer : $1.seconds(DecimalText.short($0))
  }.called(\.selfTimer, icon: "timer").reading { timeName(Double($0.state.shutter.selfTimer)) }

  static let interval = time("interval", of: [0.5, 1, 2, 5, 10, 30, 60]) {
    .intervalChosen($0)
  } title: {
    $1.everySeconds($1.controls.measure(DecimalText.short($0)))
  }.called(\.timelapse).reading { timeName(Double($0.state.shutter.interval) / 1e9) }

  /// A program's: not a control on the screen.
  static let trigger = button("trigger") { _ in [.trigger] }.setting
  static let mark = choice(markName, { $0 }) { [.mark($1)] }.setting
  /// What marks are called as an event's control.
  package static let markName = "mark"

  // MARK: - Guides

  static let template = choice("template", { $0 }) { [.template($1, isToggled: false)] }
    .called(\.templates).choicePressed { name in { _ in [.template(name, isToggled: true)] } }

  static let grid = list("grid", Grid.init(rawValue:)) { [.grid($1)] }
    .called(\.guideLines, icon: "grid").state
    .reading(rest: Grid.none.rawValue) { $0.state.gridName }
    .offering { _, words in Grid.allCases.map { ControlItem($0.rawValue, title: words[$0]) } }

  static let assists = Assist.allCases.map { assist in
    toggle("\(SettingsPage.assist)/\(assist.rawValue)") {
      $0.state.assists.contains(assist)
    } turn: {
      [.assist(assist, isOn: $1)]
    }.called { $0.assistNames[assist.rawValue] ?? assist.rawValue }
  }

  // MARK: - Sheets

  static let tab = choice("tab", tabRequests) { $1 }.setting
    .reading {
      let state = $0.state
      return state.settings != nil
        ? settingsTab.name : state.library != nil && state.hasLibrary ? libraryTab.name : capture.name
    }
    .offering { screen, words in
      [ControlItem(capture.name, title: words.capture, icon: "camera")]
        + (screen.state.hasLibrary ? [libraryTab.item(words)] : []) + [settingsTab.item(words)]
    }
  static let settingsTab = button("settings") { _ in [.tell(.settingsPressed)] }
    .called(\.settings, icon: "gear").setting
  static let libraryTab = button("library") { _ in [.library] }.called(\.library, icon: "library").setting
  static let grabber = button("grabber") { _ in [.tell(.grabberPressed)] }
  static let close = button("close") { _ in [.tell(.closePressed)] }
  static let page = list("page", { $0 }) { [.tell(.pageChosen($1))] }.called(\.pages)

  // MARK: - The library

  static let filter = choice("filter", LibraryFilter.init(rawValue:)) { screen, filter in
    screen.going { ($0.filter, $0.page) = (filter, 0) }
  }.called(\.filter)
  static let day = choice("day", { $0 }) { screen, day in
    screen.going { ($0.day, $0.page) = (day == LibraryContents.everyDay ? nil : day, 0) }
  }.called(\.day).pressed { _ in [.tell(.daysPressed)] }
  static let newer = button("newer") { screen in screen.going { $0.page = max($0.page - 1, 0) } }
    .called(\.newer, icon: "chevron.up")
  static let older = button("older") { screen in screen.going { $0.page += 1 } }
    .called(\.older, icon: "chevron.down")
  static let back = button("back") { screen in screen.going { $0 = LibraryPlace() } }

  static let keep = button("keep") { _ in [.keep] }.called(\.keep, icon: "keep")
  static let delete = button("delete") { _ in [.askToDelete(true)] }
    .called(\.delete, icon: "trash", role: .destructive)
  static let cancel = button("cancel") { _ in [.askToDelete(false)] }.called(\.cancel)
  static let confirm = button("confirm") { _ in [.delete] }.called(\.delete, role: .destructive)
  static let retake = button("retake") { _ in [.retake] }.called(\.retake, icon: "template")
  static let suggestions = choice("suggestions", { $0 }) {
    [.template($1, isToggled: false), .tell(.libraryLeft)]
  }.called(\.tryNext)

  // MARK: - Cameras

  static let cameras = list("cameras", { $0 }) { [.cameras($1)] }.called(\.cameras, icon: "camera.dual")
    .setting
    .reading(rest: CameraViews.all) { $0.state.views?.choice }
    .offering { screen, words in screen.state.views?.choices(words) ?? [] }
  static let layout = list("layout", { LayoutMode(rawValue: $0).flatMap { $0 == .single ? nil : $0 } }) {
    [.layout($1)]
  }.called(\.layout).setting.reading { $0.state.views?.layout }
    .offering { screen, words in
      screen.state.views?.layouts.map { ControlItem($0, title: words[layout: $0]) } ?? []
    }
  static let swap = button("swap") { _ in [.swap] }.called(\.swapCameras, icon: "camera.dual").setting
    .reading { $0.state.views.map { _ in "" } }

  static let more = button("more") { _ in [.tell(.toolsPressed)] }
  static let exposure = button("exposure") { _ in [.exposureSlider] }.called(\.exposure, icon: "exposure")
    .setting
    .reading { $0.state.exposure == nil ? nil : $0.state.showsExposure ? "on" : "off" }
    .set { [.expose($0)] }
  static let torch = button("torch") { _ in [.torch] }.called(\.torch, icon: "bolt").setting
    .reading { $0.state.torch.map { $0 ? "on" : "off" } }
  /// Magnifications that hold the thumb.
  static let zoomDetents = [1.0, 2, 5, 10]
  /// To the next detent by a press, or back to the first.
  static let zoom = button("zoom") { screen in
    let zoom = screen.state.zoom ?? 1
    return [.zoom(zoomDetents.first { $0 > zoom + 0.01 } ?? 1)]
  }.called(\.zoom, icon: "zoom").setting
    .reading(rest: "1") { $0.state.zoom.map { DecimalText.short($0) } }.set { [.zoom($0)] }

  // MARK: - The look

  static let appearance = choice("appearance", ChromeStyle.Appearance.init(rawValue:)) { screen, appearance in
    screen.restyling { $0.appearance = appearance }
  }.called(\.appearance).state.reading { $0.style.appearance.rawValue }
    .offering { _, words in
      zip(ChromeStyle.Appearance.allCases, [words.dark, words.light, words.autoLook]).map {
        ControlItem($0.rawValue, title: $1)
      }
    }
  static let hand = list("hand", ChromeStyle.Hand.init(rawValue:)) { screen, hand in
    screen.restyling { $0.hand = hand }
  }.called(\.hand).state.reading { $0.style.hand.rawValue }
    .offering { _, words in
      zip(ChromeStyle.Hand.allCases, [words.bothHands, words.leftHand, words.rightHand]).map {
        ControlItem($0.rawValue, title: $1)
      }
    }
  static let increaseContrast = look("increase-contrast", \.increaseContrast).called(\.increaseContrast)
  static let reduceTransparency = look("reduce-transparency", \.reduceTransparency).called(
    \.reduceTransparency)
  static let reduceMotion = look("reduce-motion", \.reduceMotion).called(\.reduceMotion)
}

// MARK: - What several have in common

extension Control {
  /// One of several times.
  private static func time(
    _ name: String, of times: [Double], chosen: @escaping @Sendable (Double) -> ScreenEvent,
    title: @escaping @Sendable (Double, ScreenWords) -> String
  ) -> Control {
    list(name, { name in times.first { timeName($0) == name } }) { [.tell(chosen($1))] }.setting
      .offering { _, words in times.map { ControlItem(timeName($0), title: title($0, words)) } }
  }

  private static func timeName(_ seconds: Double) -> String {
    seconds == 0 ? "off" : DecimalText.short(seconds) + "s"
  }

  private static let tabRequests: @Sendable (String) -> [ScreenRequest]? = { name in
    switch name {
    case capture.name: [.tell(.capturePressed)]
    case settingsTab.name: [.tell(.settingsPressed)]
    case libraryTab.name: [.library]
    default: nil
    }
  }

  /// A switch of the look.
  private static func look(_ name: String, _ path: any WritableKeyPath<ChromeStyle, Bool> & Sendable)
    -> Control
  {
    toggle(name) {
      $0.style[keyPath: path]
    } turn: { screen, isOn in
      screen.restyling { $0[keyPath: path] = isOn }
    }
  }
}

extension SeenScreen {
  fileprivate func going(_ change: (inout LibraryPlace) -> Void) -> [ScreenRequest] {
    var place = state.memory.place
    change(&place)
    return [.place(place)]
  }

  fileprivate func restyling(_ change: (inout ChromeStyle) -> Void) -> [ScreenRequest] {
    var style = style
    change(&style)
    return [.look(style)]
  }
}

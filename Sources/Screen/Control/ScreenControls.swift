import Compositor
import GlassChrome
import HUDGeometry

extension Control {
  /// All that can be touched on the capture screen, besides the cameras' own controls and the library's items.
  static let all: [Control] =
    [
      // The shutter.
      .button("capture") { $0.press() },
      .choice("mode", CaptureButton.Mode.init(rawValue:)) { $0.reduce(.modeChosen($1)) },
      .list("self-timer", seconds(of: SettingsSheet.selfTimers)) { $0.reduce(.selfTimerChosen($1)) }.setting,
      .list("interval", seconds(of: SettingsSheet.intervals)) { $0.reduce(.intervalChosen($1)) }.setting,
      // A program's trigger: not a control on the screen.
      .button("trigger") { $0.isTriggered = true }.setting,
      .choice(ScreenController.markName, { $0 }) { $0.mark($1) }.setting,

      // Guides.
      .choice("template", { $0 }) { $0.choose(template: $1, isToggled: false) }
        .choicePressed { name in { $0.choose(template: name, isToggled: true) } },
      .list("grid", Grid.init(rawValue:)) { $0.stage.select(template: $0.stage.settings.template, grid: $1) }
        .state,

      // Sheets.
      .choice("tab", tab) { $1($0) }.setting,
      .button("settings") { $0.reduce(.settingsPressed) }.setting,
      .button("library") { $0.pressLibrary() }.setting,
      .button("grabber") { $0.reduce(.grabberPressed) },
      .button("close") { $0.reduce(.closePressed) },
      .list("page", { $0 }) { $0.reduce(.pageChosen($1)) },

      // The library.
      .choice("filter", LibrarySheet.Filter.init(rawValue:)) { screen, filter in
        screen.go { ($0.filter, $0.page) = (filter, 0) }
      },
      .choice("day", { $0 }) { screen, day in
        screen.go { ($0.day, $0.page) = (day == LibrarySheet.everyDay ? nil : day, 0) }
      }.pressed { $0.reduce(.daysPressed) },
      .button("newer") { screen in screen.go { $0.page = max($0.page - 1, 0) } },
      .button("older") { screen in screen.go { $0.page += 1 } },
      .button("back") { screen in screen.go { $0 = LibraryPlace() } },
      .button("keep") { $0.toggleKept() },
      .button("delete") { $0.reduce(.deletionAsked(true, at: $0.now)) },
      .button("cancel") { $0.reduce(.deletionAsked(false, at: $0.now)) },
      .button("confirm") { $0.confirmDeletion() },
      .button("retake") { $0.retake() },
      .choice("suggestions", { $0 }) {
        $0.choose(template: $1, isToggled: false)
        $0.reduce(.libraryLeft)
      },

      // Cameras.
      .list("cameras", { $0 }) { $0.show(cameras: $1) }.setting,
      .list("layout", { LayoutMode(rawValue: $0).flatMap { $0 == .single ? nil : $0 } }) {
        $0.arrange(in: $1)
      }.setting,
      .button("swap") { screen in screen.arrange { $0.swap() } }.setting,
      .button("more") { $0.reduce(.toolsPressed) }.setting,
      .button("exposure") { $0.openExposure() }.setting.set { $0.expose($1) },
      .button("torch") { $0.toggleTorch() }.setting,
      .button(ControlledCamera.zoomName) { $0.zoomFurther() }.setting.set { $0.zoom(to: $1) },

      // The look.
      .choice("appearance", ChromeStyle.Appearance.init(rawValue:)) { screen, appearance in
        screen.restyle { $0.appearance = appearance }
      }.state,
      .list("hand", ChromeStyle.Hand.init(rawValue:)) { screen, hand in screen.restyle { $0.hand = hand } }
        .state,
      .toggle("increase-contrast") { $0.restyle(\.increaseContrast, $1) },
      .toggle("reduce-transparency") { $0.restyle(\.reduceTransparency, $1) },
      .toggle("reduce-motion") { $0.restyle(\.reduceMotion, $1) },
    ]
    + Assist.allCases.map { assist in
      .toggle("\(SettingsSheet.assistPage)/\(assist.rawValue)") { $0.show(assist, $1) }
    }

  private static func seconds<Number: LosslessStringConvertible & Equatable & ExpressibleByIntegerLiteral>(
    of choices: [Number]
  ) -> @Sendable (String) -> Number? where Number: Sendable {
    { text in
      if text == "off" { return choices.first { $0 == 0 } }
      return text.hasSuffix("s")
        ? Number(String(text.dropLast())).flatMap { choices.contains($0) ? $0 : nil } : nil
    }
  }

  private static let tab: @Sendable (String) -> Act? = { name in
    switch name {
    case "capture": { $0.reduce(.capturePressed) }
    case "library": { $0.pressLibrary() }
    case "settings": { $0.reduce(.settingsPressed) }
    default: nil
    }
  }
}

/// What single controls do.
extension ScreenController {
  fileprivate func show(_ assist: Assist, _ isOn: Bool?) {
    var assists = stage.settings.assists
    if isOn ?? !assists.contains(assist) { assists.insert(assist) } else { assists.remove(assist) }
    stage.show(assists)
  }

  fileprivate func arrange(in layout: LayoutMode) {
    guard layouts.contains(layout) else {
      return complain("“\(layout.rawValue)” isn't a layout of \(cameras.count.counted("camera"))")
    }
    arrange { ($0.only, $0.layout) = (nil, layout) }
  }

  /// Magnifies the main camera.
  fileprivate func zoom(to value: Double) {
    let main = arrangement.shown[0]
    if cameras.indices.contains(main) { change(cameras[main].id, ControlledCamera.zoomName, .set(value)) }
  }

  /// To the next detent, or back to the first.
  fileprivate func zoomFurther() {
    let zoom = state.zoom ?? 1
    self.zoom(to: ZoomSlider.detents.first { $0 > zoom + 0.01 } ?? 1)
  }

  /// - Parameter isOn: `nil` for the opposite of what it is.
  fileprivate func restyle(_ path: WritableKeyPath<ChromeStyle, Bool>, _ isOn: Bool?) {
    restyle { $0[keyPath: path] = isOn ?? !$0[keyPath: path] }
  }
}

import CaptureKit
import Compositor
import FrameBus
import GlassChrome
import HUDGeometry
import HostResources
import PixelTypes
import TestPictures
import Testing

@testable import Screen

@Suite("Cameras' settings on the screen")
struct CameraSettingsTests {
  private static let all: [CameraControl] = [
    .scripted("brightness", .integer, 128), .scripted("backlight_compensation", .integer, 1, 0...3),
    .scripted("power_line_frequency", .menu, 1, 0...2, menu: ["Disabled", "50 Hz", "60 Hz"]),
    .scripted("white_balance_automatic", .boolean, 1, 0...1),
    .scripted("white_balance_temperature", .integer, 4600, 2800...6500, step: 10, flags: ["inactive"]),
    .scripted("exposure_time_absolute", .integer, 80, 3...2047),
    .scripted("auto_exposure_bias", .integerMenu, 1, 0...2, menu: ["-500", "0", "500"]),
    .scripted("pan_absolute", .integer, 7200, -36000...36000, step: 3600),
    .scripted("big", .integer64, 5, (.min)...(.max)),
    .scripted("focus_now", .button, nil), .scripted("privacy", .boolean, 0, 0...1, flags: ["read-only"]),
    .scripted("mask", .bitmask, 3), .scripted("serial", .string, nil),
    .scripted("secret", .integer, nil, flags: ["write-only"]),
    .scripted("odd_menu", .menu, 9, 0...1, menu: ["1", "2"]), .scripted("still", .integer, 7, 7...7),
  ]

  @Test("each type has its control, with names and units for people")
  func kinds() throws {
    let settings = CameraSettings.settings(of: Self.all, ScreenLanguage.english.words)
    func setting(_ name: String) throws -> ScreenSetting { try #require(settings.first { $0.id == name }) }
    #expect(settings.map(\.id) == Self.all.map(\.name).filter { !["serial", "secret"].contains($0) })
    #expect(try setting("brightness").kind == .slider(128, in: 0...255, detents: [0], isLogarithmic: false))
    #expect(try setting("backlight_compensation").kind == .stepper(1, in: 0...3))
    #expect(
      try setting("power_line_frequency").kind
        == .picker(
          [
            .init("disabled", title: "Disabled"), .init("50-hz", title: "50 Hz"),
            .init("60-hz", title: "60 Hz"),
          ],
          selected: "50-hz"))
    #expect(try setting("white_balance_automatic").kind == .toggle(true))
    let held = try setting("white_balance_temperature")
    #expect(!held.isEnabled && held.value == "4600 K, auto" && held.label == "White balance temperature")
    let time = try setting("exposure_time_absolute")
    #expect(time.value == "1/125 s" && time.label == "Exposure time")
    #expect(time.kind == .slider(80, in: 3...2047, detents: [], isLogarithmic: true))
    #expect(try setting("auto_exposure_bias").value == "0 EV")
    #expect(try setting("pan_absolute").value == "2°")
    #expect(try setting("focus_now").kind == .button())
    #expect(try setting("privacy").kind == .reading)
    #expect(try setting("mask").kind == .reading && setting("still").kind == .reading)
    // A number in a path stands for a view without a name, so it can't be a choice's.
    guard case .picker(let options, let selected) = try setting("odd_menu").kind else {
      Issue.record("no picker")
      return
    }
    #expect(options.map(\.id) == ["value-0", "value-1"] && selected.isEmpty)
    guard case .slider(let value, let range, _, _) = try setting("big").kind else {
      Issue.record("no slider")
      return
    }
    #expect(value == 5 && range.contains(5))
  }

  @Test("values are brought onto the control's steps and into its range; what can't be one is none")
  func values() {
    func value(_ number: Double, _ name: String) -> Int64? {
      CameraSettings.value(number, for: Self.all.first { $0.name == name }!)
    }
    #expect(
      value(300, "brightness") == 255 && value(-1, "brightness") == 0 && value(12.6, "brightness") == 13)
    #expect(
      value(4603, "white_balance_temperature") == 4600 && value(1e300, "white_balance_temperature") == 6500)
    #expect(value(1, "power_line_frequency") == 1 && value(7, "power_line_frequency") == nil)
    #expect(value(2, "white_balance_automatic") == 1 && value(.nan, "brightness") == nil)
    #expect(
      value(77, "big") == 77 && value(-1e30, "big") == .min
        && value(4605, "white_balance_temperature") == 4610)
    #expect(value(6499, "white_balance_temperature") == 6500 && value(1799, "pan_absolute") == 0)
    #expect(value(.infinity, "brightness") == nil && value(3, "mask") == nil)
    func named(_ text: String, _ name: String) -> Int64? {
      CameraSettings.value(named: text, for: Self.all.first { $0.name == name }!)
    }
    #expect(named("60-hz", "power_line_frequency") == 2 && named("70-hz", "power_line_frequency") == nil)
    #expect(named("increment", "backlight_compensation") == 2 && named("decrement", "pan_absolute") == 3600)
    #expect(named("off", "white_balance_automatic") == 0 && named("on", "brightness") == nil)
    #expect(named("77", "brightness") == 77 && named("value-1", "odd_menu") == 1)
  }

  /// A camera with controls, which keeps what it was asked for.
  private func controlled(_ events: [(Int64, ChromeEvent)], hasSheet: Bool = true) throws -> (
    ScreenController, ScriptedFeed, () -> [String]
  ) {
    let feed = ScriptedFeed("Desk", doorbell: Doorbell())
    feed.controls = Self.all
    let log = Log()
    let controller = try ScreenTests.controlled(
      EventTimeline(milliseconds: events), width: 1280, height: 720, feed: feed, hasSheet: hasSheet,
      warn: { log.lines.append($0) })
    return (controller, feed, { log.lines })
  }

  private final class Log { var lines: [String] = [] }

  @Test("a page shows them; touches and names set them; what the camera made of it is shown")
  func page() throws {
    let (controller, feed, warnings) = try controlled([
      (0, .toggle("settings")), (0, .select("page", value: "primary")),
      (100, .set("primary/brightness", value: 200)), (200, .toggle("primary/power_line_frequency")),
      (300, .toggle("primary/power_line_frequency/60-hz")), (400, .toggle("primary/white_balance_automatic")),
      (500, .toggle("primary/backlight_compensation/increment")), (600, .toggle("primary/focus_now")),
      (3000, .set("primary/white_balance_temperature", value: 5000)),
      (3000, .set("primary/nonsense", value: 1)),
      (3000, .set("secondary/brightness", value: 1)),
      (3000, .select("primary/power_line_frequency", value: "70")),
      (6000, .toggle("close")), (6000, .set("primary/brightness", value: 3)),
    ])
    controller.advance(to: 0)
    #expect(controller.state.settingsPage == "primary")
    let chrome = controller.chrome
    chrome.prepare(controller.state, nanoseconds: 0)
    #expect(chrome.failure == nil)
    let slider = try #require(chrome.accessibility.first { $0.label == "Brightness" && $0.role == .slider })
    #expect(slider.id.path.contains("/primary/") && slider.adjustment?.value == 128)
    let held = try #require(
      chrome.accessibility.first { $0.label == "White balance temperature" })
    #expect(!held.isEnabled)
    controller.advance(to: 100_000_000)
    #expect(feed.asked.last?.name == "brightness" && feed.asked.last?.value == 200)
    // At once, before the camera has answered; then what it kept.
    func shown(_ name: String) -> String? {
      controller.state.cameraSettings[0].settings.first { $0.id == name }?.value
    }
    #expect(shown("brightness") == "200")
    feed.controls[0].value = 192
    feed.controlsRevision += 1
    controller.advance(to: 150_000_000)
    #expect(shown("brightness") == "192")
    controller.advance(to: 200_000_000)
    #expect(controller.state.openPicker == "primary/power_line_frequency")
    controller.advance(to: 300_000_000)
    #expect(controller.state.openPicker == nil)
    for time in [400, 500, 600] { controller.advance(to: Int64(time) * 1_000_000) }
    #expect(
      feed.asked.dropFirst().map { "\($0.name)=\($0.value)" } == [
        "power_line_frequency=2", "white_balance_automatic=0", "backlight_compensation=2", "focus_now=1",
      ])
    #expect(warnings() == [])
    feed.controlsRevision += 1
    controller.advance(to: 3_000_000_000)
    #expect(feed.refreshes == 2)
    #expect(warnings().count == 4, "\(warnings())")
    for words in ["automatic", "nonsense", "secondary", "70"] {
      #expect(warnings().contains { $0.contains(words) }, "\(words) in \(warnings())")
    }
    controller.advance(to: 6_000_000_000)
    #expect(controller.state.settings == nil && feed.asked.last?.value == 3)
  }

  /// A camera's settings as its page has them.
  private func page(_ camera: ControlledCamera) -> [ScreenSetting] {
    camera.page(ScreenLanguage.english.words).settings
  }

  @Test("a lens zooms as far as it goes, a crop goes on; only the zoom sets the lens")
  func zoom() throws {
    let feed = ScriptedFeed("Desk", doorbell: Doorbell())
    feed.controls = [.scripted("zoom_absolute", .integer, 100, 100...400, step: 10)]
    var camera = ControlledCamera(id: "primary", name: "Desk", feed: feed)
    _ = camera.look()
    #expect(page(camera).map(\.id) == ["zoom", "level"] && camera.zoom == 1)
    for (asked, lens, crop) in [(2.0, 200, 1.0), (4, 400, 1), (8, 400, 2), (99, 400, 2.5), (1, 100, 1)] {
      #expect(camera.change("zoom", .set(asked)) == nil)
      #expect(feed.asked.last?.value == Int64(lens) && camera.crop == crop, "\(asked)")
      #expect(camera.zoom == min(asked, 10))
    }
    #expect(camera.change("zoom", .set(.nan)) != nil && camera.change("zoom", .press) != nil)
    // A lens whose values begin at 0 says nothing about magnification.
    feed.controls = [.scripted("zoom_absolute", .integer, 0, 0...400)]
    feed.controlsRevision += 1
    _ = camera.look()
    #expect(camera.change("zoom", .choose("3")) == nil && camera.crop == 3)
    #expect(page(camera).map(\.id) == ["zoom", "level", "zoom_absolute"])
  }

  @Test("a tap in a viewfinder asks for focus there and shows the reticle for two seconds; a drag doesn't")
  func aim() throws {
    func at(_ x: Double, _ y: Double) -> ChromeEvent.Position { .points(Point(x, y)) }
    let (controller, feed, _) = try controlled(
      [
        (100, .press(at(340, 260))), (150, .release(nil)),
        (3000, .press(at(340, 260))), (3050, .move(at(400, 260))), (3100, .release(nil)),
        (4000, .set("zoom", value: 2)), (4100, .press(at(340, 260))), (4150, .release(nil)),
      ], hasSheet: false)
    // With an exposure to set, the reticle would stay longer.
    feed.controls.removeAll { $0.name.contains("exposure") }
    feed.controls.append(.scripted("region_of_interest_rectangle", .rectangle, nil))
    let rect = controller.stage.cameras[0].rect
    func advance(_ milliseconds: Int64) { controller.advance(to: milliseconds * 1_000_000) }
    advance(0)
    advance(150)
    let place = try #require(controller.stage.cameras[0].guides.reticle)
    let scale = controller.stage.layout.scale
    #expect(abs(place.x - (340 * scale - Double(rect.x)) / Double(rect.width)) < 1e-9)
    let region = try #require(feed.regions.first)
    #expect(abs(Double(region.x + region.width / 2) - place.x * 64) <= 1.5 && region.width == 8)
    advance(2149)
    #expect(controller.stage.cameras[0].guides.reticle != nil)
    advance(2150)
    #expect(controller.stage.cameras[0].guides.reticle == nil)
    advance(3100)
    #expect(controller.stage.cameras[0].guides.reticle == nil && feed.regions.count == 1)
    // What a crop shows there lies nearer to the middle.
    advance(4200)
    #expect(feed.regions.count == 2 && controller.stage.cameras[0].zoom == 2)
    let center = Double(feed.regions[1].x + feed.regions[1].width / 2)
    #expect(abs(center - (0.5 + (place.x - 0.5) / 2) * 64) <= 1.5)
  }

  @Test("size and rate are chosen from what the camera offers; another size takes the nearest rate")
  func modes() throws {
    let feed = ScriptedFeed("Desk", framesPerSecond: 30, doorbell: Doorbell())
    var camera = ControlledCamera(id: "primary", name: "Desk", feed: feed)
    #expect(page(camera).map(\.id) == ["zoom", "level"])
    feed.modes = [
      StreamMode(size: try #require(PixelSize(width: 64, height: 64)), rates: [30, 20]),
      StreamMode(size: try #require(PixelSize(width: 640, height: 480)), rates: [25, 7.5]),
    ]
    #expect(page(camera).map(\.id) == ["zoom", "resolution", "rate", "level"] && camera.wantedSize == nil)
    #expect(camera.change("rate", .choose("20fps")) == nil && camera.change("rate", .choose("7.5fps")) != nil)
    #expect(camera.change("resolution", .choose("640x480")) == nil && camera.wantedSize?.width == 640)
    // Shown before the camera has answered.
    #expect(page(camera).dropFirst().prefix(2).map(\.value) == ["640x480", "25fps"])
    #expect(camera.change("rate", .choose("7.5fps")) == nil)
    #expect(camera.change("resolution", .choose("2x2"))?.contains("2x2") == true)
    #expect(camera.change("resolution", .set(2)) != nil)
    #expect(feed.askedModes == ["64x64 20.0", "640x480 25.0", "640x480 7.5"])
  }
}

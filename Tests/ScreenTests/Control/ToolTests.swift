import CaptureKit
import FrameBus
import GlassChrome
import HUDGeometry
import TestPictures
import Testing

@testable import Compositor
@testable import Screen

@Suite("The tools beside the shutter")
struct ToolTests {
  private static func control(
    _ name: String, _ type: CameraControl.Kind = .integer, _ range: ClosedRange<Int64> = 0...1,
    usual: Int64 = 0, menu: [CameraControl.Item] = [], flags: [String] = []
  ) -> CameraControl {
    CameraControl(
      name: name, id: 0, type: type, minimum: range.lowerBound, maximum: range.upperBound, step: 1,
      defaultValue: usual, value: usual, menu: menu, flags: flags)
  }

  private static let time = control("exposure_time_absolute", .integer, 1...10_000, usual: 100)
  private static let bias = control(
    "auto_exposure_bias", .integerMenu, 0...4, usual: 2,
    menu: [-2000, -1000, 0, 1000, 2000].enumerated().map {
      .init(value: Int64($0.offset), name: "\($0.element)")
    })
  private static let led = control(
    "led_mode", .menu, 0...2, menu: [.init(value: 0, name: "None"), .init(value: 2, name: "Torch")])

  private func camera(_ controls: [CameraControl]) -> (ControlledCamera, ScriptedFeed) {
    let feed = ScriptedFeed("Desk", doorbell: Doorbell())
    feed.controls = controls
    var camera = ControlledCamera(id: "primary", name: "Desk", feed: feed)
    _ = camera.look()
    return (camera, feed)
  }

  @Test("exposure is a bias in stops, or the time's ratio to the usual one unless an automatic mode holds it")
  func exposure() {
    var (camera, feed) = camera([Self.time, Self.bias])
    func expose(_ stops: Double) -> Double? { camera.expose(stops) ? camera.exposure : nil }
    #expect(camera.exposure == 0 && expose(0.8) == 1)
    #expect(feed.asked.last?.name == "auto_exposure_bias" && feed.asked.last?.value == 3)
    #expect(expose(-9) == -2 && expose(.nan) == nil)
    (camera, feed) = self.camera([Self.time])
    #expect(expose(-1) == -1 && feed.asked.last?.value == 50)
    #expect(expose(2) == 2 && feed.asked.last?.value == 400)
    for other in [Self.control("gain"), Self.control("exposure_absolute", usual: 1, flags: ["inactive"])] {
      (camera, feed) = self.camera([other])
      #expect(camera.exposure == nil && expose(1) == nil && feed.asked.isEmpty)
    }
  }

  @Test("a light is an illuminator, or a flash that can shine steadily")
  func torch() {
    var (camera, feed) = camera([Self.led])
    func toggle() -> Bool? { camera.toggleTorch() ? camera.torch?.isOn : nil }
    #expect(camera.torch?.isOn == false && toggle() == true)
    #expect(feed.asked.last?.name == "led_mode" && feed.asked.last?.value == 2)
    #expect(toggle() == false && feed.asked.last?.value == 0)
    (camera, feed) = self.camera([Self.control("illuminator_1", .boolean)])
    #expect(toggle() == true && feed.asked.last?.value == 1)
    (camera, feed) = self.camera([Self.control("led_mode", .menu, menu: [.init(value: 0, name: "None")])])
    #expect(camera.torch == nil && toggle() == nil && feed.asked.isEmpty)
  }

  private func screen(_ controls: [CameraControl], _ events: [(Int64, ChromeEvent)]) throws -> (
    ScreenController, ScriptedFeed
  ) {
    let feed = ScriptedFeed("Desk", doorbell: Doorbell())
    feed.controls = controls
    let controller = try ScreenTests.controlled(
      EventTimeline(milliseconds: events), width: 1280, height: 720, feed: feed)
    return (controller, feed)
  }

  private func elements(_ controller: ScreenController) -> [AccessibilityElement] {
    let chrome = controller.chrome
    chrome.prepare(controller.state, nanoseconds: 0)
    #expect(chrome.failure == nil)
    return chrome.accessibility
  }

  private func has(_ controller: ScreenController, _ name: String) -> Bool {
    elements(controller).contains { $0.id.path.hasSuffix("/" + name) && $0.role.isControl }
  }

  @Test("only what the camera can do is shown, and a script reaches it")
  func shown() throws {
    let (plain, _) = try screen([], [(500, .toggle("more"))])
    for time in [0, 500] { plain.advance(to: Int64(time) * 1_000_000) }
    #expect(has(plain, "grid") && !has(plain, "torch") && !has(plain, "exposure"))
    let (controller, feed) = try screen(
      [Self.bias, Self.led],
      [
        (500, .toggle("more")), (1000, .toggle("torch")), (2000, .toggle("exposure")),
        (3000, .set("exposure", value: 1)),
        (4000, .toggle("exposure")),
      ])
    for time in [0, 500] { controller.advance(to: Int64(time) * 1_000_000) }
    #expect(has(controller, "torch") && !controller.state.showsExposure)
    for second in 1...3 { controller.advance(to: Int64(second) * 1_000_000_000) }
    #expect(controller.state.torch == true && controller.state.showsExposure)
    let slider = try #require(elements(controller).first { $0.role == .slider })
    #expect(slider.id.path.hasSuffix("/exposure") && slider.value?.hasPrefix("+1") == true)
    #expect(feed.asked.map { "\($0.name)=\($0.value)" } == ["led_mode=2", "auto_exposure_bias=3"])
    // It stays until it is closed.
    controller.advance(to: 3_990_000_000)
    #expect(controller.state.showsExposure)
    controller.advance(to: 4_000_000_000)
    #expect(!controller.state.showsExposure)
  }

  @Test("a tap on the picture opens the exposure's slider for as long as the reticle")
  func tap() throws {
    let place = ChromeEvent.Position.fraction(Point(0.5, 0.5))
    let (controller, _) = try screen(
      [Self.bias], [(0, .press(place)), (100, .release(place)), (4000, .set("exposure", value: -1))])
    for time in [0, 100] { controller.advance(to: Int64(time) * 1_000_000) }
    #expect(controller.stage.cameras[0].guides.reticle != nil && controller.state.showsExposure)
    #expect(controller.state.toast == nil)
    #expect(has(controller, "exposure"))
    controller.advance(to: 4_000_000_000)
    controller.advance(to: 7_900_000_000)
    #expect(controller.stage.cameras[0].guides.reticle != nil && controller.state.showsExposure)
    controller.advance(to: 8_100_000_000)
    #expect(controller.stage.cameras[0].guides.reticle == nil && !controller.state.showsExposure)
  }

  @Test("a tool's list closes when one is chosen, and when a finger touches anything else")
  func list() throws {
    let (controller, _) = try screen(
      [],
      [
        (500, .toggle("more")), (1000, .toggle("self-timer")), (2000, .toggle("self-timer/6s")),
        (3000, .toggle("grid")), (4000, .press(.fraction(Point(0.5, 0.4)))),
      ])
    func open(_ second: Int64) -> String? {
      controller.advance(to: second * 1_000_000_000)
      return controller.state.openPicker
    }
    #expect(open(0) == nil && open(1) == "self-timer" && open(2) == nil)
    #expect(open(3) == "grid" && open(4) == nil)
    #expect(controller.state.shutter.selfTimer == 6)
  }
}

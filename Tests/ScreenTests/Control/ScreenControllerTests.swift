import CaptureKit
import Foundation
import GlassChrome
import HUDGeometry
import HostResources
import PixelTypes
import TestPictures
import TestSupport
import Testing

@testable import Compositor
@testable import Screen

@Suite("The screen as events control it")
struct ScreenControllerTests {
  @Test(
    "the settings open beside the smallest camera, a list in them opens and closes, and a program needs no sheet"
  )
  func smallest() throws {
    let controller = try controlled(
      [
        (0, .select("grid", value: "phi")), (100, .toggle("settings")), (200, .toggle("grid")),
        (300, .toggle("grid/diagonals")), (400, .toggle("close")),
      ], width: 160)
    controller.advance(to: 0)
    #expect(controller.stage.settings.grid == .phi && controller.state.settings == nil)
    controller.advance(to: 100_000_000)
    #expect(controller.state.settings == .medium)
    controller.advance(to: 200_000_000)
    #expect(controller.state.openPicker == "grid")
    controller.advance(to: 300_000_000)
    #expect(controller.state.openPicker == nil && controller.stage.settings.grid == .diagonals)
    controller.advance(to: 400_000_000)
    #expect(controller.state.settings == nil)
  }

  @Test("a finger that keeps moving is followed in every picture, for as long as it likes")
  func drag() throws {
    let events: [(Int64, ChromeEvent)] =
      [(0, .press(.points(Point(-5, -5))))]
      + (1...400).map { (Int64($0) * 33, .move(.points(Point(Double($0), 3)))) }
    let controller = try controlled(events)
    for picture in 0...400 {
      controller.advance(to: Int64(picture) * 33_000_000)
      #expect(controller.eventsTaken == picture + 1)
    }
    #expect(controller.chrome.isHeld == true)
  }

  @Test("a picture has its sheet until it is closed, the settings are opened, or three seconds are over")
  func shot() throws {
    let second: Int64 = 1_000_000_000
    let controller = try controlled([
      (0, .select("mode", value: "photo")), (0, .toggle("capture")), (4000, .toggle("capture")),
      (5000, .toggle("close")), (6000, .toggle("capture")), (7000, .toggle("settings")),
    ])
    func sheet(at time: Int64, isTaken: Bool = false) throws -> [AccessibilityElement] {
      controller.advance(to: time)
      if isTaken { controller.tookPicture() }
      let chrome = controller.chrome
      chrome.prepare(controller.state, nanoseconds: time)
      #expect(chrome.failure == nil)
      return chrome.accessibility.filter { $0.id.path.hasPrefix("post-shot") }
    }
    let told = try sheet(at: 1, isTaken: true).map(\.label)
    #expect(told.contains("Picture 1") && told.contains("Picture of the shot") && told.contains("Close"))
    #expect(controller.state.shot?.picture != nil)
    #expect(try !sheet(at: 2 * second).isEmpty)
    #expect(try sheet(at: 1 + 3 * second).isEmpty)
    #expect(try !sheet(at: 4 * second + 1, isTaken: true).isEmpty)
    #expect(try sheet(at: 5 * second + 1).isEmpty)
    #expect(try !sheet(at: 6 * second + 1, isTaken: true).isEmpty)
    #expect(try sheet(at: 7 * second + 1).isEmpty)
    #expect(controller.state.settings == .medium)
  }

  @Test(
    "controls recede with the film, come back with any event and go when nobody uses them; the rest stays")
  func presence() throws {
    let controller = try controlled(
      [
        (2000, .move(.points(.init(5, 5)))), (9000, .toggle("capture")),
      ], hasSheet: false)
    func shows(_ milliseconds: Int64) throws -> Bool {
      controller.advance(to: 77 + milliseconds * 1_000_000)
      controller.reduce(.timePassed(secondOfDay: nil, recordingSeconds: 1))
      let chrome = controller.chrome
      chrome.prepare(controller.state, nanoseconds: 77 + milliseconds * 1_000_000)
      let told = chrome.accessibility
      #expect(told.contains { $0.id.path.hasPrefix("top/") && $0.role == .timer })
      #expect(controller.state.showsShelf == controller.state.showsControls)
      let shutter = try #require(told.first { $0.id == "controls/0/capture" })
      #expect(told.contains { $0.id.path.hasPrefix("template/") && $0.isVisible } == shutter.isVisible)
      return shutter.isVisible
    }
    #expect(try !shows(0))
    #expect(try !shows(1900))
    #expect(try shows(2000))
    #expect(try shows(6900))
    #expect(try !shows(7001))
    // Named, a control answers though it isn't seen; the film stands, and the controls are there.
    #expect(try shows(9000))
    #expect(controller.state.shutter.isPaused)
    #expect(try shows(13_900))
    #expect(try !shows(14_001))
  }

  @Test(
    "the shutter and the modes act by name while a sheet is open",
    arguments: ["settings", "library"])
  func covered(sheet: String) throws {
    let events: [(Int64, ChromeEvent)] = [
      (0, .toggle(ElementID(sheet))), (1000, .toggle("capture")), (2000, .toggle("mode/photo")),
      (3000, .toggle("capture")),
    ]
    let controller = try controlled(
      EventTimeline(milliseconds: events), width: 1280, height: 720, library: LibraryDesk())
    controller.reduce(.timePassed(secondOfDay: nil, recordingSeconds: 1))
    func advance(_ milliseconds: Int64) throws -> AccessibilityElement? {
      controller.advance(to: milliseconds * 1_000_000)
      let chrome = controller.chrome
      chrome.prepare(controller.state, nanoseconds: milliseconds * 1_000_000)
      return chrome.accessibility.first { $0.id == "controls/0/capture" }
    }
    let shutter = try #require(try advance(0))
    #expect(shutter.isVisible && shutter.label == "Stop recording" && !controller.state.shutter.isPaused)
    #expect(try advance(1000)?.label == "Record" && controller.state.shutter.isPaused)
    #expect(try advance(2000)?.label == "Take a picture" && controller.state.shutter.mode == .photo)
    _ = try advance(3000)
    #expect(controller.state.shutter.shotsWaiting == 1)
    #expect(sheet == "settings" ? controller.state.settings != nil : controller.state.library != nil)
  }

  @Test("a live view that nobody touches loses its controls too, and its shutter is disabled")
  func presenceOfView() throws {
    let controller = try controlled([(0, .release(nil))], canRecord: false)
    controller.advance(to: 0)
    let chrome = controller.chrome
    chrome.prepare(controller.state, nanoseconds: 0)
    #expect(chrome.accessibility.first { $0.id == "controls/0/capture" }?.isEnabled == false)
    controller.advance(to: 5_000_000_001)
    #expect(!controller.state.showsControls)
  }

  @Test("a program can ask what is on the screen")
  func description() throws {
    let mailbox = ControlMailbox()
    let controller = try controlled([], mailbox: mailbox)
    controller.advance(to: 0)
    #expect(mailbox.takeDescription() == nil)
    mailbox.requestDescription()
    controller.advance(to: 1)
    let json = try #require(mailbox.takeDescription())
    let text = String(decoding: json, as: UTF8.self)
    #expect(text.contains("\"elements\":[{") && text.contains("\"width\":"))
    #expect(!mailbox.wantsDescription)
  }

  @Test(
    "what the camera is set to is shown where there is room for it, and nothing for cameras that don't say")
  func exposure() throws {
    let sizes = [PixelSize(width: 1280, height: 720), PixelSize(width: 640, height: 360)].compactMap(\.self)
    let stage = try Stage(
      cameras: [
        .init(id: "primary", name: "a", size: sizes[0]), .init(id: "secondary", name: "b", size: sizes[1]),
      ],
      subsampling: .yuv422, settings: StageSettings())
    let screen = try #require(stage.screen)
    let chrome = screen.chrome
    func told() -> [String: String] {
      chrome.prepare(screen.state, nanoseconds: 0)
      #expect(chrome.failure == nil)
      let panel = chrome.accessibility.filter { $0.id.path.hasPrefix("info/") }
      return Dictionary(uniqueKeysWithValues: panel.map { ($0.label, $0.value ?? "") })
    }
    #expect(told() == [:])
    screen.reduce(
      .exposureMeasured(
        CameraExposure(time: .init(0.01), gain: nil, whiteBalance: .init(4600, isAutomatic: true))))
    #expect(told().keys.sorted() == ["Exposure", "Gain", "White balance"])
    #expect(told()["Exposure"]?.contains("1/100") == true, "\(told())")
    #expect(told()["White balance"] == "4600 K, automatic")
    screen.reduce(.exposureMeasured(nil))
    #expect(told() == [:])
  }

  @Test("swipes close a shot's sheet and bring it back")
  func swipes() throws {
    let events: [(Int64, ChromeEvent)] = [(0, .select("mode", value: "photo")), (0, .toggle("capture"))]
    let controller = try controlled(events, library: LibraryDesk())
    controller.advance(to: 1)
    controller.tookPicture()
    func prepare(_ time: Int64) throws -> ChromeRenderer {
      let chrome = controller.chrome
      chrome.prepare(controller.state, nanoseconds: time)
      return chrome
    }
    let sheet = try #require(prepare(2).accessibility.first { $0.id == "post-shot" })
    let header = Point(sheet.frame.x + 40, sheet.frame.y + 20)
    func swipe(from start: Point, by way: Point) {
      controller.follow(.press(.points(start)))
      controller.follow(.move(.points(start + way)))
      controller.follow(.release(nil))
    }
    swipe(from: header, by: Point(0, 30))
    #expect(controller.state.shot != nil)
    swipe(from: header, by: Point(0, 90))
    #expect(controller.state.shot == nil)
    controller.advance(to: 1_000_000_000)
    swipe(from: Point(200, 8), by: Point(4, 90))
    #expect(controller.state.shot?.name == "Picture 1")
  }
}

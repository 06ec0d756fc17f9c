import HUDGeometry
import PixelTypes
import Testing

@testable import GlassChrome
@testable import Screen

@Suite("Events on the capture screen")
struct ScreenEventTests {
  /// Two webcams side by side, with room for a sheet under the smaller one.
  static func layout(scale: Double = 0.75) -> ChromeLayout {
    ChromeLayout(
      canvas: ChromeFixtures.size(1968, 912),
      viewfinders: [ChromeFixtures.rect(16, 80, 1280, 720), ChromeFixtures.rect(1312, 80, 640, 360)],
      topRegion: ChromeFixtures.rect(0, 0, 1968, 80), bottomRegion: ChromeFixtures.rect(0, 800, 1968, 112),
      sideRegion: ChromeFixtures.rect(1312, 464, 640, 336), scale: scale)
  }

  static func state() -> ChromeState {
    var state = ChromeFixtures.state(hint: nil)
    state.showsControls = true
    state.gridName = "thirds"
    return state
  }

  private func renderer(_ state: ChromeState, _ layout: ChromeLayout = layout()) throws -> ChromeRenderer {
    let renderer = try ChromeRenderer(layout: layout, style: ChromeStyle(), subsampling: .yuv422)
    renderer.prepare(state, nanoseconds: 0)
    #expect(renderer.failure == nil)
    return renderer
  }

  @Test(
    "a control answers to the end of its name",
    arguments: [
      "capture", "settings", "close", "grabber", "header/close", "grid", "appearance/light", "mode/photo",
      "increase-contrast", "reduce-motion", "reduce-transparency",
    ])
  func names(name: String) throws {
    var state = Self.state()
    state.settings = .large
    let renderer = try renderer(state)
    guard case .action(.activate(let id)) = renderer.handle(.toggle(ElementID(name))) else {
      Issue.record("\(name) isn't there")
      return
    }
    #expect(id.path == name || id.path.contains("/" + name) || id.path.hasPrefix(name))
    // By its whole name it is the same.
    #expect(renderer.handle(.toggle(id)) == .action(.activate(id)))
  }

  @Test("a choice can be named under what it is a choice of")
  func choices() throws {
    var state = Self.state()
    state.settings = .medium
    let renderer = try renderer(state)
    for (id, value) in [("mode", "photo"), ("appearance", "light"), ("grid", "phi")] {
      guard case .action(.select(_, value)) = renderer.handle(.select(ElementID(id), value: value)) else {
        Issue.record("\(id) has no \(value)")
        continue
      }
    }
    #expect(renderer.handle(.select("mode", value: "hologram")) == .unknown("controls/0/mode"))
    #expect(renderer.handle(.toggle("nothing")) == .unknown("nothing"))
    #expect(renderer.handle(.toggle("set")) == .unknown("set"))
  }

  @Test("no two choices of one control have the same name", arguments: [Sheet.Detent.medium, .large])
  func labels(detent: Sheet.Detent) throws {
    var state = Self.state()
    state.settings = detent
    let elements = try renderer(state).accessibility
    for group in ["appearance/", "mode/"] {
      let labels = elements.filter { $0.id.path.contains(group) }.map(\.label)
      #expect(labels.count > 1 && Set(labels).count == labels.count)
    }
    #expect(elements.first { $0.id.path.hasSuffix("appearance/auto") }?.label == "Auto")
  }

  @Test("without a recording, shutter and mode stand there and answer nothing")
  func disabled() throws {
    var state = Self.state()
    state.shutter = ShutterState(canRecord: false)
    let renderer = try renderer(state)
    for name in ["capture", "mode/photo", "mode/video"] {
      let element = try #require(renderer.accessibility.first { $0.id.path.hasSuffix(name) })
      #expect(!element.isEnabled)
      #expect(renderer.handle(.toggle(element.id)) == .unknown(element.id))
    }
    #expect(renderer.accessibility.first { $0.id.path.hasSuffix("settings") }?.isEnabled == true)
  }

  @Test("a sheet that there is no room for isn't told")
  func noRoom() throws {
    var layout = Self.layout()
    layout.sideRegion = ChromeFixtures.rect(0, 0, 0, 0)
    layout.bottomRegion = ChromeFixtures.rect(0, 800, 100, 24)
    var state = Self.state()
    state.settings = .medium
    #expect(try !renderer(state, layout).accessibility.contains { $0.id.path.hasPrefix("settings-sheet") })
  }

  @Test("another style draws as one that was there from the start, and the finger stays down")
  func restyle() throws {
    let state = Self.state()
    let style = ChromeStyle(appearance: .light, increaseContrast: true, reduceMotion: true)
    let (changed, fresh) = (try ChromeStage(Self.layout()), try ChromeStage(Self.layout(), style))
    fresh.renderer.prepare(state, nanoseconds: 0)
    changed.draw(state, at: 0)
    let renderer = changed.renderer
    #expect(renderer.handle(.press(.points(Point(-100, -100)))) == .nothing)
    try renderer.restyle(style)
    #expect(renderer.isHeld && renderer.style == style)
    for stage in [changed, fresh] { stage.draw(state, at: 5_000_000_000) }
    let samples = [changed, fresh].map { $0.samples(state, at: 9_000_000_000) }
    #expect(samples[0] == samples[1])
  }

  @Test("a message is set smaller before its words are cut")
  func wholeMessage() throws {
    var state = Self.state()
    state.toast = Toast("No disk for the pictures here")
    let screen = CaptureScreen(
      layout: Self.layout(scale: 1), style: ChromeStyle(typeSize: .accessibility5),
      engine: DisplayLayout(measuring: FakeMeasurer()))
    let message = try screen.list(state).texts.filter { $0.id.path.hasPrefix("toast") }
    #expect(message.compactMap(\.text).joined(separator: " ") == state.toast?.message)
  }

  @Test("bar, shelf and controls are there at any scale", arguments: [0.5, 0.6, 0.67, 0.7, 0.75, 0.8])
  func anyScale(scale: Double) throws {
    let told = try renderer(Self.state(), Self.layout(scale: scale)).accessibility.map(\.label)
    for label in ["Logitech BRIO", "Time of day", "Portrait", "Settings"] {
      #expect(told.contains(label), "\(label) in \(told)")
    }
  }
}

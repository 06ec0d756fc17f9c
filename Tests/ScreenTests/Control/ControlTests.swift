import GlassChrome
import HUDGeometry
import Testing

@testable import Screen

@Suite("Controls of the capture screen")
struct ControlTests {
  private func told(_ use: ControlUse?) -> String? {
    use.map { $0.name + ($0.value.map { " = " + $0 } ?? "") + ($0.isSetting ? ", sets" : "") }
  }

  @Test(
    "what is touched is understood by its name",
    arguments: [
      ("controls/0/capture", "capture"), ("controls/0/settings", "settings, sets"),
      ("controls/0/tab/library", "tab = library, sets"), ("tab/capture", "tab = capture, sets"),
      ("library-sheet/content/2/000012.jpg", "library-sheet = 000012.jpg"),
      ("library-sheet/filter/kept", "filter = kept"),
      ("library-sheet/day", "day"), ("library-sheet/day/2026-11-23", "day = 2026-11-23"),
      ("post-shot/content/keep", "keep"), ("post-shot/content/suggestions/bottle", "suggestions = bottle"),
      ("controls/0/mode/photo", "mode = photo"), ("template/portrait", "template = portrait"),
      ("settings-sheet/grabber", "grabber"), ("settings-sheet/header/close", "close"),
      ("settings-sheet/content/0/grid", "grid"), ("content/0/grid/phi", "grid = phi, sets"),
      ("settings-sheet/content/page/primary", "page = primary"),
      ("settings-sheet/content/4/assist/2.39", "assist/2.39, sets"),
      ("content/2/self-timer", "self-timer"), ("content/2/self-timer/1/6s", "self-timer = 6s, sets"),
      ("content/2/interval/0.5s", "interval = 0.5s, sets"),
      ("controls/0/mode/timelapse", "mode = timelapse"),
      ("content/4/primary/2/0/gain", "primary/gain = press, sets"),
      ("content/4/secondary/menu/item-2", "secondary/menu = choose(\"item-2\"), sets"),
      ("settings-sheet/content/appearance/light", "appearance = light, sets"),
      ("content/3/hand", "hand"), ("content/3/hand/left", "hand = left, sets"),
      ("settings-sheet/content/2/reduce-motion", "reduce-motion, sets"),
    ])
  func activation(path: String, use: String) {
    #expect(told(Control.use(.activate(ElementID(path)))) == use)
  }

  @Test(
    "choices are understood by group and value",
    arguments: [
      ("controls/0/mode", "video"), ("template", "none"), ("settings-sheet/content/grid/0", "4x2"),
      ("appearance", "dark"), ("increase-contrast", "on"), ("assist/waveform", "off"), ("page", "assist"),
      ("hand", "right"), ("self-timer", "off"), ("interval", "60s"), ("reduce-transparency", "off"),
    ])
  func selection(path: String, value: String) {
    let use = Control.use(.select(ElementID(path), value: value))
    #expect(use?.value == value && use.map { path.contains($0.name) } == true)
  }

  @Test("a camera's controls are its own, and its zoom isn't the tool")
  func cameras() {
    #expect(told(Control.use(.set("primary/gain", value: 2))) == "primary/gain = set(2.0), sets")
    #expect(told(Control.use(.set("primary/zoom", value: 2))) == "primary/zoom = set(2.0), sets")
    #expect(told(Control.use(.set("zoom", value: 2))) == "zoom = 2.0, sets")
    #expect(
      told(Control.use(.select("primary/menu", value: "item-2")))
        == "primary/menu = choose(\"item-2\"), sets")
  }

  @Test("anything else is no control")
  func others() {
    for path in ["", "camera-0", "assist/abacus", "primary", "primary/a/b/c", "waveform"] {
      #expect(Control.use(.activate(ElementID(path))) == nil, "\(path)")
    }
    for (path, value) in [
      ("grid", "hexagons"), ("reduce-motion", "maybe"), ("assist/zebra", "maybe"), ("self-timer", "4s"),
      ("interval", "2"), ("layout", "single"), ("capture", "on"),
    ] {
      #expect(Control.use(.select(ElementID(path), value: value)) == nil, "\(path) \(value)")
    }
    #expect(Control.use(.set("volume", value: 2)) == nil && Control.use(.set("grid", value: 2)) == nil)
  }
}

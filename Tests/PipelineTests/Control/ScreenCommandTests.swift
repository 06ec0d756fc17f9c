import GlassChrome
import HUDGeometry
import Testing

@testable import Pipeline

@Suite("Commands of the capture screen")
struct ScreenCommandTests {
  @Test(
    "what is touched is understood by its name",
    arguments: [
      ("controls/0/capture", ScreenCommand.shutter), ("controls/0/settings", .openSettings),
      ("controls/0/mode/photo", .mode(.photo)), ("template/portrait", .template("portrait", isToggled: true)),
      ("settings-sheet/grabber", .changeDetent), ("settings-sheet/header/close", .closeSettings),
      ("settings-sheet/content/grid/0", .nextGrid),
      ("settings-sheet/content/appearance/light", .appearance(.light)),
      ("settings-sheet/content/2/reduce-motion", .switched(.reduceMotion, nil)),
    ])
  func activation(path: String, command: ScreenCommand) {
    #expect(ScreenCommand(.activate(ElementID(path))) == command)
  }

  @Test(
    "choices are understood by group and value",
    arguments: [
      ("controls/0/mode", "video", ScreenCommand.mode(.video)),
      ("template", "none", .template("none", isToggled: false)),
      ("settings-sheet/content/grid/0", "4x2", .grid(.fourByTwo)), ("appearance", "dark", .appearance(.dark)),
      ("increase-contrast", "on", .switched(.increaseContrast, true)),
      ("reduce-transparency", "off", .switched(.reduceTransparency, false)),
    ])
  func selection(path: String, value: String, command: ScreenCommand) {
    #expect(ScreenCommand(.select(ElementID(path), value: value)) == command)
  }

  @Test("anything else is no command")
  func others() {
    #expect(ScreenCommand(.activate("")) == nil)
    #expect(ScreenCommand(.activate("camera-0")) == nil)
    #expect(ScreenCommand(.select("grid", value: "hexagons")) == nil)
    #expect(ScreenCommand(.select("reduce-motion", value: "maybe")) == nil)
    #expect(ScreenCommand(.set("zoom", value: 2)) == nil)
  }
}

@Suite("The shutter")
struct ShutterStateTests {
  @Test("a press halts the film and the next one goes on, and the timer stands still meanwhile")
  func film() {
    var shutter = ShutterState(canRecord: true)
    shutter.advance(to: 1000)
    #expect(shutter.use == .film && shutter.isFilming)
    shutter.advance(to: 1100)
    #expect(shutter.press() == .paused)
    #expect(shutter.use == .paused && shutter.isPaused)
    shutter.advance(to: 1900)
    #expect(shutter.filmedNanoseconds == 100)
    #expect(shutter.press() == .resumed)
    shutter.advance(to: 1950)
    #expect(shutter.filmedNanoseconds == 150)
    #expect(shutter.tookPicture() == nil)
    // A file that starts again takes nothing back.
    shutter.advance(to: 0)
    #expect(shutter.filmedNanoseconds == 150)
  }

  @Test("single pictures are taken when asked for, as many as a burst has")
  func pictures() {
    var shutter = ShutterState(canRecord: true, burst: 3)
    shutter.choose(.photo)
    #expect(shutter.use == .idle && !shutter.isFilming && !shutter.isPaused)
    #expect(shutter.tookPicture() == nil)
    #expect(shutter.press() == .wanted)
    for number in 1...3 {
      #expect(shutter.use == .shot)
      #expect(shutter.tookPicture() == number)
    }
    #expect(shutter.use == .idle)
    #expect(shutter.press() == .wanted)
    // Back to the film: it stands until the shutter is pressed, and what was still wanted is forgotten.
    shutter.choose(.video)
    #expect(shutter.use == .paused)
    #expect(shutter.press() == .resumed)
    shutter.choose(.photo)
    #expect(shutter.use == .idle)
    #expect(shutter.shotsTaken == 3)
  }

  @Test("without a recording nothing comes of it")
  func none() {
    var shutter = ShutterState(canRecord: false)
    #expect(shutter.press() == .nothing)
    shutter.choose(.photo)
    #expect(shutter.mode == .video && !shutter.isFilming && !shutter.isPaused)
  }

  @Test("nobody can ask for more pictures than anybody wants")
  func flood() {
    var shutter = ShutterState(canRecord: true, burst: 1000)
    shutter.choose(.photo)
    for _ in 0..<1000 { _ = shutter.press() }
    #expect(shutter.shotsWaiting == ShutterState.mostWaiting)
  }
}

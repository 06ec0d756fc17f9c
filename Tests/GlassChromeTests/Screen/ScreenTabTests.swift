import HUDGeometry
import PixelTypes
import Testing

@testable import GlassChrome
@testable import Screen

@Suite("Tabs, library and pictures on the capture screen")
struct ScreenTabTests {
  /// A screen whose controls stand in a row `width` points wide, or in a column if it is high.
  private static func layout(_ width: Int, height: Int = 120) -> ChromeLayout {
    ChromeLayout(
      canvas: ChromeFixtures.size(width, 500 + height),
      viewfinders: [ChromeFixtures.rect(16, 96, width - 32, 400)],
      topRegion: ChromeFixtures.rect(0, 0, width, 96),
      bottomRegion: ChromeFixtures.rect(0, 500, width, height), scale: 1)
  }

  private static func state(_ change: (inout ChromeState) -> Void = { _ in }) -> ChromeState {
    var state = ChromeFixtures.state(hint: nil)
    (state.showsControls, state.hasLibrary) = (true, true)
    change(&state)
    return state
  }

  private static var library: LibraryContents {
    var values = LibraryContents()
    values.items = (0..<48).map { LibraryItem("item-\($0)", title: "Item \($0)") }
    return values
  }

  private func list(
    _ state: ChromeState, width: Int = 1600, height: Int = 120, _ style: ChromeStyle = ChromeStyle()
  ) throws -> DisplayList {
    try CaptureScreen(
      layout: Self.layout(width, height: height), style: style,
      engine: DisplayLayout(measuring: FakeMeasurer())
    ).list(state)
  }

  private func tabs(_ list: DisplayList) -> [String] {
    list.accessibility.filter { $0.id.path.hasPrefix("controls/0/tab/") }.map {
      String($0.id.path.dropFirst(15))
    }
  }

  private func selected(_ list: DisplayList) -> [String] {
    let tabs = list.accessibility.filter { $0.id.path.hasPrefix("controls/0/tab/") && $0.isSelected }
    return tabs.map { String($0.id.path.dropFirst(15)) }
  }

  @Test("there is a tab for each place, and a library only if there is one")
  func places() throws {
    #expect(tabs(try list(Self.state())) == ["capture", "library", "settings"])
    #expect(tabs(try list(Self.state { $0.hasLibrary = false })) == ["capture", "settings"])
  }

  @Test("the tab of what is shown is selected")
  func shown() throws {
    #expect(selected(try list(Self.state())) == ["capture"])
    #expect(selected(try list(Self.state { $0.library = Self.library })) == ["library"])
    #expect(
      selected(try list(Self.state { ($0.library, $0.settings) = (Self.library, .medium) })) == ["settings"])
    let shot = LibraryPicture(name: .shot(1), shot: .init(name: "Picture 1", summary: "", picture: nil))
    #expect(selected(try list(Self.state { $0.looked = shot })) == ["capture"])
    #expect(selected(try list(Self.state { ($0.library, $0.looked) = (Self.library, shot) })) == ["library"])
  }

  @Test("whatever is recorded and whatever is open, shutter and tabs stand where they stand")
  func steady() throws {
    let shot = LibraryPicture(name: .shot(1), shot: .init(name: "Picture 1", summary: "", picture: nil))
    let states: [(String, (inout ChromeState) -> Void)] = [
      ("recording", { $0.recordingSeconds = 3 }),
      (
        "paused",
        {
          $0.recordingSeconds = 3
          $0.reduce(.shutterPressed)
        }
      ),
      ("photo", { $0.shutter.choose(.photo) }),
      (
        "timelapse",
        {
          for event in [.modeChosen(.timelapse), .shutterPressed] as [ScreenEvent] { $0.reduce(event) }
        }
      ),
      (
        "self-timer",
        {
          let events: [ScreenEvent] = [
            .modeChosen(.photo), .selfTimerChosen(3), .pictureCame(at: 0), .shutterPressed,
          ]
          for event in events { $0.reduce(event) }
        }
      ), ("tools", { $0.showsTools = true }),
      ("exposure", { ($0.exposure, $0.showsExposure, $0.zoom) = (0.5, true, 2) }),
      ("list", { $0.openPicker = "grid" }), ("shot", { $0.looked = shot }),
      ("settings", { $0.settings = .medium }),
      ("library", { $0.library = Self.library }),
      ("disabled", { $0.shutter = ShutterState(canRecord: false) }),
    ]
    for width in [460, 600, 900, 1300, 2600] {
      for height in [108, 300, 700] {
        for hand in ChromeStyle.Hand.allCases {
          func places(_ change: (inout ChromeState) -> Void) throws -> [String: Rect] {
            let list = try list(Self.state(change), width: width, height: height, ChromeStyle(hand: hand))
            let fixed = list.accessibility.filter {
              !$0.isHidden && ($0.id.path.hasSuffix("/capture") || $0.id.path.contains("/tab/"))
            }
            return Dictionary(uniqueKeysWithValues: fixed.map { ($0.id.path, $0.frame) })
          }
          let idle = try places { _ in }
          #expect(idle.count == 4, "\(width) \(height)")
          for (name, change) in states {
            #expect(try places(change) == idle, "\(name) in \(width) x \(height), \(hand)")
          }
        }
      }
    }
  }

  @Test("the shutter is called capture, whatever else has that name", arguments: ChromeStyle.Hand.allCases)
  func shutter(hand: ChromeStyle.Hand) throws {
    var state = Self.state { $0.library = Self.library }
    state.library?.items.insert(LibraryItem("capture", title: "Capture"), at: 0)
    let elements = try list(state, ChromeStyle(hand: hand)).accessibility
    #expect(elements.id(called: "capture") == "controls/0/capture")
    #expect(elements.id(called: "tab/capture") == "controls/0/tab/capture")
    #expect(elements.id(called: "settings") == "controls/0/tab/settings")
  }

  @Test(
    "the library opens wherever there is height for it above the controls", arguments: [460, 600, 900, 2600])
  func library(width: Int) throws {
    for height in [320, 700] {
      for detent in Sheet.Detent.allCases {
        let state = Self.state { ($0.library, $0.libraryDetent) = (Self.library, detent) }
        let list = try list(state, width: width, height: height)
        for name in ["close", "item-0", "item-47"] {
          let id = list.accessibility.id(called: ElementID(name))
          #expect(
            list.accessibility.contains { $0.id == id && $0.role.isControl }, "\(width) \(height) \(name)")
        }
      }
    }
  }

  @Test(
    "controls that hide are told and pressed by name, and no finger meets them",
    arguments: [460, 900, 1600])
  func unseen(width: Int) throws {
    for height in [120, 400] {
      let sheets: [(inout ChromeState) -> Void] = [
        { $0.library = Self.library }, { $0.settings = .large }, { $0.showsControls = false },
        { ($0.showsControls, $0.showsShelf, $0.recordingSeconds) = (false, false, 3) },
      ]
      for (number, change) in sheets.enumerated() {
        for canRecord in [true, false] {
          let state = Self.state {
            ($0.keepsControls, $0.shutter) = (true, ShutterState(canRecord: canRecord))
            change(&$0)
          }
          let about = Comment("\(width) x \(height), \(number)")
          let list = try list(state, width: width, height: height)
          let shutter = try #require(list.accessibility.first { $0.id == "controls/0/capture" }, about)
          let isDrawn = list.groups.contains { $0.elements.contains { $0.id == shutter.id } }
          #expect(shutter.isVisible == isDrawn && shutter.isEnabled == canRecord, about)
          #expect(shutter.isSelected == (number == 3), about)
          #expect(Set(list.accessibility.map(\.id)).count == list.accessibility.count, about)
          #expect(!tabs(list).isEmpty, about)
          #expect(number < 2 || width < 1600 || list.accessibility.contains { $0.id == "template" }, about)
          let hit = HitTest.control(at: shutter.frame.center, in: list.accessibility)
          #expect((hit?.id == shutter.id) == (isDrawn && canRecord), about)
          var touches = TouchTracker()
          let pressed = touches.handle(
            .toggle(shutter.id), on: list.accessibility, canvasWidth: 1, canvasHeight: 1)
          #expect(pressed == (canRecord ? .action(.activate(shutter.id)) : .unknown(shutter.id)), about)
          _ = touches.handle(
            .focus(.control(shutter.id)), on: list.accessibility, canvasWidth: 1, canvasHeight: 1)
          #expect((touches.focused == nil) == !(isDrawn && canRecord), about)
        }
      }
    }
    // Nobody operates a screen without them.
    #expect(tabs(try list(Self.state { $0.showsControls = false })).isEmpty)
  }

  @Test("the settings come before a picture, and that before the library")
  func order() throws {
    func sheets(_ change: (inout ChromeState) -> Void) throws -> [String] {
      try list(Self.state(change), height: 500).groups.map(\.id.path).filter {
        ["settings-sheet", "post-shot", "library-sheet"].contains($0)
      }
    }
    let shot = LibraryPicture(name: .shot(1), shot: .init(name: "Picture 1", summary: "", picture: nil))
    #expect(try sheets { $0.library = Self.library } == ["library-sheet"])
    #expect(try sheets { ($0.library, $0.looked) = (Self.library, shot) } == ["post-shot"])
    #expect(
      try sheets { ($0.library, $0.looked, $0.settings) = (Self.library, shot, .large) } == ["settings-sheet"]
    )
    #expect(try sheets { ($0.library, $0.showsControls) = (Self.library, false) } == [])
  }

  @Test("suggestions are the templates of that name, and one that isn't there is left out")
  func suggestions() throws {
    let state = Self.state {
      var shot = Shot(name: "Picture 1", summary: "Level", picture: nil)
      shot.suggestions = ["couple", "unicorn", "plate"]
      (shot.canMark, shot.canRetake) = (true, true)
      $0.looked = LibraryPicture(name: .shot(1), shot: shot)
    }
    let elements = try list(state, height: 500).accessibility
    let names = elements.filter { $0.id.path.contains("/suggestions/") && $0.role.isControl }.map(\.label)
    #expect(names == ["Couple", "Plate"])
    for name in ["suggestions/couple", "keep", "delete", "retake"] {
      #expect(elements.id(called: ElementID(name)).path.hasPrefix("post-shot/"), "\(name)")
    }
  }

  @Test("a library that stays the same isn't laid out again")
  func laidOutOnce() throws {
    let renderer = try ChromeRenderer(
      layout: Self.layout(1600, height: 500), style: ChromeStyle(), subsampling: .yuv420)
    var state = Self.state { $0.library = Self.library }
    for frame in 0..<5 {
      state.secondOfDay = 1000 + frame
      renderer.prepare(state, nanoseconds: Int64(frame))
    }
    #expect(renderer.layouts == 1 && renderer.failure == nil)
    state.library?.items[3].isKept = true
    renderer.prepare(state, nanoseconds: 9)
    #expect(renderer.layouts == 2)
  }
}

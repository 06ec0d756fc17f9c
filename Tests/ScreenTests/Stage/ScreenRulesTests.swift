import GlassChrome
import PixelTypes
import TestPictures
import TestSupport
import Testing

@testable import Compositor
@testable import Screen

@Suite("The rules of glass on the product's screen")
struct ScreenRulesTests {
  struct Layout: Sendable, CustomTestStringConvertible {
    var mode: LayoutMode
    var cameras: Cameras
    var scale: Double?
    var testDescription: String {
      "\(mode.rawValue) \(cameras.testDescription) \(scale.map { "\($0)" } ?? "auto")"
    }

    init(
      _ mode: LayoutMode, _ primary: (Int, Int), _ secondary: (Int, Int)? = nil,
      others: [(width: Int, height: Int)] = [], scale: Double? = nil
    ) {
      (self.mode, self.scale) = (mode, scale)
      cameras = Cameras(primary: primary, secondary: secondary, others: others)
    }
  }

  static let layouts = [
    Layout(.sideBySide, (1280, 720), (640, 360)), Layout(.sideBySide, (640, 480), (640, 480)),
    Layout(.sideBySide, (320, 240), (1280, 720)), Layout(.sideBySide, (1920, 1080), (640, 360), scale: 0.67),
    Layout(.stacked, (640, 360), (320, 240)), Layout(.pip, (1280, 720), (640, 360), scale: 1.3),
    Layout(.single, (160, 96)), Layout(.single, (720, 1280)),
    Layout(.grid, (640, 480), (640, 480), others: [(640, 480)]),
    Layout(.stacked, (1280, 720), (640, 480), others: Array(repeating: (320, 240), count: 6)),
  ]

  /// States from the barest to one that has everything at once.
  private static func states(_ state: ChromeState) -> [ChromeState] {
    var all = [state]
    var busy = state
    busy.secondOfDay = 1
    (busy.showsControls, busy.showsShelf) = (true, true)
    busy.hint = "Tilt left a little, then step back until the whole figure fits in"
    busy.info = .init(time: .init(0.01), gain: .init(3), whiteBalance: .init(5000, isAutomatic: true))
    all.append(busy)
    busy.recordingSeconds = 4000
    busy.toast = Toast("Recording paused")
    busy.shutter.press()
    busy.settings = .medium
    all.append(busy)
    busy.settings = .large
    busy.shutter = ShutterState(canRecord: false)
    busy.selectedTemplate = 11
    all.append(busy)
    busy.settings = nil
    busy.hasLibrary = true
    busy.library = library
    all.append(busy)
    busy.looked = shot
    all.append(busy)
    busy.looked?.shot.asksToDelete = true
    busy.shutter.press()
    all.append(busy)
    busy.settings = .large
    busy.showsControls = false
    busy.showsShelf = false
    all.append(busy)
    busy.showsControls = true
    busy.sources = (0..<4).map {
      .init(name: "A camera with quite a long name \($0)", status: .stale, framesPerSecond: 30, drops: 9)
    }
    all.append(busy)
    return all
  }

  private static let library: LibraryContents = {
    var values = LibraryContents()
    let picture = Thumbnail(
      copying: PlanarPicture(size: PixelSize(clampingWidth: 32, height: 18), subsampling: .yuv420))
    values.items = (0..<48).map {
      LibraryItem(
        "item-\($0)", title: "A recording with quite a long name \($0)", detail: "1,234 pictures",
        picture: $0 == 3 ? nil : picture, isKept: true, isSnapped: true)
    }
    values.days = ["2026-11-23", "2026-11-21"]
    (values.hasNewer, values.hasOlder, values.canGoBack) = (true, true, true)
    values.recording = "A recording with quite a long name"
    return values
  }()

  private static let shot: LibraryPicture = {
    var shot = Shot(
      name: "A picture with quite a long name",
      summary: "Level, well exposed, a little to the left of the third",
      picture: library.items[0].picture)
    (shot.canMark, shot.isKept, shot.canRetake) = (true, true, true)
    shot.suggestions = ["portrait", "couple", "full-body"]
    return LibraryPicture(name: .shot(1), shot: shot)
  }()

  @Test("hold in every layout, state and size of type", arguments: layouts)
  func holds(layout: Layout) throws {
    try expectRules(layout, [.xSmall, .large, .xxxLarge, .accessibility5].map { ChromeStyle(typeSize: $0) })
  }

  @Test("hold in every language and for each hand", arguments: layouts)
  func holdsInAll(layout: Layout) throws {
    let styles: [ChromeStyle] = [
      ChromeStyle(language: .german, hand: .left), ChromeStyle(language: .arabic, hand: .right),
      ChromeStyle(typeSize: .xxxLarge, language: .spanish, hand: .right),
      ChromeStyle(typeSize: .accessibility5, language: .arabic, hand: .left),
      ChromeStyle(typeSize: .accessibility3, language: .german),
      ChromeStyle(typeSize: .xSmall, language: .chinese, hand: .right),
    ]
    try expectRules(
      layout, styles.filter { (try? TypefaceMeasurer(scale: 1, language: $0.language)) != nil })
  }

  private func expectRules(_ layout: Layout, _ styles: [ChromeStyle]) throws {
    let faces = ScreenRoom.Faces()
    for style in Share.of(styles, oneIn: 12, beside: layout.testDescription) {
      let room = try ScreenRoom(layout.cameras.all, faces) {
        ($0.layout.mode, $0.layout.scale, $0.style) = (layout.mode, layout.scale, style)
      }
      for (index, state) in Self.states(room.state).enumerated() {
        #expect(throws: Never.self, "\(style), state \(index)") { try room.list(state) }
      }
    }
  }

  /// Canvases from 640×480 to 4K, upright and lying, and the cameras' own.
  static let canvases: [(Int, Int)?] = [
    (640, 480), (800, 600), (1280, 720), (1920, 1080), (2560, 1440), (3840, 2160), (480, 640), (720, 1280),
    (1080, 1920), (2160, 3840), nil,
  ]

  @Test(
    "have tabs and let settings and library open, with all of them within reach, whatever layout and canvas",
    arguments: LayoutMode.allCases)
  func placesEverywhere(mode: LayoutMode) throws {
    // On a canvas of its own size only their proportions count.
    let pairs = [
      [(640, 480), (640, 480)], [(1920, 1080), (640, 360)], [(720, 1280), (640, 480)],
      [(1280, 720), (1280, 720)], [(320, 240), (320, 240)],
    ]
    for (number, canvas) in Share.of(Array(Self.canvases.enumerated()), oneIn: 12, beside: mode) {
      for sizes in Share.of(
        Array(pairs.prefix(canvas == nil ? 5 : 3)), oneIn: 2, beside: "\(mode) \(number)")
      {
        for typeSize: DynamicTypeSize in Share.of(
          [.large, .accessibility3], oneIn: 2, beside: "\(sizes[0]) \(number)")
        {
          let about = Comment(
            rawValue: "\(mode) \(canvas.map { "\($0)" } ?? "native") \(sizes) \(typeSize)")
          func made(hasSheet: Bool) throws -> (chrome: ChromeRenderer, state: ChromeState) {
            let stage = try screenStage(sizes) {
              ($0.layout.mode, $0.layout.hasSheet) = (mode, hasSheet)
              $0.layout.canvas = canvas.flatMap { PixelSize(width: $0.0, height: $0.1) }
              $0.style.typeSize = typeSize
            }
            let screen = try #require(stage.screen)
            return (screen.chrome, screen.state)
          }
          var (chrome, state) = try made(hasSheet: false)
          state.showsControls = true
          state.hasLibrary = true
          func tabs() -> Set<String> {
            Set(chrome.accessibility.filter { $0.id.path.contains("/tab/") && $0.role == .tab }.map(\.label))
          }
          chrome.prepare(state, nanoseconds: 0)
          #expect(tabs() == ["Capture", "Library", "Settings"], about)
          chrome = try made(hasSheet: true).chrome
          for detent in Sheet.Detent.allCases {
            state.settings = detent
            chrome.prepare(state, nanoseconds: 1)
            expectControls(
              [
                "grid", "appearance/dark", "appearance/light", "appearance/auto", "increase-contrast",
                "reduce-transparency", "reduce-motion", "close",
              ], in: chrome, about
            ) { $0 - 0.5 }
          }
          try expectLibrary(state, in: chrome, about)
        }
      }
    }
  }

  /// Controls are there, in windows that are high enough to show them whole, and wide enough.
  private func expectControls(
    _ names: [String], of sheet: String = "", in chrome: ChromeRenderer, _ about: Comment,
    width: (Double) -> Double
  ) {
    #expect(chrome.failure == nil, about)
    for name in names {
      let element = chrome.accessibility.first {
        ("/" + $0.id.path + "/").contains("/" + name + "/") && $0.role.isControl
          && $0.id.path.hasPrefix(sheet)
      }
      #expect(element != nil, "\(name) \(about)")
      guard let element, let clip = element.clip else { continue }
      #expect(clip.frame.height >= min(element.frame.height, 44), "\(name) \(about)")
      #expect(clip.frame.width >= width(element.frame.width), "\(name) \(about)")
    }
  }

  /// The library opens, and a picture of it, with all that can be done there.
  private func expectLibrary(_ state: ChromeState, in chrome: ChromeRenderer, _ about: Comment) throws {
    var state = state
    func expect(_ names: [String], _ sheet: String) {
      chrome.prepare(state, nanoseconds: 2)
      expectControls(names, of: sheet, in: chrome, about) { min($0, 44) }
    }
    (state.settings, state.library) = (nil, Self.library)
    expect(["close", "back", "filter", "item-0", "item-47", "newer", "older", "day"], "library-sheet")
    state.looked = Self.shot
    expect(["close", "keep", "delete", "retake"], "post-shot")
    state.looked?.shot.asksToDelete = true
    expect(["cancel", "confirm"], "post-shot")
  }

  @Test("one that breaks them later leaves the screen before it, where events still find their controls")
  func brokenLater() throws {
    // Bar, shelf and controls; a message would be the fourth.
    let stage = try screenStage([(1280, 720)]) { $0.screenRules.maximumGroups = 3 }
    let screen = try #require(stage.screen)
    let chrome = screen.chrome
    var state = screen.state
    (state.showsControls, state.showsShelf) = (true, true)
    chrome.prepare(state, nanoseconds: 0)
    #expect(chrome.failure == nil)
    let before = chrome.accessibility
    state.toast = Toast("Too much")
    chrome.prepare(state, nanoseconds: 1)
    #expect(chrome.failure != nil)
    #expect(chrome.accessibility == before)
    guard case .action = chrome.handle(.toggle("capture")) else {
      Issue.record("the shutter is gone")
      return
    }
    state.toast = nil
    chrome.prepare(state, nanoseconds: 2)
    #expect(chrome.failure == nil)
  }
}

import HUDGeometry
import PixelTypes
import TestPictures
import TestSupport
import Testing

@testable import Compositor
@testable import GlassChrome
@testable import Screen

@Suite("The room that the screen's parts have")
struct ScreenRoomTests {

  static let cameras: [Cameras] = [
    Cameras(primary: (640, 480)), Cameras(primary: (640, 480), secondary: (640, 480)),
    Cameras(primary: (640, 480), secondary: (1280, 720)),
    Cameras(primary: (1280, 720)), Cameras(primary: (1280, 720), secondary: (640, 360)),
    Cameras(primary: (1280, 720), secondary: (960, 540)),
    Cameras(primary: (1280, 720), secondary: (1280, 720)),
    Cameras(primary: (720, 1280)), Cameras(primary: (720, 1280), secondary: (640, 360)),
    Cameras(primary: (720, 1280), secondary: (720, 1280)),
    Cameras(primary: (1920, 1080), secondary: (1280, 720)),
  ]

  private let faces = ScreenRoom.Faces()

  private func room(
    _ cameras: Cameras, _ mode: LayoutMode, _ typeSize: DynamicTypeSize = .large,
    language: ScreenLanguage = .english, hand: ChromeStyle.Hand = .both, canvas: PixelSize? = nil
  ) throws -> ScreenRoom {
    try ScreenRoom(cameras.all, names: Self.names, faces) {
      ($0.layout.mode, $0.layout.canvas) = (mode, canvas)
      ($0.style.typeSize, $0.style.language, $0.style.hand) = (typeSize, language, hand)
    }
  }

  private static let names = [
    "Integrated Camera", "HD Pro Webcam C920", "left wrist", "right wrist", "head", "door", "bench",
    "ceiling",
  ]

  /// Three cameras to eight.
  static let rigs = [
    Cameras(primary: (640, 480), secondary: (640, 480), others: [(640, 480)]),
    Cameras(primary: (1280, 720), secondary: (640, 360), others: [(640, 360), (640, 360)]),
    Cameras(primary: (640, 480), secondary: (720, 1280), others: [(640, 360), (320, 240), (1280, 720)]),
    Cameras(primary: (1280, 720), secondary: (1280, 720), others: Array(repeating: (1280, 720), count: 6)),
  ]

  @Test(
    "so it is of three cameras and more",
    arguments: Share.of(LayoutMode.allCases.flatMap { mode in rigs.map { (mode, $0) } }, oneIn: 6))
  func wholeOfRigs(mode: LayoutMode, rig: Cameras) throws {
    let room = try self.room(rig, mode)
    try expectWhole(room, "\(rig) \(mode)")
    for state in states(room.state) {
      let glass = try room.list(state).groups.flatMap(\.elements).map(\.frame)
      for viewfinder in room.layout(in: state).viewfinders {
        #expect(!glass.contains { holds($0, over: viewfinder, room.layout.scale) }, "\(rig) \(mode)")
      }
    }
  }

  /// Whether a frame in points lies over a viewfinder in pixels.
  private func holds(_ frame: Rect, over viewfinder: PixelRect, _ scale: Double) -> Bool {
    frame.x * scale < Double(viewfinder.maxX) && frame.maxX * scale > Double(viewfinder.x)
      && frame.y * scale < Double(viewfinder.maxY) && frame.maxY * scale > Double(viewfinder.y)
  }

  /// Before a recording, during one with a hint, and with the sheet open.
  private func states(_ state: ChromeState) -> [ChromeState] {
    var idle = state
    idle.secondOfDay = 50_000
    (idle.showsControls, idle.showsShelf) = (true, true)
    idle.gridName = "golden-spiral-bottom-right"
    idle.selectedTemplate = 11
    var busy = idle
    busy.recordingSeconds = 4000
    busy.hint = "Tilt left a little and step back"
    busy.info = .init(time: .init(0.01), gain: .init(3), whiteBalance: .init(5000, isAutomatic: true))
    var open = busy
    open.settings = .medium
    return [idle, busy, open]
  }

  /// Whether glass lies in a region, but for the even pixels that it snaps to.
  private func holds(_ region: PixelRect, _ frame: Rect, scale: Double) -> Bool {
    let (left, right) = (frame.x * scale, frame.maxX * scale)
    let (top, bottom) = (frame.y * scale, frame.maxY * scale)
    return left >= Double(region.x - 2) && right <= Double(region.maxX + 2)
      && top >= Double(region.y - 2) && bottom <= Double(region.maxY + 2)
  }

  @Test(
    "no word is truncated and no glass leaves its region", arguments: LayoutMode.allCases,
    [DynamicTypeSize.large, .accessibility3])
  func whole(mode: LayoutMode, typeSize: DynamicTypeSize) throws {
    for cameras in Share.of(Self.cameras, oneIn: 12, beside: "whole \(mode) \(typeSize)") {
      try expectWhole(try room(cameras, mode, typeSize), "\(cameras) \(mode) \(typeSize)")
    }
  }

  /// The texts of a group outside scroll views.
  private func texts(_ group: GlassGroup) -> [String] {
    group.items.compactMap { if case .text(let text, _) = $0.ink, $0.clip == nil { text } else { nil } }
  }

  private func expectWhole(_ room: ScreenRoom, _ what: String) throws {
    for (index, state) in states(room.state).enumerated() {
      let layout = room.layout(in: state)
      let about = "\(what), state \(index)"
      for group in try room.list(state).groups {
        for text in texts(group) { #expect(!text.hasSuffix("…"), "\(about): \(text)") }
        for element in group.elements {
          let isInside = [layout.topRegion, layout.bottomRegion, layout.sideRegion]
            .contains { holds($0, element.frame, scale: layout.scale) }
          #expect(isInside, "\(about): \(element.id) at \(element.frame)")
        }
      }
    }
  }

  @Test(
    "glass keeps its distance from the picture's edges and from viewfinders",
    arguments: LayoutMode.allCases, [DynamicTypeSize.large, .accessibility3])
  func margins(mode: LayoutMode, typeSize: DynamicTypeSize) throws {
    for canvas in Share.of(ScreenRulesTests.canvases, oneIn: 12, beside: "\(mode) \(typeSize)") {
      let size = canvas.flatMap { PixelSize(width: $0.0, height: $0.1) }
      for cameras in Share.of(Self.cameras, oneIn: 12, beside: "\(mode) \(typeSize) \(size?.width ?? 0)") {
        let room = try self.room(cameras, mode, typeSize, canvas: size)
        for (index, state) in states(room.state).enumerated() {
          let layout = room.layout(in: state)
          // 16 points or, beside a viewfinder, 16 pixels; less the even pixels that glass snaps to.
          let least = min(16 * layout.scale, 16) - 2
          for element in try room.list(state).groups.flatMap(\.elements) {
            let frame = element.frame
            let (left, right) = (frame.x * layout.scale, frame.maxX * layout.scale)
            let (top, bottom) = (frame.y * layout.scale, frame.maxY * layout.scale)
            let toEdge = min(
              left, top, Double(layout.canvas.width) - right, Double(layout.canvas.height) - bottom)
            let toViewfinder = layout.viewfinders.map {
              max(
                left - Double($0.maxX), Double($0.x) - right, top - Double($0.maxY), Double($0.y) - bottom)
            }.min()
            let isApart = min(toEdge, toViewfinder ?? toEdge) >= least
            #expect(
              isApart,
              "\(cameras) \(mode) on \(layout.canvas) at \(layout.scale), state \(index): \(element.id) \(toEdge) \(toViewfinder ?? 0)"
            )
          }
        }
      }
    }
  }

  /// Every language with letters here, each with a hand.
  static let tongues: [(ScreenLanguage, ChromeStyle.Hand)] = [
    (.german, .left), (.spanish, .right), (.chinese, .left), (.arabic, .right), (.arabic, .both),
    (.english, .left),
  ].filter { (try? TypefaceCache($0.0)) != nil }

  @Test("so it is in every language and for each hand", arguments: LayoutMode.allCases, 0..<tongues.count)
  func wholeInAll(mode: LayoutMode, tongue: Int) throws {
    let (language, hand) = Self.tongues[tongue]
    for (i, cameras) in Share.of(Array(Self.cameras.enumerated()), oneIn: 12, beside: "\(mode) \(tongue)") {
      // Each pair of cameras with one size of type, and the next with the other.
      let typeSize: DynamicTypeSize = (i + tongue).isMultiple(of: 2) ? .large : .accessibility3
      let room = try self.room(cameras, mode, typeSize, language: language, hand: hand)
      try expectWhole(room, "\(cameras) \(mode) \(typeSize) \(language) \(hand)")
    }
  }

  @Test("messages are whole in every language, whatever the cameras", arguments: LayoutMode.allCases)
  func messages(mode: LayoutMode) throws {
    let messages: [(ScreenWords) -> String] = [
      { $0.cameraIsLost("HD Pro Webcam C920") }, { $0.sinkHasEnded("out/latest.jpg") }, \.budgetIsUsedUp,
      \.diskIsFull, \.storageIsSlow, \.recordingPaused, { $0.pictureTaken(1234) },
    ]
    for (language, hand) in Share.of(Self.tongues, oneIn: 6, beside: mode) {
      let wide = Self.cameras.filter { $0.primary.width >= 720 }
      for cameras in Share.of(wide, oneIn: 6, beside: "\(mode) \(language)") {
        let room = try self.room(cameras, mode, language: language, hand: hand)
        var state = states(room.state)[1]
        for message in messages {
          state.toast = Toast(message(language.words), role: .error)
          let toast = try #require(try room.list(state).groups.first { $0.id == "toast" })
          for text in texts(toast) {
            #expect(!text.hasSuffix("…"), "\(cameras) \(mode) \(language): \(text)")
          }
        }
      }
    }
  }

  @Test(
    "the shutter stands on the hand's side, outermost, whichever way lines run",
    arguments: LayoutMode.allCases)
  func hand(mode: LayoutMode) throws {
    for language in [ScreenLanguage.english, .arabic] {
      for hand in [ChromeStyle.Hand.left, .right] {
        for cameras in Share.of(Self.cameras, oneIn: 12, beside: "\(mode) \(language) \(hand)") {
          let room = try self.room(cameras, mode, language: language, hand: hand)
          let told = try room.list(states(room.state)[0]).accessibility
          let controls = told.filter { $0.id.path.hasPrefix("controls/") && $0.role.isControl }
          let center = try #require(controls.first { $0.id == "controls/0/capture" }).frame.center
          let shutter = center.x
          let layout = room.layout
          let row = layout.bottomRegion.isEmpty ? layout.sideRegion : layout.bottomRegion
          let middle = (Double(row.x) + Double(row.width) / 2) / layout.scale
          let about = Comment(rawValue: "\(cameras) \(mode) \(language) \(hand)")
          #expect((shutter < middle) == (hand == .left), about)
          // Tools may stand above.
          for other in controls.map(\.frame.center) where other.x != shutter && abs(other.y - center.y) < 8 {
            #expect((shutter < other.x) == (hand == .left), about)
          }
        }
      }
    }
  }

  /// What can happen to a screen that nobody used before, and the control that a finger pressed for it.
  private static let happenings:
    [(name: String, under: String?, change: @Sendable (inout ChromeState) -> Void)] = [
      ("recording", "capture", { $0.recordingSeconds = 3 }),
      (
        "paused", "capture",
        {
          $0.recordingSeconds = 3
          $0.reduce(.shutterPressed)
        }
      ),
      ("photo", "mode/photo", { $0.shutter.choose(.photo) }),
      (
        "time-lapse", "capture",
        {
          for event in [.modeChosen(.timelapse), .shutterPressed] as [ScreenEvent] { $0.reduce(event) }
        }
      ),
      (
        "self-timer", "capture",
        {
          let events: [ScreenEvent] = [
            .modeChosen(.photo), .selfTimerChosen(3), .pictureCame(at: 0), .shutterPressed,
          ]
          for event in events { $0.reduce(event) }
        }
      ),
      ("tools", "more", { $0.showsTools = true }), ("exposure", "exposure", { $0.showsExposure = true }),
      ("list", "grid", { $0.openPicker = "grid" }), ("settings", "tab/settings", { $0.settings = .medium }),
      ("large settings", nil, { $0.settings = .large }), ("library", "tab/library", { $0.library = .init() }),
      ("hint", nil, { $0.hint = "Tilt left a little and step back" }),
      ("toast", nil, { $0.toast = Toast("Recording paused") }),
      (
        "shot", "capture",
        {
          var shot = Shot(name: "Picture 1", summary: "Level, well exposed")
          (shot.canMark, shot.suggestions) = (true, ["couple"])
          $0.looked = LibraryPicture(name: .shot(1), shot: shot)
        }
      ),
    ]

  @Test(
    "shutter and tabs never move, and what was under a finger isn't another control then",
    arguments: LayoutMode.allCases, [DynamicTypeSize.large, .accessibility3])
  func steady(mode: LayoutMode, typeSize: DynamicTypeSize) throws {
    for canvas in Share.of(ScreenRulesTests.canvases, oneIn: 12, beside: "\(mode) \(typeSize) steady") {
      let size = canvas.flatMap { PixelSize(width: $0.0, height: $0.1) }
      for (i, cameras) in Share.of(
        Array(Self.cameras.enumerated()), oneIn: 4, beside: "\(mode) \(typeSize) \(size?.width ?? 0) steady")
      {
        let tongue = Self.tongues[(i + mode.rawValue.count) % Self.tongues.count]
        guard
          let room = try? self.room(cameras, mode, typeSize, language: tongue.0, hand: tongue.1, canvas: size)
        else { continue }
        var idle = states(room.state)[0]
        (idle.hasLibrary, idle.exposure, idle.zoom, idle.torch) = (true, 0.3, 2, false)
        func controls(_ state: ChromeState) throws -> [AccessibilityElement] {
          try room.list(state).accessibility.filter(\.isVisible)
        }
        func fixed(_ elements: [AccessibilityElement]) -> [String: [Double]] {
          Dictionary(
            elements.filter { $0.id == "controls/0/capture" || $0.id.path.contains("controls/0/tab/") }
              .map {
                (
                  $0.id.path,
                  [$0.frame.x, $0.frame.y, $0.frame.maxX, $0.frame.maxY].map { ($0 * 64).rounded() }
                )
              },
            uniquingKeysWith: { a, _ in a })
        }
        let before = try controls(idle)
        let about = "\(cameras) \(mode) on \(room.layout.canvas) at \(room.layout.scale), \(tongue)"
        #expect(fixed(before).count == 4, "\(about)")
        for (name, under, change) in Self.happenings {
          var state = idle
          change(&state)
          let after = try controls(state)
          #expect(fixed(after) == fixed(before), "\(name): \(about)")
          guard
            let finger = before.first(where: { under != nil && $0.id.path.hasSuffix("/" + (under ?? "")) })
          else {
            continue
          }
          let met = HitTest.control(at: finger.frame.center, in: after)
          #expect(
            met == nil || met?.id == finger.id,
            "\(name): \(met?.id.path ?? "") under the finger on \(finger.id), \(about)")
        }
      }
    }
  }

  @Test("cameras' pill and clock end where the viewfinders end", arguments: LayoutMode.allCases)
  func edges(mode: LayoutMode) throws {
    for cameras in Share.of(Self.cameras, oneIn: 12, beside: "edges \(mode)") {
      let room = try self.room(cameras, mode)
      let top = try #require(try room.list(states(room.state)[0]).groups.first { $0.id == "top" })
      let frames = top.elements.map(\.frame)
      let left = try #require(frames.map(\.x).min()) * room.layout.scale
      let right = try #require(frames.map(\.maxX).max()) * room.layout.scale
      let (start, end) = (room.layout.viewfinders[0].x, room.layout.viewfinders.map(\.maxX).max() ?? 0)
      #expect((left - 16).magnitude <= 2 && start >= 16, "\(cameras) \(mode)")
      #expect((right - Double(end)).magnitude <= 2, "\(cameras) \(mode)")
    }
  }

  @Test(
    "the settings show their title first, three rows or more, and a list's options as soon as it opens",
    arguments: LayoutMode.allCases, [DynamicTypeSize.large, .accessibility3])
  func lists(mode: LayoutMode, typeSize: DynamicTypeSize) throws {
    for (i, cameras) in Share.of(Array(Self.cameras.enumerated()), oneIn: 12, beside: "\(mode) \(typeSize)") {
      let tongue = Self.tongues[(i + mode.rawValue.count) % Self.tongues.count]
      let stage = try screenStage(cameras.all, names: Self.names) {
        ($0.layout.mode, $0.layout.hasSheet) = (mode, true)
        ($0.style.typeSize, $0.style.language, $0.style.hand) = (typeSize, tongue.0, tongue.1)
      }
      let screen = try #require(stage.screen)
      let chrome = screen.chrome
      let about = Comment(rawValue: "\(cameras) \(mode) \(typeSize) \(tongue)")
      let picture = PlanarPicture(size: PixelSize(clampingWidth: 16, height: 16), subsampling: .yuv420)
      func show(_ state: ChromeState, _ seconds: Int64) -> [AccessibilityElement] {
        chrome.render(
          state, backdrop: picture, nanoseconds: seconds * 1_000_000_000, into: stage.canvas)
        return chrome.accessibility.filter { $0.id.path.hasPrefix("settings-sheet/") }
      }
      /// Whether an element's middle can be seen and touched.
      func isSeen(_ element: AccessibilityElement) -> Bool {
        element.clip?.frame.contains(element.frame.center) == true
      }
      var state = states(screen.state)[0]
      state.settings = .medium
      let rows = show(state, 0).filter { isSeen($0) && $0.role != .group }
      let title = try #require(chrome.accessibility.first { $0.id.path.hasSuffix("/title") }, about)
      let first = try #require(rows.first?.frame, about)
      #expect(title.frame.y <= first.y + first.height / 2, about)
      #expect(Set(rows.map { "\($0.frame.x.rounded()) \($0.frame.y.rounded())" }).count >= 3, about)
      state.openPicker = "grid"
      _ = show(state, 1)
      let options = show(state, 5).filter {
        $0.id.path.contains("/grid/") && $0.role == .button && isSeen($0)
      }
      #expect(options.count >= (typeSize.isAccessibilitySize ? 1 : 2), about)
      // From the first on or, in a strip, around the chosen one.
      #expect(
        options.contains { $0.isSelected || $0.id.path.hasSuffix("/" + Grid.allCases[0].rawValue) }, about)
    }
  }

  @Test("Arabic has the cameras on the right and the controls on the left")
  func mirrored() throws {
    let cameras = Cameras(primary: (1280, 720), secondary: (1280, 720))
    for (language, isMirrored) in [(ScreenLanguage.english, false), (.arabic, true)] {
      let room = try self.room(cameras, .sideBySide, language: language)
      let told = try room.list(states(room.state)[0]).accessibility
      func x(_ end: String) throws -> Double {
        try #require(told.first { ("/" + $0.id.path).hasSuffix("/" + end) }, "\(end)").frame.center.x
      }
      #expect((try x("camera-0") > x("timer")) == isMirrored)
      #expect((try x("settings") < x("capture")) == isMirrored)
      #expect((try x("capture") < x("template/portrait")) == isMirrored)
    }
  }

  @Test("cameras, one clock, controls and the chosen card are always there", arguments: LayoutMode.allCases)
  func complete(mode: LayoutMode) throws {
    for cameras in Share.of(Self.cameras, oneIn: 12, beside: "complete \(mode)") {
      let room = try self.room(cameras, mode)
      for (index, state) in states(room.state).enumerated() {
        let about = Comment(rawValue: "\(cameras) \(mode), state \(index)")
        let told = try room.list(state).accessibility
        #expect(
          told.filter { $0.role == .timer }.map(\.label) == [index == 0 ? "Time of day" : "Recording"], about)
        #expect(told.contains { $0.label == "Integrated Camera" }, about)
        #expect(told.contains { $0.label == "Close" } == (index == 2), about)
        guard index < 2 else { continue }
        #expect(told.contains { $0.id.path.hasSuffix("capture") }, about)
        let cards = told.filter { $0.id.path.hasPrefix("template/") }
        #expect(cards.count >= 3, about)
        #expect(cards.filter(\.isSelected).map(\.label) == [state.templates[11].title], about)
      }
      #expect(try room.list(states(room.state)[1]).groups.contains { $0.id == "hint" }, "\(cameras) \(mode)")
    }
  }

  @Test(
    "a smaller camera's free room beside a larger one takes the shelf, and the canvas ends below the pictures"
  )
  func beside() throws {
    for (mode, secondary) in [(LayoutMode.sideBySide, (640, 360)), (.stacked, (640, 360))] {
      let room = try self.room(Cameras(primary: (1280, 720), secondary: secondary), mode)
      let layout = room.layout
      #expect(layout.bottomRegion.isEmpty)
      #expect(layout.canvas.height == layout.viewfinders.map(\.maxY).max().map { $0 + 16 })
      let shelf = try #require(try room.list(states(room.state)[0]).groups.first { $0.id == "template" })
      #expect(shelf.bounds.x * layout.scale >= Double(layout.sideRegion.x) - 2)
      #expect(shelf.bounds.y * layout.scale >= Double(layout.sideRegion.y) - 2)
    }
  }

  @Test("the cameras' pill leaves the clock its room, whatever the camera's name")
  func near() throws {
    let room = try self.room(Cameras(primary: (160, 120)), .single)
    var state = states(room.state)[0]
    var nearest = Double.infinity
    // Ever longer names push the cameras' pill towards the clock.
    for count in 1...40 {
      state.sources[0].name = String(repeating: "n", count: count)
      let top = try #require(try room.list(state).groups.first { $0.id == "top" })
      #expect(top.elements.count == 2)
      #expect(top.spacing == 24)
      nearest = min(nearest, top.elements[1].frame.x - top.elements[0].frame.maxX)
    }
    #expect(nearest >= 12)
  }
}

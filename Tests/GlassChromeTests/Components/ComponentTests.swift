import HUDGeometry
import Testing

@testable import GlassChrome
@testable import Screen

@Suite("Components one by one")
struct ComponentTests {
  private let room = Rect(x: 0, y: 0, width: 420, height: 300)

  private func screen(_ view: some View) throws -> DisplayList { try laidOut(view, in: room) }

  private func mark(_ list: DisplayList, _ end: String) -> Rect? {
    list.items.first { $0.id.path.hasSuffix(end) }?.frame
  }

  @Test("an indicator is one and the same wherever it stands, so that it can slide")
  func indicator() throws {
    let places = try CameraViews.Pair.allCases.map { choice in
      try #require(
        mark(try screen(DualCameraSwitcher(Binding("cameras", choice))), "cameras/cameras-indicator/edge"))
    }
    #expect(places[0].x < places[1].x && places[1].x < places[2].x)
    #expect(abs(places[0].width - places[1].width) < 1e-9 && abs(places[1].width - places[2].width) < 1e-9)
    let tabs = ["a", "b"].map { ControlItem($0, title: $0, icon: "camera") }
    for selection in ["a", "b"] {
      let list = try screen(TabBar(tabs, selection: Binding("tabs", selection)))
      #expect(mark(list, "tabs/tabs-indicator/edge") != nil)
      #expect(list.groups[0].elements.map(\.id) == ["tabs"])
      #expect(list.accessibility.filter(\.isSelected).map(\.id.path) == ["tabs/\(selection)"])
    }
  }

  @Test("a cluster keeps its button's identity when it opens, and what is pressed is what is glass")
  func cluster() throws {
    func list(_ isExpanded: Bool) throws -> DisplayList {
      try screen(
        ToolCluster(
          [
            ControlItem("grid", title: "Grid", icon: "grid"),
            ControlItem("level", title: "L", icon: "level"),
          ],
          isExpanded: Binding("tools", isExpanded)))
    }
    let (closed, open) = (try list(false), try list(true))
    #expect(closed.groups[0].elements.map(\.id) == ["tool-cluster/tools"])
    #expect(
      open.groups[0].elements.map(\.id) == ["tool-cluster/tools", "tool-cluster/grid", "tool-cluster/level"])
    #expect(open.groups[0].elements.map(\.id) == open.accessibility.map(\.id))
    #expect(
      open.groups[0].elements.allSatisfy { $0.transition == .matchedGeometry && $0.glass.isInteractive })
    #expect(open.groups[0].elements.allSatisfy { $0.frame.width == 44 && $0.frame.height == 44 })
  }

  @Test("a minimized tab bar keeps its glass and its choice, and nothing else")
  func minimized() throws {
    let tabs = ["a", "b", "c"].map { ControlItem($0, title: $0, icon: "camera") }
    let list = try screen(TabBar(tabs, selection: Binding("tabs", "b"), isMinimized: true))
    #expect(list.groups[0].elements.map(\.id) == ["tabs"])
    #expect(list.accessibility.filter { $0.role == .tab }.map(\.id) == ["tabs/b"])
  }

  @Test("zoom stands by its ratio: 1, 2, 5 and 10 lie where their logarithms do")
  func zoom() throws {
    let element = try #require(
      try screen(ZoomSlider(Binding("zoom", 2.5))).accessibility.first { $0.role == .slider })
    #expect(element.value == "2.5×")
    let adjustment = try #require(element.adjustment)
    #expect(adjustment.detents == [1, 2, 5, 10])
    #expect(adjustment.share(of: 1) == 0)
    #expect(adjustment.share(of: 10) == 1)
    #expect(abs(adjustment.share(of: 2) - 0.30103) < 1e-5)
    #expect(abs(adjustment.share(of: 5) - 0.69897) < 1e-5)
    #expect(adjustment.share(of: 100) == 1)
    #expect(adjustment.share(of: .nan) == 0)
  }

  @Test("a slider's thumb goes from edge to edge, up and to the right", arguments: Axis.allCases)
  func thumb(axis: Axis) throws {
    func middle(_ value: Double, _ direction: LayoutEnvironment.Direction = .leftToRight) throws -> Point {
      let view = Slider("S", value: Binding("s", value), in: 0...1, axis: axis, valueText: "")
        .frame(width: 200, height: 200).glassEffect(in: .rect(cornerRadius: 0))
      let list = try laidOut(
        view, in: Rect(x: 0, y: 0, width: 200, height: 200),
        environment: LayoutEnvironment(direction: direction))
      return try #require(mark(list, "s-thumb/plate")).center
    }
    #expect(try middle(0) == (axis == .horizontal ? Point(11, 100) : Point(100, 189)))
    #expect(try middle(0.5) == Point(100, 100))
    #expect(try middle(1) == (axis == .horizontal ? Point(189, 100) : Point(100, 11)))
    #expect(try middle(1, .rightToLeft) == (try middle(1)))
  }

  @Test(
    "a press on the middle of a thumb keeps its value, and one elsewhere brings the thumb there",
    arguments: Axis.allCases, ControlSize.allCases)
  func pressedThumb(axis: Axis, size: ControlSize) throws {
    for direction in LayoutEnvironment.Direction.allCases {
      for value in [0, 0.1, 0.5, 0.73, 1] {
        let view = Slider("S", value: Binding("s", value), in: 0...1, axis: axis, valueText: "")
          .controlSize(size).frame(width: 200, height: 200).glassEffect(in: .rect(cornerRadius: 0))
        let list = try laidOut(
          view, in: Rect(x: 0, y: 0, width: 200, height: 200),
          environment: LayoutEnvironment(direction: direction))
        let thumb = try #require(mark(list, "s-thumb/plate")).center
        let element = try #require(list.accessibility.first { $0.role == .slider })
        let pressed = try #require(element.adjustment).value(at: thumb, in: element.frame)
        #expect((pressed - value).magnitude < 1e-9)
      }
    }
  }

  @Test("the shelf has all templates in a row or in columns, and shows the chosen one")
  func shelf() throws {
    let items = (0..<20).map { TemplateShelfView.Item(id: "t\($0)", title: "T\($0)", outline: "M0 0H1V1Z") }
    for selected in [0, 7, 19] {
      let list = try screen(TemplateShelfView(items, selection: Binding("shelf", "t\(selected)")))
      let cards = list.accessibility.filter { $0.role == .button }
      #expect(cards.count == 20 && Set(cards.map(\.frame.y)).count == 1)
      #expect(cards.filter(\.isSelected).map(\.id.path) == ["shelf/t\(selected)"])
      var scroller = Scroller()
      scroller.adopt(list, at: 0, isAnimated: false)
      var animator = DisplayAnimator()
      animator.scroll(scroller.positions(at: 0, scale: 1))
      let placed = cards.map(animator.placed)
      let chosen = try #require(placed.first { $0.isSelected })
      let window = try #require(list.scrollports.first?.frame)
      #expect(chosen.frame.x >= window.x - 0.5 && chosen.frame.maxX <= window.maxX + 0.5)
    }
    // In columns, a card keeps the identity that it has in a row.
    let grid = TemplateShelfView(items, selection: Binding("shelf", "t19"), isGrid: true)
    let cards = try screen(grid).accessibility.filter { $0.role == .button }
    #expect(cards.map(\.id.path) == (0..<20).map { "shelf/t\($0)" })
    #expect(Set(cards.map(\.frame.y)).count == 7 && Set(cards.map(\.frame.x)).count == 3)
    // Six have the form nearest to the room's in two rows.
    let few = try screen(TemplateShelfView(Array(items[..<6]), selection: grid.selection, isGrid: true))
    #expect(Set(few.accessibility.filter { $0.role == .button }.map(\.frame.y)).count == 2)
    #expect(few.scrollports.allSatisfy { $0.range == 0 })
  }

  @Test("a hint has twelve words at most")
  func hint() {
    let words = (1...20).map { "w\($0)" }
    #expect(HintPillView(words.joined(separator: " ")).text.split(separator: " ").count == 12)
    #expect(HintPillView(words.joined(separator: " ")).text.hasSuffix("w12…"))
    #expect(HintPillView("  two   words ").text == "two words")
  }

  @Test(
    "numbers read as people write them",
    arguments: [
      (0.0, "0", "0"), (2.5, "2.5", "+2.5"), (-0.3, "−0.3", "−0.3"), (9.96, "10", "+10"), (0.04, "0", "0"),
      (-0.04, "0", "0"), (.nan, "–", "–"), (.infinity, "–", "–"),
    ])
  func numbers(value: Double, short: String, signed: String) {
    #expect(DecimalText.short(value) == short)
    #expect(DecimalText.signed(value) == signed)
  }

  @Test("exposure reads as a shutter's time")
  func exposure() {
    #expect(DecimalText.exposure(seconds: 1 / 250) == "1/250 s")
    #expect(DecimalText.exposure(seconds: 2) == "2 s")
    #expect(DecimalText.exposure(seconds: 0) == "–")
    #expect(DecimalText.exposure(seconds: 1e-12) == "1/999999 s")
  }

  @Test("a ring's arc ends where its progress says", arguments: [0.0, 0.25, 0.5, 1])
  func ring(progress: Double) {
    let end = [0.0: "0.5 0.0", 0.25: "1.0 0.5", 0.5: "0.5 1.0", 1: "0.5 0.0"][progress]
    #expect(CaptureButton.arc(progress).hasSuffix(end ?? "?"))
  }

  @Test("a camera screen of regions is one list that holds to the rules")
  func regions() throws {
    let regions = [
      Region(
        TopBarView(
          sources: [StatusItem("Front", status: .live, rateSlot: 1)]),
        in: Rect(x: 8, y: 8, width: 800, height: 60)),
      Region(
        HintPillView("Hold still"), in: Rect(x: 8, y: 76, width: 800, height: 60)),
      Region(
        GlassEffectContainer(spacing: 24) {
          HStack(spacing: 16) {
            ModeSwitcher(Binding("mode", .photo))
            CaptureButton(.photo)
            RecordingTimerView(.ready, slot: 2)
          }
        }.id("controls"), in: Rect(x: 8, y: 500, width: 800, height: 90)),
      Region(ZoomSlider(Binding("zoom", 2)), in: Rect(x: 820, y: 200, width: 300, height: 60)),
    ]
    let list = try Region.screen(regions)
    #expect(list.groups.map(\.id) == ["top-bar", "hint", "controls", "zoom-slider"])
    #expect(
      list.groups[2].elements.map(\.id.path) == ["controls/0/mode", "controls/0/capture", "controls/0/timer"])
    for (group, region) in zip(list.groups, regions) {
      #expect(region.room.intersection(group.bounds) == group.bounds)
    }
    let mirrored = try Region.screen(regions, LayoutEnvironment(direction: .rightToLeft))
    for (group, region) in zip(mirrored.groups, regions) {
      #expect(region.room.intersection(group.bounds) == group.bounds)
    }
    #expect(throws: LayoutError.duplicateID("hint")) {
      try Region.screen([
        regions[1], Region(HintPillView("Twice"), in: Rect(x: 0, y: 700, width: 400, height: 60)),
      ])
    }
  }
}

/// A view and the part of a screen that it is laid out in.
private struct Region {
  var view: ViewNode
  var room: Rect

  init(_ view: some View, in room: Rect) { (self.view, self.room) = (view.node, room) }

  /// A screen of several regions, which holds to the rules as a whole.
  static func screen(
    _ regions: [Region], _ environment: LayoutEnvironment = LayoutEnvironment()
  ) throws -> DisplayList {
    var screen = DisplayList()
    for region in regions {
      let part = try fakeLayout.resolve(region.view, in: region.room, environment: environment)
      screen.groups += part.groups
      screen.accessibility += part.accessibility
    }
    try environment.rules.check(screen)
    return screen
  }
}

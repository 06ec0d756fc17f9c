import CAllocationCounter
import HUDGeometry
import TestSupport
import Testing

@testable import GlassChrome

@Suite("Display animator")
struct DisplayAnimatorTests {
  private static let frame60: Int64 = 16_666_667

  private static func pill(_ id: ElementID, x: Double, transition: GlassEffectTransition = .materialize)
    -> GlassElement
  {
    GlassElement(id: id, frame: Rect(x: x, y: 10, width: 60, height: 44), transition: transition)
  }

  private static func label(_ id: ElementID, x: Double, text: String = "Photo", opacity: Double = 1)
    -> DisplayItem
  {
    DisplayItem(
      id: id, frame: Rect(x: x, y: 15, width: 40, height: 20),
      .text(text, Lettering(size: 17, weight: 600, origin: Point(x, 30))), opacity: opacity)
  }

  private static func list(
    _ elements: [GlassElement], _ items: [DisplayItem] = [], spacing: Double = 20, id: ElementID = "bar"
  ) -> DisplayList {
    var bounds = elements.first?.frame ?? .zero
    for element in elements { bounds = bounds.union(element.frame) }
    return DisplayList(groups: [
      .init(id: id, spacing: spacing, elements: elements, items: items, bounds: bounds)
    ])
  }

  /// Runs on until nothing moves, and checks at each frame what always holds.
  private static func settle(_ animator: inout DisplayAnimator, from start: Int64) -> Int64 {
    var now = start
    while !animator.isSettled && now < start + 10_000_000_000 {
      now += frame60
      animator.advance(to: now)
      for group in animator.displayed.groups {
        for element in group.elements {
          #expect(element.presence >= 0 && element.presence <= 1)
          #expect(element.press >= 0 && element.press <= 1)
          #expect(element.frame.width >= 0 && element.frame.height >= 0)
          #expect(
            group.bounds.union(element.frame) == group.bounds
              || group.bounds.isNear(group.bounds.union(element.frame)))
        }
      }
    }
    #expect(animator.isSettled)
    return now
  }

  @Test("The first layout is there at once, and in the end each layout is there to the bit")
  func arrives() {
    let first = Self.list([Self.pill("bar/a", x: 0.1)], [Self.label("bar/a/text", x: 10.3)])
    var animator = DisplayAnimator(first)
    #expect(animator.isSettled && animator.displayed == first)
    let second = Self.list(
      [Self.pill("bar/a", x: 200.7), Self.pill("bar/b", x: 300.3)],
      [Self.label("bar/a/text", x: 210.1), Self.label("bar/b/text", x: 310.9)])
    animator.setTarget(second, at: 0)
    #expect(!animator.isSettled && animator.displayed != second)
    _ = Self.settle(&animator, from: 0)
    #expect(animator.displayed == second)
  }

  @Test("A layout that isn't new starts nothing")
  func sameLayout() {
    let list = Self.list([Self.pill("bar/a", x: 0)])
    var animator = DisplayAnimator(list)
    animator.setTarget(list, at: 5)
    #expect(animator.isSettled)
    let moved = animator.advance(to: 7)
    #expect(!moved)
  }

  @Test("Glass moves as its spring says, and its items with it")
  func movesWithItems() throws {
    var animator = DisplayAnimator(Self.list([Self.pill("bar/a", x: 0)], [Self.label("bar/a/text", x: 10)]))
    animator.setTarget(Self.list([Self.pill("bar/a", x: 100)], [Self.label("bar/a/text", x: 110)]), at: 1_000)
    var expected = MotionValue(0)
    expected.retarget(to: 100, .spring(.snappy), at: 1_000)
    for now in stride(from: Int64(1_000), through: 400_000_000, by: 33_333_333) {
      animator.advance(to: now)
      let group = try #require(animator.displayed.groups.first)
      #expect((group.elements[0].frame.x - expected.value(at: now)).magnitude < 1e-9)
      let text = group.items[0]
      #expect((text.frame.x - group.elements[0].frame.x - 10).magnitude < 1e-9)
      #expect((try #require(text.lettering).origin.x - text.frame.x).magnitude < 1e-9)
      #expect(text.opacity == 1)
    }
  }

  @Test("Sent back half way, glass turns without a jump in place or speed")
  func interrupted() {
    let (left, right) = (Self.list([Self.pill("bar/a", x: 0)]), Self.list([Self.pill("bar/a", x: 100)]))
    var animator = DisplayAnimator(from: left, to: right)
    var xs: [Double] = []
    for step in 0..<400 {
      let now = Int64(step) * 1_000_000
      if step == 120 { animator.setTarget(left, at: now) }
      animator.advance(to: now)
      xs.append(animator.displayed.groups[0].elements[0].frame.x)
    }
    // A step in place would be a step of the first difference, a step in speed one of the second.
    for index in 2..<xs.count {
      #expect((xs[index] - xs[index - 1]).magnitude < 1)
      #expect((xs[index] - 2 * xs[index - 1] + xs[index - 2]).magnitude < 0.05)
    }
    #expect(xs[130] > xs[119])
  }

  @Test("New glass materializes with its ink, gone glass goes with its ink and is then dropped")
  func materializes() throws {
    let one = Self.list([Self.pill("bar/a", x: 0)])
    let two = Self.list(
      [Self.pill("bar/a", x: 0), Self.pill("bar/b", x: 100)], [Self.label("bar/b/text", x: 110, opacity: 0.5)]
    )
    var animator = DisplayAnimator(from: one, to: two)
    #expect(animator.displayed.groups[0].elements[1].presence == 0)
    animator.advance(to: 150_000_000)
    var group = animator.displayed.groups[0]
    let coming = group.elements[1].presence
    #expect(coming > 0.2 && coming < 0.95)
    #expect(group.elements[1].frame == two.groups[0].elements[1].frame)
    #expect(group.items[0].kind == .text && (group.items[0].opacity - coming * 0.5).magnitude < 1e-12)
    var now = Self.settle(&animator, from: 150_000_000)
    animator.setTarget(one, at: now)
    #expect(animator.displayed.groups[0].elements.count == 2)
    animator.advance(to: now + 40_000_000)
    group = animator.displayed.groups[0]
    let ghost = try #require(group.elements.first { $0.id == "bar/b" })
    #expect(ghost.presence > 0.05 && ghost.presence < 0.8)
    #expect(group.items.count == 1)
    now = Self.settle(&animator, from: now + 40_000_000)
    #expect(animator.displayed == one)
  }

  @Test("Glass that comes back while it goes comes back from where it is")
  func returns() {
    let one = Self.list([Self.pill("bar/a", x: 0)])
    let two = Self.list([Self.pill("bar/a", x: 0), Self.pill("bar/b", x: 100)])
    var animator = DisplayAnimator(from: two, to: one)
    animator.advance(to: 40_000_000)
    let before = animator.displayed.groups[0].elements.first { $0.id == "bar/b" }?.presence ?? -1
    animator.setTarget(two, at: 40_000_000)
    let after = animator.displayed.groups[0].elements.first { $0.id == "bar/b" }?.presence ?? -2
    #expect((before - after).magnitude < 1e-9)
    #expect(animator.displayed.groups[0].elements.count == 2)
    _ = Self.settle(&animator, from: 40_000_000)
    #expect(animator.displayed == two)
  }

  @Test("With the identity transition glass comes, moves and goes at once")
  func identity() {
    let one = Self.list([Self.pill("bar/a", x: 0, transition: .identity)])
    let two = Self.list([
      Self.pill("bar/a", x: 50, transition: .identity), Self.pill("bar/b", x: 200, transition: .identity),
    ])
    var animator = DisplayAnimator(from: one, to: two)
    #expect(animator.displayed == two && animator.isSettled)
    animator.setTarget(one, at: 0)
    #expect(animator.displayed == one && animator.isSettled)
  }

  @Test("One pill flows into three and back, and no frame shows a step")
  func morphs() {
    let closed = Self.list(
      [Self.pill("mode", x: 100, transition: .matchedGeometry)], [Self.label("mode/text", x: 110)])
    let open = Self.list(
      [0, 100, 200].map { Self.pill(ElementID("mode/\(Int($0))"), x: $0, transition: .matchedGeometry) },
      [0, 100, 200].map { Self.label(ElementID("mode/\(Int($0))/text"), x: $0 + 10, text: "\($0)") })
    var animator = DisplayAnimator(from: closed, to: open)
    // All start as the one pill, wholly there; their words are not there yet.
    #expect(animator.displayed.groups[0].elements.count == 3)
    for element in animator.displayed.groups[0].elements {
      #expect(element.frame == closed.groups[0].elements[0].frame && element.presence == 1)
    }
    for text in animator.displayed.groups[0].items {
      #expect(text.opacity == (text.id == "mode/0/mode/text" ? 1 : 0))
    }
    var last: [ElementID: Double] = [:]
    var now: Int64 = 0
    while !animator.isSettled {
      now += 4_000_000
      animator.advance(to: now)
      for element in animator.displayed.groups[0].elements {
        if let x = last[element.id] { #expect((element.frame.x - x).magnitude < 4) }
        last[element.id] = element.frame.x
        #expect(element.presence == 1)
      }
    }
    #expect(animator.displayed == open)
    animator.setTarget(closed, at: now)
    // The one in the middle is the closed pill by now; its words still fade.
    #expect(animator.displayed.groups[0].elements.map(\.id) == ["mode/0", "mode/200", "mode"])
    #expect(animator.displayed.groups[0].items.count == 4)
    animator.advance(to: now + 300_000_000)
    // On the way into the one, and near it.
    for element in animator.displayed.groups[0].elements { #expect((element.frame.x - 100).magnitude < 30) }
    _ = Self.settle(&animator, from: now + 300_000_000)
    #expect(animator.displayed == closed)
  }

  @Test("Glass flows from the nearest of its group: by id first, then by distance")
  func nearest() {
    let before = Self.list([Self.pill("a", x: 0), Self.pill("b", x: 300)])
    for (id, x, from) in [("c", 200.0, 300.0), ("c", 90, 0), ("a/child", 290, 0)] {
      var animator = DisplayAnimator(before)
      let new = Self.pill(ElementID(id), x: x, transition: .matchedGeometry)
      animator.setTarget(Self.list(before.groups[0].elements + [new]), at: 0)
      #expect(animator.displayed.groups[0].elements[2].frame.x == from)
    }
  }

  @Test("In a group that never merges nothing flows: it materializes")
  func noFlowWithoutMerging() {
    let one = Self.list([Self.pill("a", x: 0)], spacing: 0)
    let two = Self.list(
      [Self.pill("a", x: 0), Self.pill("b", x: 300, transition: .matchedGeometry)], spacing: 0)
    let animator = DisplayAnimator(from: one, to: two)
    #expect(animator.displayed.groups[0].elements[1].frame.x == 300)
    #expect(animator.displayed.groups[0].elements[1].presence == 0)
  }

  @Test("A plate of its own, such as a tab's indicator, springs on glass that stays")
  func indicator() {
    func list(_ x: Double, _ text: String) -> DisplayList {
      Self.list(
        [GlassElement(id: "tabs", frame: Rect(x: 0, y: 0, width: 400, height: 60))],
        [
          DisplayItem(
            id: "tabs/indicator", frame: Rect(x: x, y: 5, width: 90, height: 50), .plate(.capsule), role: nil,
            opacity: 0.3),
          Self.label("tabs/title", x: x, text: text),
        ])
    }
    var animator = DisplayAnimator(from: list(0, "One"), to: list(200, "Other"))
    animator.advance(to: 100_000_000)
    var expected = MotionValue(0)
    expected.retarget(to: 200, .spring(.snappy), at: 0)
    let speed = Point(expected.velocity(at: 100_000_000), 0)
    let plain = Rect(x: expected.value(at: 100_000_000), y: 5, width: 90, height: 50)
    let shown = animator.displayed.groups[0].items[0].frame
    #expect(shown.isNear(BubbleMotion.frame(plain, at: speed)))
    #expect(shown.maxX > plain.maxX + 20 && shown.x < plain.x && shown.height < 56)
    // Other words stand in their own place at once.
    #expect(animator.displayed.groups[0].items[1].frame.x == 200)
  }

  @Test("A press answers within 120 ms, a glow comes in 100 and goes in 150")
  func presses() {
    var element = Self.pill("a", x: 0)
    let resting = Self.list([element])
    (element.press, element.touch, element.touchStrength) = (1, Point(20, 20), 1)
    let pressed = Self.list([element])
    var animator = DisplayAnimator(from: resting, to: pressed)
    #expect(animator.displayed.groups[0].elements[0].press == 0)
    #expect(animator.displayed.groups[0].elements[0].touch == Point(20, 20))
    animator.advance(to: 100_000_000)
    #expect(animator.displayed.groups[0].elements[0].touchStrength == 1)
    animator.advance(to: 120_000_000)
    #expect(animator.displayed.groups[0].elements[0].press >= 0.98)
    let now = Self.settle(&animator, from: 120_000_000)
    animator.setTarget(resting, at: now)
    animator.advance(to: now + 75_000_000)
    // The glow goes where the finger was.
    let going = animator.displayed.groups[0].elements[0]
    #expect(going.touch == Point(20, 20) && going.touchStrength > 0 && going.touchStrength < 1)
    animator.advance(to: now + 150_000_000)
    #expect(animator.displayed.groups[0].elements[0].touchStrength == 0)
    #expect(animator.displayed.groups[0].elements[0].touch == nil)
    #expect(animator.displayed.groups[0].elements[0].press <= 0.02)
    #expect(PressMotion.scale(pressed: 1, full: PressMotion.cardScale) == 0.98)
    #expect(PressMotion.scale(pressed: 0, full: PressMotion.buttonScale) == 1)
  }

  @Test("A finger presses glass with what lies on it to 95 %, and a card on glass to 98 %")
  func touches() {
    let list = Self.list(
      [
        GlassElement(
          id: "shelf", frame: Rect(x: 0, y: 0, width: 400, height: 100), glass: .regular.interactive()),
        GlassElement(id: "shot", frame: Rect(x: 500, y: 0, width: 80, height: 80)),
      ],
      [
        DisplayItem(
          id: "shelf/card", frame: Rect(x: 100, y: 0, width: 100, height: 100), .plate(.capsule), role: nil),
        Self.label("shelf/card/title", x: 100), Self.label("shelf/other", x: 300),
        DisplayItem(id: "shot/icon", frame: Rect(x: 520, y: 20, width: 40, height: 40), .icon("shot")),
      ])
    var animator = DisplayAnimator(list)
    let card = DisplayTouch(
      id: "shelf/card", frame: Rect(x: 100, y: 0, width: 100, height: 100), point: Point(120, 50))
    animator.setTouch(card, at: 0)
    var now = Self.settle(&animator, from: 0)
    var group = animator.displayed.groups[0]
    #expect(group.elements[0].press == 0 && group.elements[0].frame == list.groups[0].elements[0].frame)
    #expect(group.elements[0].touch == Point(120, 50) && group.elements[0].touchStrength == 1)
    #expect((group.items[0].frame.width - 98).magnitude < 1e-9)
    #expect((group.items[0].frame.center.distance(to: Point(150, 50))) < 1e-9)
    // Words shrink with it.
    #expect(
      (group.items[1].frame.width - 40 * 0.98).magnitude < 1e-9
        && (group.items[1].frame.center.x - (150 - 30 * 0.98)).magnitude < 1e-9
        && ((group.items[1].lettering?.magnification ?? 1) - 0.98).magnitude < 1e-9)
    #expect(group.items[2] == list.groups[0].items[2])
    // On to the button: the card lets go, the button is pressed with its icon.
    animator.setTouch(
      DisplayTouch(id: "shot", frame: Rect(x: 500, y: 0, width: 80, height: 80), point: Point(540, 40)),
      at: now)
    now = Self.settle(&animator, from: now)
    group = animator.displayed.groups[0]
    #expect(group.items[0] == list.groups[0].items[0] && group.elements[0].touchStrength == 0)
    #expect(group.elements[1].press == 1 && (group.elements[1].frame.width - 76).magnitude < 1e-9)
    #expect((group.items[3].frame.width - 38).magnitude < 1e-9)
    // A new layout meanwhile doesn't lift the finger.
    var longer = list
    longer.groups[0].items.append(Self.label("shelf/new", x: 250))
    animator.setTarget(longer, at: now)
    now = Self.settle(&animator, from: now)
    #expect(animator.displayed.groups[0].elements[1].press == 1)
    animator.setTouch(nil, at: now)
    _ = Self.settle(&animator, from: now)
    #expect(animator.displayed == longer)
  }

  @Test("A chosen card is pressed with its mark, wherever that has its name, and a button on glass to 95 %")
  func marks() {
    func plate(_ id: ElementID, _ frame: Rect) -> DisplayItem {
      DisplayItem(id: id, frame: frame, .plate(.rect(cornerRadius: 10)), role: nil)
    }
    let card = Rect(x: 100, y: 0, width: 100, height: 100)
    let button = Rect(x: 320, y: 30, width: 44, height: 44)
    let list = Self.list(
      [GlassElement(id: "shelf", frame: Rect(x: 0, y: 0, width: 400, height: 100))],
      [
        plate("shelf/mark", card), Self.label("shelf/card/title", x: 110), plate("shelf/close", button),
        plate("shelf/row", Rect(x: 90, y: 0, width: 300, height: 100)),
        plate("shelf/other", Rect(x: 210, y: 0, width: 100, height: 100)),
      ])
    for (id, frame, pressed, scale) in [
      ("shelf/card", card, [0, 1], 0.98), ("shelf/close", button, [2], 0.95),
    ] {
      var animator = DisplayAnimator(list)
      animator.setTouch(DisplayTouch(id: ElementID(id), frame: frame, point: frame.center), at: 0)
      _ = Self.settle(&animator, from: 0)
      for (i, item) in animator.displayed.groups[0].items.enumerated() {
        let before = list.groups[0].items[i].frame
        let expected = pressed.contains(i) ? before.scaled(by: scale, about: frame.center) : before
        #expect(item.frame.isNear(expected), "\(item.id.path)")
      }
    }
  }

  @Test("A slider under a finger keeps its size, and its thumb keeps up with the finger")
  func drags() {
    func list(_ x: Double) -> DisplayList {
      Self.list(
        [GlassElement(id: "zoom", frame: Rect(x: 0, y: 0, width: 400, height: 60))],
        [
          DisplayItem(
            id: "zoom/thumb", frame: Rect(x: x, y: 8, width: 44, height: 44), .plate(.circle), role: nil)
        ])
    }
    let elements = [
      AccessibilityElement(
        id: "zoom", role: .slider, label: "Zoom", frame: Rect(x: 0, y: 0, width: 400, height: 60),
        adjustment: .init(value: 0, range: 0...1))
    ]
    var tracker = TouchTracker()
    _ = tracker.handle(.press(.points(Point(20, 20))), on: elements, canvasWidth: 1, canvasHeight: 1)
    _ = tracker.handle(.move(.points(Point(300, 200))), on: elements, canvasWidth: 1, canvasHeight: 1)
    var animator = DisplayAnimator(list(0))
    animator.setTouch(tracker.displayTouch(on: elements), at: 0)
    animator.setTarget(list(300), at: 0)
    animator.advance(to: 120_000_000)
    let group = animator.displayed.groups[0]
    #expect((group.items[0].frame.x - 300).magnitude < 6)
    #expect(group.items[0].frame.width == 44 && group.elements[0].press == 0)
    #expect(group.elements[0].touch == Point(300, 200) && group.elements[0].touchStrength == 1)
    _ = tracker.handle(.release(nil), on: elements, canvasWidth: 1, canvasHeight: 1)
    #expect(tracker.displayTouch(on: elements) == nil)
  }

  @Test("With reduced motion a press shows without shrinking anything")
  func reducedTouch() {
    let list = Self.list([Self.pill("a", x: 0)], [Self.label("a/text", x: 10)])
    var animator = DisplayAnimator(list, motion: .reduced)
    animator.setTouch(
      DisplayTouch(id: "a", frame: list.groups[0].elements[0].frame, point: Point(5, 20)), at: 0)
    _ = Self.settle(&animator, from: 0)
    let group = animator.displayed.groups[0]
    #expect(group.elements[0].press == 1 && group.elements[0].frame == list.groups[0].elements[0].frame)
    #expect(group.items == list.groups[0].items)
  }

  @Test("With reduced motion frames are at their targets and what goes and what comes dissolves in 0.3 s")
  func reduced() {
    let before = Self.list([Self.pill("a", x: 0, transition: .matchedGeometry), Self.pill("b", x: 100)])
    let after = Self.list([Self.pill("a", x: 300), Self.pill("c", x: 100, transition: .matchedGeometry)])
    var animator = DisplayAnimator(from: before, to: after, motion: .reduced)
    for step in 0...30 {
      let now = Int64(step) * 10_000_000
      animator.advance(to: now)
      for element in animator.displayed.groups[0].elements {
        let target = (before.groups[0].elements + after.groups[0].elements).last { $0.id == element.id }
        #expect(element.frame == target?.frame)
        let expected =
          element.id == "a" ? 1 : element.id == "c" ? max(0, Double(step - 12) / 18) : 1 - Double(step) / 12
        #expect((element.presence - expected).magnitude < 1e-9)
      }
    }
    #expect(animator.isSettled && animator.displayed == after)
  }

  @Test("A change to reduced motion on the way ends the way with the next layout")
  func reducedOnTheWay() {
    var animator = DisplayAnimator(
      from: Self.list([Self.pill("a", x: 0)]), to: Self.list([Self.pill("a", x: 300)]))
    animator.advance(to: 50_000_000)
    animator.motion = .reduced
    animator.setTarget(Self.list([Self.pill("a", x: 300), Self.pill("b", x: 100)]), at: 50_000_000)
    #expect(animator.displayed.groups[0].elements[0].frame.x == 300)
  }

  @Test("Groups come and go whole")
  func groups() {
    let bar = Self.list([Self.pill("bar/a", x: 0)])
    let sheet = Self.list([Self.pill("sheet/a", x: 0)], [Self.label("sheet/a/text", x: 5)], id: "sheet")
    let both = DisplayList(groups: bar.groups + sheet.groups)
    var animator = DisplayAnimator(from: bar, to: both)
    #expect(animator.displayed.groups.count == 2)
    let now = Self.settle(&animator, from: 0)
    #expect(animator.displayed == both)
    animator.setTarget(bar, at: now)
    #expect(animator.displayed.groups.count == 2)
    _ = Self.settle(&animator, from: now)
    #expect(animator.displayed == bar)
  }

  @Test("Two elements of one id do no harm")
  func doubledID() {
    let one = Self.list([Self.pill("a", x: 0)])
    let two = Self.list([Self.pill("a", x: 50), Self.pill("a", x: 150)])
    var animator = DisplayAnimator(from: one, to: two)
    let now = Self.settle(&animator, from: 0)
    #expect(animator.displayed == two)
    animator.setTarget(one, at: now)
    _ = Self.settle(&animator, from: now)
    #expect(animator.displayed == one)
  }

  /// Glass that is on the way, and what lies on it, must be where it was when another layout comes.
  private static func expectNoJump(from before: DisplayList, to after: DisplayList) {
    let elements = before.elements
    let items = before.items
    for group in after.groups {
      for element in group.elements where element.transition != .identity {
        if let old = elements.first(where: { $0.id == element.id }) {
          #expect(old.frame.isNear(element.frame) && (old.presence - element.presence).magnitude < 1e-9)
        }
        for text in group.items where element.id.contains(text.id) {
          for old in items where old.id == text.id {
            guard let pen = text.lettering?.origin, let oldPen = old.lettering?.origin else { continue }
            #expect(old.frame.isNear(text.frame) && oldPen.distance(to: pen) < 1e-9)
            #expect((old.opacity - text.opacity).magnitude < 1e-9)
          }
        }
      }
    }
  }

  @Test("Seeded layouts, changed in mid-course, always end as the last was laid out")
  func seededChanges() {
    var random = Seeded(5)
    func layout() -> DisplayList {
      var groups: [GlassGroup] = []
      for g in 0..<Int.random(in: 0...3, using: &random) {
        var (elements, items): ([GlassElement], [DisplayItem]) = ([], [])
        for e in 0..<Int.random(in: 0...4, using: &random) {
          let x = Double.random(in: 0...900, using: &random)
          let transitions: [GlassEffectTransition] = [
            .identity, .matchedGeometry, .materialize, .zoom(sourceID: "g0/e0"),
          ]
          let transition = transitions.randomElement(using: &random) ?? .identity
          elements.append(Self.pill(ElementID("g\(g)/e\(e)"), x: x, transition: transition))
          if Bool.random(using: &random) { items.append(Self.label(ElementID("g\(g)/e\(e)/t"), x: x + 5)) }
        }
        groups += Self.list(elements, items, spacing: Double(g) * 10, id: ElementID("g\(g)")).groups
      }
      return DisplayList(groups: groups)
    }
    for motion in [DisplayMotion.standard, .reduced] {
      var animator = DisplayAnimator(layout(), motion: motion)
      var now: Int64 = 0
      for _ in 0..<60 {
        let target = layout()
        let before = animator.displayed
        animator.setTarget(target, at: now)
        if !motion.isReduced { Self.expectNoJump(from: before, to: animator.displayed) }
        if Bool.random(using: &random) {
          now = Self.settle(&animator, from: now)
          #expect(animator.displayed == target)
        } else {
          now += Int64.random(in: 0...300_000_000, using: &random)
          animator.advance(to: now)
        }
      }
    }
  }

  @Test("7, 30 and 60 frames a second show the same at common times")
  func frameRates() {
    func run(_ rate: Int64) -> DisplayList {
      var animator = DisplayAnimator(Self.list([Self.pill("a", x: 0), Self.pill("b", x: 100)]))
      for frame in 0...rate {
        let now = frame * 1_000_000_000 / rate
        if frame == 0 {
          animator.setTarget(
            Self.list([Self.pill("a", x: 700), Self.pill("c", x: 300, transition: .matchedGeometry)]), at: 0)
        }
        animator.advance(to: now)
      }
      // While it is on its way, not after.
      animator.setTarget(Self.list([Self.pill("a", x: 0)]), at: 1_000_000_000)
      animator.advance(to: 1_150_000_000)
      return animator.displayed
    }
    let (slow, video, fast) = (run(7), run(30), run(60))
    #expect(slow.groups[0].elements.count == video.groups[0].elements.count)
    for index in slow.groups[0].elements.indices {
      let (a, b, c) = (
        slow.groups[0].elements[index], video.groups[0].elements[index], fast.groups[0].elements[index]
      )
      #expect((a.frame.x - b.frame.x).magnitude < 0.05 && (c.frame.x - b.frame.x).magnitude < 0.05)
      #expect((a.presence - b.presence).magnitude < 0.005 && (c.presence - b.presence).magnitude < 0.005)
    }
  }

  @Test("A plate that slides over resting glass runs ahead of its way, lifted, and icons under it swell")
  func bubble() throws {
    func list(_ x: Double) -> DisplayList {
      Self.list(
        [Self.pill("bar", x: 0)],
        [
          DisplayItem(id: "bar/mark", frame: Rect(x: x, y: 10, width: 60, height: 30), .plate(.capsule)),
          DisplayItem(id: "bar/icon", frame: Rect(x: 120, y: 15, width: 20, height: 20), .icon("camera")),
        ])
    }
    for motion in [DisplayMotion.standard, .reduced] {
      var animator = DisplayAnimator(from: list(0), to: list(200), motion: motion)
      var (longest, tallest, largest) = (0.0, 0.0, 0.0)
      for tick in 0...60 {
        animator.advance(to: Int64(tick) * 16_666_667)
        let items = animator.displayed.groups[0].items
        longest = max(longest, items[0].frame.width)
        tallest = max(tallest, items[0].frame.height)
        largest = max(largest, items[1].frame.width)
        #expect((items[1].frame.center.x - 130).magnitude < 1e-9)
      }
      #expect(animator.displayed == list(200))
      if motion.isReduced {
        #expect(longest == 60 && tallest == 30 && largest == 20)
      } else {
        #expect(longest > 75 && longest < 95 && tallest > 32 && largest > 21)
      }
    }
  }

  @Test("A quick tap presses for a tenth of a second and swings back beyond rest, still after 0.5 s")
  func rebound() {
    let list = Self.list([Self.pill("a", x: 0)])
    let frame = list.groups[0].elements[0].frame
    var animator = DisplayAnimator(list)
    animator.setTouch(DisplayTouch(id: "a", frame: frame, point: frame.center), at: 0)
    animator.setTouch(nil, at: 16_666_667)
    var widths: [Double] = []
    for tick in 1...30 {
      animator.advance(to: Int64(tick) * 16_666_667)
      widths.append(animator.displayed.groups[0].elements[0].frame.width / frame.width)
    }
    #expect(widths.min() ?? 1 < 0.955 && widths.firstIndex { $0 < 0.955 } ?? 0 <= 7)
    #expect(widths.max() ?? 1 > 1.015)
    #expect((widths[29] - 1).magnitude < 0.003)
  }

  @Test(
    "What lies on glass that grows from a control grows with it, and shrinks with it, never beyond its edges")
  func grows() {
    let sheet = GlassElement(
      id: "sheet", frame: Rect(x: 0, y: 0, width: 400, height: 300), form: .rect(cornerRadius: 30),
      transition: .zoom(sourceID: "tab"))
    let plate = DisplayItem(
      id: "sheet/plate", frame: Rect(x: 10, y: 200, width: 380, height: 90), .plate(.rect(cornerRadius: 20)),
      role: nil)
    let open = Self.list([sheet], [plate, Self.label("sheet/title", x: 20)], id: "sheets")
    let closed = DisplayList(groups: [])
    var animator = DisplayAnimator(from: closed, to: open)
    var widths: [Double] = []
    func look() {
      guard let group = animator.displayed.groups.first, let glass = group.elements.first else { return }
      // Its tone is that of its whole place.
      #expect(glass.wholeFrame == sheet.frame || glass == sheet)
      for item in group.items {
        #expect(glass.frame.grown(by: 0.35).contains(item.frame))
        #expect(
          item.opacity == 0 || item.wholeOpacity == (item.opacity == 1 ? nil : 1) || item.kind == .plate)
      }
      guard let title = group.items.last else { return }
      #expect((title.frame.width - 40 * (title.lettering?.magnification ?? 0)).magnitude < 1e-9)
      widths.append(title.frame.width)
    }
    var now: Int64 = 0
    for _ in 0..<30 {
      now += Self.frame60
      animator.advance(to: now)
      look()
    }
    #expect(widths == widths.sorted() && widths[0] < 20 && widths[widths.count - 1] == 40)
    now = Self.settle(&animator, from: now)
    #expect(animator.displayed == open)
    widths = []
    animator.setTarget(closed, at: now)
    for _ in 0..<30 {
      now += Self.frame60
      animator.advance(to: now)
      look()
    }
    #expect(widths.count > 4 && widths == widths.sorted(by: >) && widths[0] > 30)
    _ = Self.settle(&animator, from: now)
    #expect(animator.displayed == closed)
  }

  @Test("A long press swings 1 to 3 % beyond rest as well, and with reduced motion nothing swings")
  func longRebound() {
    let list = Self.list([Self.pill("a", x: 0)], [Self.label("a/text", x: 10)])
    let frame = list.groups[0].elements[0].frame
    for motion in [DisplayMotion.standard, .reduced] {
      var animator = DisplayAnimator(list, motion: motion)
      animator.setTouch(DisplayTouch(id: "a", frame: frame, point: frame.center), at: 0)
      var now = Self.settle(&animator, from: 0)
      animator.setTouch(nil, at: now)
      var (widest, largest) = (0.0, 0.0)
      for _ in 0..<40 {
        now += Self.frame60
        animator.advance(to: now)
        let group = animator.displayed.groups[0]
        widest = max(widest, group.elements[0].frame.width / frame.width)
        largest = max(largest, group.items[0].lettering?.magnification ?? 0)
      }
      #expect(animator.displayed == list)
      let isAsWanted: (Double) -> Bool = { motion.isReduced ? $0 == 1 : $0 > 1.01 && $0 < 1.03 }
      #expect(isAsWanted(widest) && isAsWanted(largest), "\(widest) \(largest)")
    }
  }

  @Test("Neither a settled list nor one in motion allocates", .countsAllocations)
  func noAllocation() {
    let items = [Self.label("bar/a/text", x: 10)]
    var animator = DisplayAnimator(
      from: Self.list([Self.pill("bar/a", x: 0)], items),
      to: Self.list([Self.pill("bar/a", x: 200)], [Self.label("bar/a/text", x: 210)]))
    // The runtime makes its own tables on the first way through.
    for frame in 1..<10 { animator.advance(to: Int64(frame) * 1_000_000) }
    var before = callocation_count_thread()
    for frame in 1..<10 { animator.advance(to: Int64(frame) * 30_000_000) }
    #expect(callocation_count_thread() == before)
    #expect(!animator.isSettled)
    let now = Self.settle(&animator, from: 300_000_000)
    before = callocation_count_thread()
    for frame in 1..<100 { animator.advance(to: now + Int64(frame) * 30_000_000) }
    #expect(callocation_count_thread() == before)
  }
}

extension Rect {
  fileprivate func isNear(_ other: Rect) -> Bool {
    (x - other.x).magnitude < 1e-9 && (y - other.y).magnitude < 1e-9 && (maxX - other.maxX).magnitude < 1e-9
      && (maxY - other.maxY).magnitude < 1e-9
  }
}

import HUDGeometry
import RealModule
import Testing

@testable import GlassChrome

@Suite("Scrolling")
struct ScrollerTests {
  /// A window of 200 × 100 points on content of 1000, with a button every 100 points.
  private static func list(axis: Axis = .horizontal, stops: [Double] = [], selected: Int? = nil)
    -> DisplayList
  {
    let port = Scrollport(
      id: "s", frame: Rect(x: 0, y: 0, width: 200, height: 200), axis: axis, contentLength: 1000, stops: stops
    )
    let elements = (0..<10).map { i in
      let place = Double(i) * 100
      var element = AccessibilityElement(
        id: ElementID("s/\(i)"), role: i == 1 ? .slider : .button, label: "\(i)",
        frame: axis == .horizontal
          ? Rect(x: place, y: 0, width: 100, height: 100) : Rect(x: 0, y: place, width: 100, height: 100),
        isSelected: i == selected)
      if i == 1 { element.adjustment = .init(value: 0, range: 0...1) }
      element.clip = ScrollClip(id: "s", frame: port.frame, axis: axis)
      return element
    }
    var list = DisplayList(accessibility: elements)
    list.scrollports = [port]
    return list
  }

  private struct Finger {
    var tracker = TouchTracker()
    let list: DisplayList
    var time: Int64 = 0

    init(_ list: DisplayList) {
      self.list = list
      tracker.scroller.adopt(list, at: 0, isAnimated: false)
    }

    @discardableResult
    mutating func take(_ event: ChromeEvent, after milliseconds: Int64 = 10) -> TouchTracker.Outcome {
      time += milliseconds * 1_000_000
      _ = tracker.scroller.advance(to: time)
      var animator = DisplayAnimator()
      animator.scroll(tracker.scroller.positions(at: time, scale: 1))
      return tracker.handle(
        event, on: list.accessibility.map(animator.placed), canvasWidth: 1000, canvasHeight: 1000,
        nanoseconds: time)
    }

    func offset(after milliseconds: Int64 = 0) -> Double {
      tracker.scroller.positions(at: time + milliseconds * 1_000_000, scale: 1000)[0].offset
    }
  }

  private func at(_ x: Double, _ y: Double = 50) -> ChromeEvent.Position { .points(Point(x, y)) }

  @Test("follows the finger once it has gone ten points, and the button under it is let go")
  func drag() {
    var finger = Finger(Self.list())
    finger.take(.press(at(50)))
    #expect(finger.tracker.pressed == "s/0")
    finger.take(.move(at(42)))
    #expect(finger.offset() == 0 && finger.tracker.pressed == "s/0")
    finger.take(.move(at(38)))
    #expect(finger.tracker.pressed == nil)
    finger.take(.move(at(8)))
    #expect(finger.offset() == 30)
    finger.take(.move(at(8)), after: 400)
    #expect(finger.take(.release(nil)) == .nothing)
    // At rest it stays where it was let go.
    #expect(finger.offset(after: 3000) == 30)
    // A tap still presses what is there now.
    finger.take(.press(at(60)), after: 1000)
    #expect(finger.take(.release(nil)) == .action(.activate("s/0")))
  }

  @Test("runs on at the finger's speed, by 0.4995 s times it, as Apple's does")
  func fling() {
    var finger = Finger(Self.list())
    finger.take(.press(at(190)))
    for x in stride(from: 179.0, through: 99, by: -10) { finger.take(.move(at(x))) }
    let start = finger.offset()
    finger.take(.release(nil), after: 0)
    // 10 points in 10 ms.
    let way = 1000 * Scroller.glide
    let far = finger.offset(after: 60_000)
    let run: Double = far - start
    #expect((run - way).magnitude < 0.5)
    for t: Double in [100, 300, 700] {
      let share = t / (1000 * Scroller.glide)
      let left = Double.exp(-share)
      let expected: Double = start + way * (1 - left)
      let there = finger.offset(after: Int64(t))
      #expect((there - expected).magnitude < 0.5, "\(t) ms")
    }
    // A finger that comes down stops it, and presses nothing.
    finger.take(.press(at(50)), after: 200)
    let held = finger.offset()
    #expect(finger.tracker.pressed == nil)
    #expect(finger.take(.release(nil)) == .nothing && finger.offset(after: 5000) == held)
  }

  @Test("stretches beyond an end by Apple's formula, and springs back")
  func band() {
    var finger = Finger(Self.list())
    finger.take(.press(at(20)))
    finger.take(.move(at(31)))
    finger.take(.move(at(131)))
    let pulled: Double = 100 * 0.55 / 200
    let expected: Double = 200 * (1 - 1 / (pulled + 1))
    let shown = finger.offset()
    #expect((shown + expected).magnitude < 0.01)
    finger.take(.move(at(131)), after: 300)
    finger.take(.release(nil))
    #expect(finger.offset(after: 2000).magnitude < 0.1)
    // Caught while stretched, it doesn't jump.
    var caught = Finger(Self.list())
    caught.take(.press(at(20)))
    caught.take(.move(at(31)))
    caught.take(.move(at(131)))
    caught.take(.release(nil), after: 200)
    caught.take(.press(at(100)), after: 30)
    let stretched = caught.offset()
    caught.take(.move(at(111.001)))
    #expect((caught.offset() - stretched).magnitude < 1)
  }

  @Test("rests at its stops: the nearest one to where it would have run")
  func stops() {
    var finger = Finger(Self.list(stops: (0..<10).map { Double($0) * 100 }))
    finger.take(.press(at(190)))
    finger.take(.move(at(179)))
    finger.take(.move(at(119)), after: 400)
    finger.take(.move(at(119)), after: 300)
    finger.take(.release(nil))
    #expect(finger.offset() == 60)
    #expect((finger.offset(after: 5000) - 100).magnitude < 0.1)
    // A wheel's step goes on to the next one, however small.
    finger.take(.scroll(at(50), by: Point(0, 3)), after: 6000)
    #expect((finger.offset(after: 2000) - 200).magnitude < 0.1)
    finger.take(.scroll(at(50), by: Point(-3, 0)), after: 2000)
    #expect((finger.offset(after: 2000) - 100).magnitude < 0.1)
    finger.take(.scroll(at(50), by: Point(1e9, 0)), after: 2000)
    #expect((finger.offset(after: 2000) - 800).magnitude < 0.1)
  }

  @Test("a slider in content that scrolls up and down waits until the finger's way is clear")
  func slider() {
    var finger = Finger(Self.list(axis: .vertical))
    #expect(finger.take(.press(at(20, 150))) == .nothing)
    finger.take(.move(at(22, 138)))
    finger.take(.move(at(22, 108)))
    #expect(finger.offset() == 30)
    finger.take(.move(at(22, 108)), after: 300)
    finger.take(.release(nil))
    // Along its own axis it follows the finger, and a tap sets it.
    finger.take(.press(at(20, 120)), after: 3000)
    guard case .action(.set("s/1", let value)) = finger.take(.move(at(50, 121))) else {
      Issue.record("the slider doesn't follow")
      return
    }
    #expect((value - 0.5).magnitude < 0.01)
    finger.take(.release(nil))
    finger.take(.press(at(75, 120)))
    guard case .action(.set("s/1", let tapped)) = finger.take(.release(nil)) else {
      Issue.record("a tap sets nothing")
      return
    }
    #expect((tapped - 0.75).magnitude < 0.01)
  }

  @Test("what is selected comes into view, and what lies outside can't be touched")
  func reveal() {
    var scroller = Scroller()
    let stops = (0..<10).map { Double($0) * 100 }
    scroller.adopt(Self.list(stops: stops, selected: 7), at: 0, isAnimated: false)
    func offset(_ ns: Int64) -> Double { scroller.positions(at: ns, scale: 1)[0].offset }
    #expect(offset(0) == 600)
    scroller.adopt(Self.list(stops: stops, selected: 0), at: 1, isAnimated: true)
    #expect(offset(1) == 600)
    _ = scroller.advance(to: 3_000_000_000)
    #expect(offset(3_000_000_000) == 0)
    scroller.reveal([Self.list(stops: stops).accessibility[4]], at: 3_000_000_000)
    #expect(offset(6_000_000_000) == 300)
    let elements = Self.list().accessibility
    #expect(HitTest.control(at: Point(150, 50), in: elements)?.id == "s/1")
    #expect(HitTest.control(at: Point(250, 50), in: elements) == nil)
    // A scroll view that comes back begins anew.
    scroller.adopt(DisplayList(), at: 7_000_000_000, isAnimated: true)
    scroller.adopt(Self.list(), at: 8_000_000_000, isAnimated: true)
    #expect(offset(8_000_000_000) == 0)
  }

  @Test("content that becomes shorter while it moves ends where it can")
  func shorter() {
    var scroller = Scroller()
    scroller.adopt(Self.list(axis: .vertical), at: 0, isAnimated: true)
    scroller.reveal([Self.list(axis: .vertical).accessibility[6]], at: 0)
    var short = Self.list(axis: .vertical)
    short.scrollports[0].contentLength = 150
    scroller.adopt(short, at: 50_000_000, isAnimated: true)
    #expect(scroller.positions(at: 3_000_000_000, scale: 1)[0].offset == 0)
  }

  @Test("keys go from control to control, round and round, act there, and bring it into view")
  func focus() {
    var elements = Self.list(axis: .vertical).accessibility
    elements[2].isEnabled = false
    elements[3].role = .stepper
    elements[3].adjustment = .init(value: 4, range: 0...4)
    elements.append(
      AccessibilityElement(
        id: "s/3/increment", role: .button, label: "more", frame: Rect(x: 0, y: 300, width: 44, height: 44)))
    var list = Self.list(axis: .vertical)
    list.accessibility = elements
    var finger = Finger(list)
    func focused(_ event: ChromeEvent) -> String? {
      finger.take(event)
      return finger.tracker.focused?.path
    }
    #expect(finger.take(.activate) == .nothing && finger.take(.adjust(1)) == .nothing)
    #expect(
      focused(.focus(.next)) == "s/0" && focused(.focus(.next)) == "s/1" && focused(.focus(.next)) == "s/3")
    #expect(focused(.focus(.next)) == "s/4" && focused(.focus(.previous)) == "s/3")
    #expect(finger.take(.adjust(-1)) == .action(.set("s/3", value: 3)))
    #expect(finger.take(.adjust(9)) == .action(.set("s/3", value: 4)))
    #expect(focused(.focus(.previous)) == "s/1")
    guard case .action(.set("s/1", let value)) = finger.take(.adjust(2)) else {
      Issue.record("the slider doesn't move")
      return
    }
    #expect((value - 0.1).magnitude < 1e-9)
    #expect(focused(.focus(.previous)) == "s/0" && focused(.focus(.previous)) == "s/9")
    #expect(finger.offset(after: 3000) > 700)
    #expect(finger.take(.activate) == .action(.activate("s/9")))
    #expect(focused(.focus(.control("s/4"))) == "s/4" && focused(.focus(.next)) == "s/5")
    #expect(finger.take(.focus(.control("nobody"))) == .unknown("nobody") && finger.tracker.focused == nil)
    #expect(focused(.focus(.next)) == "s/0" && focused(.focus(nil)) == nil)
    #expect(focused(.focus(.next)) == "s/0" && focused(.press(at(900, 900))) == nil)
  }
}

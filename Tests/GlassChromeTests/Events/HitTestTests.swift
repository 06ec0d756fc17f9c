import HUDGeometry
import TestSupport
import Testing

@testable import GlassChrome

@Suite("Which control a touch means")
struct HitTestTests {
  private typealias Element = AccessibilityElement

  private static func control(
    _ id: ElementID, _ role: Element.Role = .button, x: Double, y: Double = 0, width: Double = 20,
    height: Double = 20, isEnabled: Bool = true, adjustment: Element.Adjustment? = nil
  ) -> Element {
    Element(
      id: id, role: role, label: "\(id)", frame: Rect(x: x, y: y, width: width, height: height),
      isEnabled: isEnabled, adjustment: adjustment)
  }

  /// What a tracker makes of an event on a canvas of 1000 × 500.
  private static func handle(
    _ event: ChromeEvent, on elements: [Element], by tracker: inout TouchTracker
  ) -> TouchTracker.Outcome {
    tracker.handle(event, on: elements, canvasWidth: 1000, canvasHeight: 500)
  }

  @Test("A small control can be touched in 44×44 points around its middle and not beyond")
  func minimumTarget() {
    let elements = [Self.control("a", x: 100, y: 100)]
    for (x, y, isHit) in [
      (110.0, 110.0, true), (88, 88, true), (132, 132, true), (87.9, 110, false), (110, 132.1, false),
    ] {
      #expect((HitTest.control(at: Point(x, y), in: elements)?.id == "a") == isHit)
    }
    #expect(HitTest.control(at: Point(.nan, 0), in: elements) == nil)
  }

  @Test("Where targets overlap the nearest control is meant, whatever the order")
  func nearest() {
    let pair = [Self.control("a", x: 0), Self.control("b", x: 24)]
    for elements in [pair, pair.reversed()] {
      #expect(HitTest.control(at: Point(21, 10), in: elements)?.id == "a")
      #expect(HitTest.control(at: Point(23, 10), in: elements)?.id == "b")
      #expect(HitTest.control(at: Point(30, 10), in: elements)?.id == "b")
    }
  }

  @Test("Of two that hold the point the smaller is meant; what only tells something never is")
  func smaller() {
    let elements = [
      Self.control("bar", .picker, x: 0, width: 400, height: 60),
      Self.control("bar/tab", .tab, x: 100, width: 80, height: 60),
      Self.control("bar/title", .text, x: 110, width: 10, height: 10),
    ]
    #expect(HitTest.control(at: Point(112, 5), in: elements)?.id == "bar/tab")
    #expect(HitTest.control(at: Point(300, 5), in: elements)?.id == "bar")
  }

  @Test("A disabled control answers nothing and gives its place to no neighbour")
  func disabled() {
    let elements = [Self.control("a", x: 0, isEnabled: false), Self.control("b", x: 24)]
    #expect(HitTest.control(at: Point(10, 10), in: elements) == nil)
  }

  @Test("A touch activates when it leaves over the control, and not when it has slid away")
  func activates() {
    let elements = [Self.control("a", x: 0, width: 60, height: 60)]
    var tracker = TouchTracker()
    func handle(_ event: ChromeEvent) -> TouchTracker.Outcome {
      Self.handle(event, on: elements, by: &tracker)
    }
    #expect(handle(.press(.fraction(Point(0.01, 0.02)))) == .nothing)
    #expect(tracker.pressed == "a" && tracker.touch == Point(10, 10) && tracker.isOverTarget)
    #expect(handle(.release(nil)) == .action(.activate("a")))
    #expect(tracker == TouchTracker())
    #expect(handle(.press(.points(Point(10, 10)))) == .nothing)
    #expect(handle(.move(.points(Point(300, 10)))) == .nothing)
    #expect(tracker.pressed == "a" && !tracker.isOverTarget)
    #expect(handle(.release(nil)) == .nothing)
    #expect(handle(.release(nil)) == .nothing)
    #expect(handle(.move(.points(Point(10, 10)))) == .nothing)
    #expect(tracker.touch == nil)
  }

  @Test("A press beside everything is held by nothing, even when it slides over a control")
  func pressBeside() {
    let elements = [Self.control("a", x: 0)]
    var tracker = TouchTracker()
    for event: ChromeEvent in [
      .press(.points(Point(300, 300))), .move(.points(Point(10, 10))), .release(nil),
    ] {
      #expect(Self.handle(event, on: elements, by: &tracker) == .nothing)
    }
  }

  @Test("A control that goes while it is pressed isn't activated")
  func vanishes() {
    var tracker = TouchTracker()
    _ = Self.handle(.press(.points(Point(10, 10))), on: [Self.control("a", x: 0)], by: &tracker)
    #expect(Self.handle(.release(nil), on: [], by: &tracker) == .nothing)
  }

  @Test("A slider follows the finger, also beyond its frame, and is held by its detents")
  func slider() {
    let zoom = Element.Adjustment(value: 1, range: 1...10, detents: [1, 2, 5, 10], isLogarithmic: true)
    let elements = [Self.control("zoom", .slider, x: 100, width: 200, height: 44, adjustment: zoom)]
    var tracker = TouchTracker()
    func value(_ event: ChromeEvent) -> Double? {
      guard case .action(.set("zoom", let value)) = Self.handle(event, on: elements, by: &tracker)
      else { return nil }
      return value
    }
    let half = value(.press(.points(Point(200, 20)))) ?? 0
    #expect((half - 10.0.squareRoot()).magnitude < 1e-12)
    // log10(2) of the way is 60.2 points: 3 points beside it the detent still holds, 5 points beside it doesn't.
    #expect(value(.move(.points(Point(163, 400)))) == 2)
    #expect(value(.move(.points(Point(157.5, 400)))) == 2)
    #expect(value(.move(.points(Point(165.5, 20)))) ?? 2 > 2)
    #expect(value(.move(.points(Point(4000, 20)))) == 10)
    // Back at the value it shows already, nothing is to be set.
    #expect(value(.release(.points(Point(0, 20)))) == nil)
  }

  @Test(
    "Shares and values of an adjustment are each other's inverse", arguments: [false, true], [false, true])
  func adjustment(isLogarithmic: Bool, isVertical: Bool) {
    var random = Seeded(31)
    for _ in 0..<200 {
      let low = Double.random(in: 0.1...5, using: &random)
      let high = low + .random(in: 0.1...20, using: &random)
      let adjustment = Element.Adjustment(
        value: low, range: low...high, isVertical: isVertical, isLogarithmic: isLogarithmic)
      let share = Double.random(in: 0...1, using: &random)
      #expect((adjustment.share(of: adjustment.value(atShare: share)) - share).magnitude < 1e-9)
      let frame = Rect(x: 10, y: 20, width: 100, height: 100)
      let point = isVertical ? Point(0, 120 - share * 100) : Point(10 + share * 100, 0)
      #expect((adjustment.value(at: point, in: frame) - adjustment.value(atShare: share)).magnitude < 1e-9)
    }
  }

  @Test("An adjustment of no length or of odd numbers gives a value of its range")
  func oddAdjustments() {
    let point = Element.Adjustment(value: 3, range: 3...3, detents: [3, 9])
    #expect(point.value(at: Point(50, 0), in: .zero) == 3)
    #expect(point.share(of: .nan) == 0)
    let crossing = Element.Adjustment(value: 0, range: -2...2, detents: [0], isLogarithmic: true)
    #expect(crossing.value(atShare: .nan) == -2)
    #expect(crossing.value(at: Point(51, 0), in: Rect(x: 0, y: 0, width: 100, height: 1)) == 0)
  }

  @Test("By name, controls are activated, chosen and set within their range; others are unknown")
  func byName() {
    let elements = [
      Self.control("capture", x: 0), Self.control("camera/front", .tab, x: 100),
      Self.control("off", x: 200, isEnabled: false),
      Self.control("exposure", .slider, x: 300, adjustment: .init(value: 0, range: -2...2)),
      Self.control("title", .text, x: 400),
    ]
    var tracker = TouchTracker()
    for (event, outcome): (ChromeEvent, TouchTracker.Outcome) in [
      (.toggle("capture"), .action(.activate("capture"))), (.toggle("off"), .unknown("off")),
      (.toggle("title"), .unknown("title")),
      (.select("camera", value: "front"), .action(.select("camera", value: "front"))),
      (.select("camera", value: "side"), .unknown("camera")),
      (.set("exposure", value: 9), .action(.set("exposure", value: 2))),
      (.set("exposure", value: .nan), .unknown("exposure")), (.set("capture", value: 1), .unknown("capture")),
    ] {
      #expect(Self.handle(event, on: elements, by: &tracker) == outcome)
    }
    #expect(tracker == TouchTracker())
  }

  @Test("A timeline gives each event once when its time has come, in the order given where times are equal")
  func timeline() {
    var timeline = EventTimeline([
      .init(nanoseconds: 50, event: .toggle("c")), .init(nanoseconds: 10, event: .toggle("a")),
      .init(nanoseconds: 50, event: .toggle("d")), .init(nanoseconds: 10, event: .toggle("b")),
    ])
    #expect(timeline.next(at: 9) == nil)
    #expect(timeline.next(at: 10) == .toggle("a"))
    #expect(timeline.next(at: 10) == .toggle("b"))
    #expect(timeline.next(at: 49) == nil && !timeline.isOver)
    #expect(timeline.next(at: 400) == .toggle("c"))
    #expect(timeline.next(at: 400) == .toggle("d"))
    #expect(timeline.next(at: 400) == nil && timeline.isOver)
  }
}

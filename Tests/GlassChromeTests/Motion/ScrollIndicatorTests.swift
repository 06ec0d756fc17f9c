import HUDGeometry
import Testing

@testable import GlassChrome

@Suite("A scroll indicator tells where content stands")
struct ScrollIndicatorTests {
  private static func list(_ change: (ScrollView) -> ViewNode = { $0.node }) throws -> DisplayList {
    let column = ScrollView {
      block("all", 100, 600)
    }
    return try laidOut(onGlass(change(column)))
  }

  private static func indicator(_ list: DisplayList) -> DisplayItem? {
    list.groups[0].items.first { $0.id.path.hasSuffix("indicator") }
  }

  /// A screen that a wheel scrolls: its list at each time in milliseconds.
  private struct Screen {
    var animator: DisplayAnimator
    var scroller = Scroller()

    init(_ list: DisplayList) {
      animator = DisplayAnimator(list)
      scroller.adopt(list, at: 0, isAnimated: false)
    }

    mutating func list(at milliseconds: Int64) -> DisplayList {
      _ = scroller.advance(to: milliseconds * 1_000_000)
      animator.scroll(scroller.positions(at: milliseconds * 1_000_000, scale: 1))
      animator.advance(to: milliseconds * 1_000_000)
      return animator.displayed
    }
  }

  @Test("it comes with a movement and goes after it")
  func comesAndGoes() throws {
    let list = try Self.list()
    var screen = Screen(list)
    let atRest = screen.list(at: 0)
    #expect(Self.indicator(atRest) == nil)
    _ = screen.scroller.scroll(at: Point(50, 50), by: Point(0, 150), nanoseconds: 0)
    _ = screen.list(at: 1)
    let shown = screen.list(at: 200)
    let indicator = try #require(Self.indicator(shown))
    let frame = indicator.frame
    #expect(indicator.kind == .plate && indicator.opacity > 0.4)
    // Half of the content is seen, and half of the way is done.
    #expect(frame.height.distance(to: 149).magnitude < 0.01)
    #expect(frame.center.y.distance(to: 150).magnitude < 8 && frame.maxX <= 100)
    for time in stride(from: Int64(250), through: 4000, by: 50) { _ = screen.list(at: time) }
    let after = screen.list(at: 4050)
    #expect(Self.indicator(after) == nil)
    let isMoving = screen.scroller.advance(to: 4_100_000_000)
    #expect(!isMoving)
  }

  @Test("it is left out where it is hidden, or where all is seen")
  func hidden() throws {
    var screen = Screen(try Self.list { $0.scrollIndicators(.hidden) })
    _ = screen.scroller.scroll(at: Point(50, 50), by: Point(0, 150), nanoseconds: 0)
    _ = screen.list(at: 1)
    let shown = screen.list(at: 200)
    #expect(Self.indicator(shown) == nil)
    let port = Scrollport(
      id: "a", frame: rect(0, 0, 100, 300), axis: .vertical, contentLength: 300, stops: [])
    #expect(ScrollPosition(port: port, offset: 0, indicator: 1).indicatorFrame == nil)
  }

  @Test("at the ends it touches the window's ends, and from right to left it stands on the left")
  func ends() {
    var port = Scrollport(
      id: "a", frame: rect(10, 20, 100, 300), axis: .vertical, contentLength: 900, stops: [])
    func frame(_ offset: Double) -> Rect? {
      ScrollPosition(port: port, offset: offset, indicator: 1).indicatorFrame
    }
    #expect(frame(0)?.y == 21 && frame(600)?.maxY == 319 && frame(0)?.maxX == 109)
    #expect((frame(-60)?.height ?? 0) < (frame(0)?.height ?? 0))
    port.isReversed = true
    #expect(frame(0)?.x == 11)
  }

  @Test("a hard edge cuts what a soft one fades")
  func edges() throws {
    for (style, fade) in [(ScrollEdgeEffectStyle.soft, 16.0), (.automatic, 16), (.hard, 0)] {
      let port = try #require(try Self.list { $0.scrollEdgeEffectStyle(style) }.scrollports.first)
      let clip = ScrollClip(id: port.id, frame: port.frame, axis: port.axis)
      #expect(ScrollPosition(port: port, offset: 100).faded(clip).fadeBefore == fade)
    }
  }
}

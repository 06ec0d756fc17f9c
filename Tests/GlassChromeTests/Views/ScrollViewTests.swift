import HUDGeometry
import PixelTypes
import TestSupport
import Testing

@testable import GlassChrome

@Suite("Scroll views")
struct ScrollViewTests {
  private let room = Rect(x: 0, y: 0, width: 200, height: 100)

  private func row(_ count: Int, behavior: ScrollView.TargetBehavior = .free) -> ViewNode {
    ScrollView(.horizontal) {
      HStack(spacing: 10) {
        ForEach(0..<count) { i in
          RoundedRectangle(cornerRadius: 4).frame(width: 50, height: 60).accessibilityRole(.button).id(
            "card-\(i)")
        }
      }
    }.scrollTargetBehavior(behavior).glassEffect(in: .rect(cornerRadius: 10)).id("row")
  }

  private func shown(_ list: DisplayList, at offset: Double) -> DisplayList {
    var animator = DisplayAnimator()
    animator.setTarget(list, at: 0, isAnimated: false)
    animator.scroll(list.scrollports.map { ScrollPosition(port: $0, offset: offset) })
    animator.advance(to: 1)
    return animator.displayed
  }

  @Test("take as much room as their content, and at most all of it")
  func length() throws {
    let short = try laidOut(row(2), in: room)
    #expect(short.groups[0].elements[0].frame.width == 110)
    #expect(short.scrollports[0].range == 0)
    let long = try laidOut(row(6), in: room)
    #expect(long.groups[0].elements[0].frame.width == 200)
    let port = long.scrollports[0]
    #expect(port.contentLength == 350 && port.range == 150 && port.stops.isEmpty)
    #expect(port.rest(near: 400) == 150 && port.rest(near: -20) == 0 && port.rest(near: 77) == 77)
    // All of the content is there for programs, wherever it is.
    #expect(long.accessibility.filter { $0.role == .button }.count == 6)
    #expect(long.accessibility.filter { $0.role == .button && $0.isVisible }.count == 4)
    let aligned = try laidOut(row(6, behavior: .viewAligned), in: room).scrollports[0]
    #expect(aligned.stops == [0, 60, 120, 180, 240, 300])
    #expect(aligned.rest(near: 77) == 60 && aligned.rest(near: 140) == 150 && aligned.rest(near: 90) == 60)
  }

  @Test(
    "show what lies in their window, fade it towards edges beyond which it goes on, and leave out the rest")
  func window() throws {
    let list = try laidOut(row(6), in: room)
    let origin = list.scrollports[0].frame.x
    func sights(at offset: Double) -> [String] {
      shown(list, at: offset).groups[0].items.map { item in
        if item.opacity == 0 { return "-" }
        guard let clip = item.clip else { return "whole" }
        return clip.fadeBefore > 0 && clip.fadeAfter > 0 ? "both" : "part"
      }
    }
    #expect(sights(at: 0) == ["whole", "whole", "whole", "part", "-", "-"])
    #expect(sights(at: 30) == ["both", "whole", "whole", "both", "-", "-"])
    #expect(sights(at: 60) == ["-", "both", "whole", "whole", "both", "-"])
    #expect(sights(at: 150) == ["-", "-", "part", "whole", "whole", "whole"])
    let before = list.groups[0].items[3].frame.x - origin
    #expect(shown(list, at: 30).groups[0].items[3].frame.x - origin == before - 30)
    // From right to left it begins at the right, and its content moves the other way.
    var environment = LayoutEnvironment()
    environment.direction = .rightToLeft
    let mirrored = try laidOut(row(6), in: room, environment: environment)
    #expect(mirrored.scrollports[0].isReversed)
    let first = mirrored.groups[0].items[0].frame
    #expect(first.center.x > 150)
    #expect(shown(mirrored, at: 30).groups[0].items[0].frame.x == first.x + 30)
  }

  @Test("can't stand in each other")
  func nested() {
    #expect(throws: LayoutError.nestedScroll(outer: "a", inner: "a/b")) {
      try laidOut(
        ScrollView { ScrollView(.horizontal) { Text("x") }.id("b") }.id("a").glassEffect(), in: room)
    }
  }

  @Test("draw nothing beyond their window, and glass in them goes as it leaves")
  func ink() throws {
    let layout = ChromeLayout(
      canvas: ChromeFixtures.size(400, 200), viewfinders: [ChromeFixtures.rect(0, 160, 32, 32)],
      topRegion: ChromeFixtures.rect(0, 0, 400, 160), bottomRegion: ChromeFixtures.rect(32, 160, 368, 40),
      scale: 2)
    let views = DisplayLayout(measuring: try TypefaceMeasurer(scale: 2))
    let view = ScrollView(.horizontal) { Text("Some words that are longer than this").lineLimit(1) }
      .padding(20).glassEffect(in: .rect(cornerRadius: 0)).id("glass")
    let list = try views.resolve(
      view, in: Rect(x: 0, y: 0, width: 200, height: 80), environment: LayoutEnvironment(scale: 2))
    let port = list.scrollports[0]
    let backdrop = ChromeFixtures.Backdrop.greyWall.picture
    func picture(_ list: DisplayList, ink: Bool) throws -> PlanarPicture {
      let painter = try ChromePainter(layout: layout, style: ChromeStyle(), subsampling: .yuv420)
      painter.drawsInk = ink
      let canvas = PlanarPicture(size: layout.canvas, subsampling: .yuv420)
      painter.paint(list, backdrop: backdrop, nanoseconds: 0, into: canvas)
      return canvas
    }
    let moved = shown(list, at: 40)
    let (with, without) = (try picture(moved, ink: true), try picture(moved, ink: false))
    var (inside, outside) = (0, 0)
    var columns: [Int: Int] = [:]
    for (x, y) in Places(0..<400, 0..<160) where with.luma[x, y] != without.luma[x, y] {
      let isInside = Double(x) / 2 >= port.frame.x - 0.5 && Double(x) / 2 < port.frame.maxX + 0.5
      if isInside { inside += 1 } else { outside += 1 }
      columns[x] = max(columns[x] ?? 0, abs(Int(with.luma[x, y]) - Int(without.luma[x, y])))
    }
    #expect(inside > 200 && outside == 0)
    // Near the edges ink is fainter than in the middle.
    let middle = columns.filter { (150..<250).contains($0.key) }.values.max() ?? 0
    let edge = columns.filter { $0.key < Int(port.frame.x * 2) + 6 }.values.max() ?? 0
    #expect(edge * 3 < middle, "\(edge) beside \(middle)")

    let pills = ScrollView(.horizontal) {
      GlassEffectContainer(spacing: 0) {
        HStack(spacing: 10) {
          ForEach(0..<8) { i in Text("\(i)").frame(width: 50, height: 50).glassEffect().id("p\(i)") }
        }
      }
    }
    let glass = try laidOut(pills, in: room)
    let presences = shown(glass, at: 40).groups[0].elements.map(\.presence)
    #expect(presences[0] == 0 && presences[1] == 1 && presences[2] == 1 && presences[7] == 0)
  }
}

import RealModule
import TestSupport
import Testing

@testable import Geometry
@testable import PathTruth

struct StrokeOutlineTests {
  static let tolerance = 0.05

  private func line(_ points: Point...) -> Path { Path(points) }

  @Test("a straight line's stroke is a rectangle and its caps")
  func caps() {
    let path = line(Point(2, 3), Point(12, 3))
    for (cap, area) in [(LineCap.butt, 40.0), (.square, 56), (.round, 40 + 4 * .pi)] {
      let outline = path.strokeOutline(StrokePen(width: 4, cap: cap), tolerance: 1e-4)
      #expect(abs(outline.filledArea(tolerance: 1) - area) < 2e-3, "\(cap)")
      #expect(outline.signedArea > 0)
    }
  }

  @Test("a right angle's joins have their areas, and a sharp one's miter ends at its limit")
  func joins() {
    let path = line(Point(0, 0), Point(10, 0), Point(10, 10))
    for (join, corner) in [(LineJoin.miter, 4.0), (.bevel, 2), (.round, .pi)] {
      let outline = path.strokeOutline(StrokePen(width: 4, join: join), tolerance: 1e-4)
      #expect(abs(outline.filledArea(tolerance: 1) - (80 - 4 + corner)) < 2e-3, "\(join)")
    }
    // 1 / sin(15°) is 3.86 widths, 1 / sin(14°) is 4.13.
    for (degrees, isMitered) in [(30.0, true), (28, false)] {
      let turn = AffineTransform.rotation(radians: degrees * .pi / 180)
      let sharp = line(Point(100, 0), .zero, turn.apply(Point(100, 0)))
      let reach = sharp.strokeOutline(StrokePen(width: 2), tolerance: 1e-3).bounds
      #expect((reach.x < -3) == isMitered)
    }
  }

  @Test("a circle's stroke is a ring; wider than the circle it is a disc", arguments: [1.0, 8, 19, 30, 60])
  func ring(_ width: Double) {
    let circle = Path.circle(center: Point(50, 50), radius: 10)
    let outline = circle.strokeOutline(StrokePen(width: width), tolerance: width > 20 ? 0.1 : 1e-3)
    let (outer, inner) = (10 + width / 2, max(0, 10 - width / 2))
    let area = outline.filledArea(tolerance: 1)
    #expect(abs(area - .pi * (outer * outer - inner * inner)) < (width > 20 ? 0.7 : 0.03) * outer)
    #expect(outline.contains(Point(50, 50)) == (width > 20))
  }

  @Test("subpaths of no length are dots", arguments: ["M3 4", "M3 4L3 4", "M3 4Z", "M3 4C3 4 3 4 3 4Z"])
  func dots(_ text: String) throws {
    let path = try Path(svg: text)
    for (cap, area) in [(LineCap.butt, 0.0), (.square, 16), (.round, 4 * .pi)] {
      let outline = path.strokeOutline(StrokePen(width: 4, cap: cap), tolerance: 1e-4)
      #expect(abs(outline.filledArea(tolerance: 1) - area) < 1e-2)
    }
  }

  @Test("the outline lies half a width from the path; inside is nearer, outside farther", arguments: 0..<12)
  func distance(_ seed: Int) throws {
    var random = Seeded(UInt64(seed))
    let path = random.path(60)
    let width = 0.5 + random.unit() * 12
    let outline = path.strokeOutline(
      StrokePen(width: width, cap: .round, join: .round), tolerance: Self.tolerance)
    let half = width / 2
    for _ in 0..<60 {
      let p = random.point(80) - Point(10, 10)
      let distance = try #require(path.nearest(to: p)).position.distance
      guard abs(distance - half) > 1.5 * Self.tolerance else { continue }
      #expect(outline.contains(p) == (distance < half))
    }
    // The outline's points themselves: none farther out; those on the union's edge exactly there.
    for i in stride(from: 0, to: outline.elements.count, by: outline.elements.count / 60 + 1) {
      guard case .line(let p) = outline.elements[i] else { continue }
      #expect(try #require(path.nearest(to: p)).position.distance < half + 1.5 * Self.tolerance)
    }
    #expect(outline.winding(around: Point(-100, 30)) == 0)
  }

  @Test("where nothing turns more tightly than the pen, every point of the outline lies half a width away")
  func everyPoint() throws {
    let wave = try Path(svg: "M0 0C40 0 60 40 100 40S160 0 200 0Q260 0 260 60")
    let outline = wave.strokeOutline(StrokePen(width: 10), tolerance: Self.tolerance)
    var count = 0
    for case .line(let p) in outline.elements {
      count += 1
      #expect(abs(try #require(wave.nearest(to: p)).position.distance - 5) < 2 * Self.tolerance)
    }
    #expect(count > 50)
    let area = outline.filledArea(tolerance: 1)
    #expect(abs(area - 10 * wave.length()) < 0.02 * wave.length())
  }

  @Test("no pen and no path give nothing; what isn't finite does no harm")
  func degenerate() {
    let path = line(.zero, Point(.infinity, 1), Point(5, .nan), Point(9, 9))
    #expect(path.strokeOutline(StrokePen(width: 0), tolerance: 0.1).isEmpty)
    #expect(path.strokeOutline(StrokePen(width: .nan), tolerance: 0.1).isEmpty)
    #expect(Path().strokeOutline(StrokePen(width: 2), tolerance: 0.1).isEmpty)
    #expect(path.strokeOutline(StrokePen(width: 2), tolerance: 0.1).bounds.width < 20)
  }
}

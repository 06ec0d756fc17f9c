import RealModule
import TestSupport
import Testing

@testable import Geometry
@testable import HUDGeometry
@testable import PathTruth

struct RegionOverlapTests {
  private func square(_ x: Double, _ y: Double, _ side: Double) -> [Polyline] {
    Path.rect(Rect(x: x, y: y, width: side, height: side)).flattened(tolerance: 1)
  }

  @Test("rectangles overlap as they should, also where they only touch")
  func rectangles() {
    for (x, y, both) in [(0.0, 0.0, 16.0), (1, 1, 9), (4, 0, 0), (3, -3, 1), (9, 9, 0), (0, 2, 8)] {
      let overlap = RegionOverlap(square(0, 0, 4), square(x, y, 4))
      #expect(overlap.firstArea == 16 && overlap.secondArea == 16)
      #expect(overlap.intersection == both && overlap.union == 32 - both)
      #expect(overlap.intersectionOverUnion == both / (32 - both))
    }
    let none = RegionOverlap([], [])
    #expect(none.union == 0 && none.intersectionOverUnion == 0)
    #expect(RegionOverlap(square(0, 0, 4), []).intersectionOverUnion == 0)
  }

  @Test("two circles share their lens", arguments: [0.0, 0.3, 1, 1.7, 2, 3])
  func circles(_ distance: Double) {
    // Flattened, so that the closed form's circle is met.
    func circle(_ x: Double) -> [Polyline] {
      let points = (0..<2_000).map { i -> Point in
        let angle = 2 * .pi * Double(i) / 2_000
        return Point(x + .cos(angle), .sin(angle))
      }
      return [Polyline(points: points, isClosed: true)]
    }
    let overlap = RegionOverlap(circle(0), circle(distance))
    let half = min(1, distance / 2)
    let lens = 2 * Double.acos(half) - 2 * half * (1 - half * half).squareRoot()
    #expect(abs(overlap.intersection - lens) < 1e-4)
    #expect(abs(overlap.firstArea - .pi) < 1e-4)
  }

  @Test("a star's middle counts once by one rule and not at all by the other")
  func rules() throws {
    let star = try Path(svg: "M0-10L5.8779 8.0902L-9.5106-3.0902H9.5106L-5.8779 8.0902Z")
    let nonZero = star.filledArea(tolerance: 1)
    let evenOdd = star.filledArea(tolerance: 1, rule: .evenOdd)
    // The pentagram's pentagon has circumradius 10/φ²; signed area counts it twice.
    #expect(abs(star.signedArea.magnitude - (2 * nonZero - evenOdd)) < 1e-6)
    let phi = (1 + 5.0.squareRoot()) / 2
    let radius = 10 / (phi * phi)
    #expect(abs(nonZero - evenOdd - 2.5 * radius * radius * .sin(2 * .pi / 5)) < 1e-2)
    let hole = try Path(svg: "M0 0H9V9H0ZM3 3V6H6V3Z")
    #expect(hole.filledArea(tolerance: 1) == 72)
    let twice = try Path(svg: "M0 0H9V9H0ZM3 3H6V6H3Z")
    #expect(twice.filledArea(tolerance: 1) == 81 && twice.filledArea(tolerance: 1, rule: .evenOdd) == 72)
  }

  @Test("random polygons agree with counting samples, and with the laws of sets", arguments: 0..<24)
  func random(_ seed: Int) {
    var random = Seeded(UInt64(seed))
    let a = [random.polygon(3 + seed, center: Point(5, 5), radius: 5)]
    let b = [random.polygon(17, center: random.point(), radius: 5)]
    let rule = seed % 2 == 0 ? FillRule.nonZero : .evenOdd
    let overlap = RegionOverlap(a, b, rule: rule)
    let swapped = RegionOverlap(b, a, rule: rule)
    #expect(abs(overlap.intersection - swapped.intersection) < 1e-9)
    #expect(overlap.intersection <= min(overlap.firstArea, overlap.secondArea) + 1e-9)
    let same = RegionOverlap(a, a, rule: rule)
    #expect(abs(same.intersectionOverUnion - 1) < 1e-12)
    // By lines: exact along x, sampled along y.
    var (both, first) = (0.0, 0.0)
    let rows = 6_000
    let pair = RegionOverlapTests.edges(a, b)
    for row in 0..<rows {
      let y = -5 + 20 * (Double(row) + 0.5) / Double(rows)
      let lengths = Self.lengths(pair, y, rule)
      first += lengths.0 * 20 / Double(rows)
      both += lengths.1 * 20 / Double(rows)
    }
    #expect(abs(overlap.firstArea - first) < 0.02)
    #expect(abs(overlap.intersection - both) < 0.02)
    // Turning both changes nothing: exactness doesn't hang on the scanlines' direction.
    let turn = AffineTransform.rotation(radians: 1)
    func turned(_ lines: [Polyline]) -> [Polyline] {
      lines.map { Polyline(points: $0.points.map(turn.apply), isClosed: true) }
    }
    let again = RegionOverlap(turned(a), turned(b), rule: rule)
    #expect(abs(again.intersection - overlap.intersection) < 1e-9)
    #expect(abs(again.union - overlap.union) < 1e-9)
  }

  private static func edges(_ a: [Polyline], _ b: [Polyline]) -> [(Point, Point, Bool)] {
    [(a, true), (b, false)].flatMap { lines, isFirst in
      lines.flatMap { line in
        line.points.indices.map { (line.points[$0], line.points[($0 + 1) % line.points.count], isFirst) }
      }
    }
  }

  private static func lengths(
    _ edges: [(Point, Point, Bool)], _ y: Double, _ rule: FillRule
  ) -> (Double, Double) {
    var crossings: [(x: Double, winding: Int, isFirst: Bool)] = []
    for (p, q, isFirst) in edges where (p.y <= y) != (q.y <= y) {
      crossings.append((p.x + (q.x - p.x) * (y - p.y) / (q.y - p.y), q.y > p.y ? 1 : -1, isFirst))
    }
    crossings.sort { $0.x < $1.x }
    var (w, v, first, both) = (0, 0, 0.0, 0.0)
    for i in crossings.indices.dropLast() {
      if crossings[i].isFirst { w += crossings[i].winding } else { v += crossings[i].winding }
      let length = crossings[i + 1].x - crossings[i].x
      if rule.isInside(w) { first += length }
      if rule.isInside(w), rule.isInside(v) { both += length }
    }
    return (first, both)
  }

  @Test("a template shifted by a hundredth loses the share that the mask says", arguments: [0.01, 0.02])
  func shift(_ share: Double) {
    let path = SilhouetteTemplate.portrait.path
    let moved = path.transformed(by: .translation(share, 0))
    let exact = path.intersectionOverUnion(moved, tolerance: 1e-5)
    let (columns, rows) = (1_000, 400)
    let a = MaskRasterizer.mask(of: path, columns: columns, rows: rows)
    let b = MaskRasterizer.mask(of: moved, columns: columns, rows: rows)
    let both = zip(a, b).reduce(0) { $0 + Int($1.0 & $1.1) }
    let either = zip(a, b).reduce(0) { $0 + Int($1.0 | $1.1) }
    #expect(abs(exact - Double(both) / Double(either)) < 2e-3)
    #expect(path.intersectionOverUnion(path, tolerance: 1e-3) > 1 - 1e-12)
  }
}

import RealModule
import TestSupport
import Testing

@testable import Geometry
@testable import HUDGeometry
@testable import PathTruth

struct PathClippingTests {
  private func square(_ x: Double, _ y: Double, _ side: Double) -> Path {
    .rect(Rect(x: x, y: y, width: side, height: side))
  }

  private func path(_ lines: [Polyline]) -> Path {
    var path = Path()
    for line in lines {
      path.append(Path(line.points))
      path.close()
    }
    return path
  }

  /// Equal to a billionth of the larger areas involved.
  private func near(_ a: Double, _ b: Double, of whole: Double) -> Bool { abs(a - b) <= 1e-9 * whole }

  @Test("squares that cross, touch, share an edge, hold each other, are the same or apart")
  func squares() {
    let a = square(0, 0, 4)
    // The other, then the areas in common, of both, and left; and how many loops those have.
    let cases: [(Path, both: Double, union: Double, left: Double, loops: [Int])] = [
      (square(2, 1, 4), 6, 26, 10, [1, 1, 1]),
      (square(4, 4, 4), 0, 32, 16, [0, 2, 1]),  // a corner
      (square(4, 0, 4), 0, 32, 16, [0, 1, 1]),  // a whole edge
      (square(4, 1, 2), 0, 20, 16, [0, 1, 1]),  // part of an edge
      (square(1, 1, 2), 4, 16, 12, [1, 1, 2]),  // inside: a hole
      (square(0, 1, 2), 4, 16, 12, [1, 1, 1]),  // inside, at an edge
      (square(0, 0, 2), 4, 16, 12, [1, 1, 1]),  // inside, in a corner
      (square(0, 0, 4), 16, 16, 0, [1, 1, 0]),
      (square(9, 9, 4), 0, 32, 16, [0, 2, 1]),
      (Path(), 0, 16, 16, [0, 1, 1]),
    ]
    for (b, both, union, left, loops) in cases {
      let results = [
        a.intersection(b, tolerance: 1), a.union(b, tolerance: 1), a.subtracting(b, tolerance: 1),
      ]
      #expect(results.map(\.signedArea) == [both, union, left])
      #expect(results.map(\.subpaths.count) == loops)
      #expect(a.symmetricDifference(b, tolerance: 1).signedArea == union - both)
      #expect(b.intersection(a, tolerance: 1) == results[0] && b.union(a, tolerance: 1) == results[1])
    }
    #expect(Path().union(Path(), tolerance: 1).isEmpty)
  }

  @Test("what runs through an inside or back over itself is gone, and corners are the caller's own")
  func outlines() throws {
    let cross = try Path(svg: "M0 1H3V2H0ZM1 0H2V3H1Z")
    let outline = try Path(svg: "M1 0L2 0L2 1L3 1L3 2L2 2L2 3L1 3L1 2L0 2L0 1L1 1Z")
    let outlined = cross.outlined(tolerance: 1)
    #expect(outlined == outline)
    // Run through against each other, they leave the middle out: four squares that touch at its corners.
    let open = try Path(svg: "M0 1H3V2H0ZM1 0V3H2V0Z").outlined(tolerance: 1)
    #expect(open.subpaths.map(\.signedArea) == [1, 1, 1, 1])
    let spike = try Path(svg: "M0 0H4V4H9H4H0Z")
    #expect(spike.outlined(tolerance: 1) == square(0, 0, 4))
    let odd = try Path(svg: "M.1.1L.7.2L.3.9Z")
    #expect(Set(odd.outlined(tolerance: 1).elements.map { "\($0)" }) == Set(odd.elements.map { "\($0)" }))
    #expect(try Path(svg: "M0 0L9 0L5 0Z").outlined(tolerance: 1).isEmpty)
    let bad = path([
      Polyline(points: [Point(.nan, 0), Point(0, 0), Point(4, 0), Point(4, 4)], isClosed: true)
    ])
    #expect(bad.outlined(tolerance: 1).signedArea == 8)
  }

  @Test("both fill rules are kept: holes, windings of two, a star's middle", arguments: FillRule.allCases)
  func rules(_ rule: FillRule) throws {
    for svg in [
      "M0-10L5.8779 8.0902L-9.5106-3.0902H9.5106L-5.8779 8.0902Z", "M0 0H9V9H0ZM3 3V6H6V3Z",
      "M0 0H9V9H0ZM3 3H6V6H3Z", "M0 0H9V9H0ZM0 0H9V9H0Z", "M0 0L4 4V0L0 4Z",
    ] {
      let drawing = try Path(svg: svg)
      let outlined = drawing.outlined(tolerance: 1, rule: rule)
      let area = drawing.filledArea(tolerance: 1, rule: rule)
      #expect(near(outlined.signedArea, area, of: 400))
      for other in FillRule.allCases {
        #expect(near(outlined.filledArea(tolerance: 1, rule: other), area, of: 400))
      }
    }
  }

  /// Polygons that cross themselves and each other, some on a coarse grid where points, edges and crossings fall
  /// together.
  private func polygons(_ random: inout Seeded, _ seed: Int) -> Path {
    let isCoarse = seed % 5 < 2
    return path(
      (0...seed % 3).map { _ in
        let line = random.polygon(
          3 + Int(random.unit() * 20), center: Point(5 + 3 * random.unit(), 5), radius: 5)
        guard isCoarse else { return line }
        return Polyline(points: line.points.map { Point($0.x.rounded(), $0.y.rounded()) }, isClosed: true)
      })
  }

  @Test("areas add up, agree with the sweep's, and loops don't cross", arguments: 0..<60)
  func areas(_ seed: Int) {
    var random = Seeded(UInt64(seed))
    let (a, b) = (polygons(&random, seed), polygons(&random, seed))
    let rule = seed % 2 == 0 ? FillRule.nonZero : .evenOdd
    let exact = RegionOverlap(a, b, tolerance: 1, rule: rule)
    let whole = exact.firstArea + exact.secondArea
    let both = a.intersection(b, tolerance: 1, rule: rule)
    let either = a.union(b, tolerance: 1, rule: rule)
    let left = a.subtracting(b, tolerance: 1, rule: rule)
    #expect(near(both.signedArea + either.signedArea, whole, of: whole))
    #expect(near(both.signedArea, exact.intersection, of: whole))
    #expect(near(left.signedArea + both.signedArea, exact.firstArea, of: whole))
    #expect(
      near(
        a.symmetricDifference(b, tolerance: 1, rule: rule).signedArea, exact.symmetricDifference, of: whole))
    for result in [both, either, left] {
      // Each place is wound around once: filled area and signed area are the same by either rule.
      let sweep = RegionOverlap(result, Path(), tolerance: 1)
      #expect(near(sweep.firstArea, result.signedArea, of: whole))
      let again = result.outlined(tolerance: 1)
      #expect(near(again.signedArea, result.signedArea, of: whole))
    }
    // The same over again.
    #expect(near(both.intersection(a, tolerance: 1).signedArea, both.signedArea, of: whole))
    #expect(
      near(either.union(a, tolerance: 1, rule: .nonZero).signedArea, either.signedArea, of: whole)
        || rule == .evenOdd)
    #expect(left.intersection(both, tolerance: 1).signedArea <= 1e-9 * whole)
    #expect(near(left.union(both, tolerance: 1).signedArea, exact.firstArea, of: whole))
  }

  @Test("points are where they should be: inside what is left, outside what was taken", arguments: 0..<30)
  func containment(_ seed: Int) {
    var random = Seeded(UInt64(seed + 1000))
    let (a, b) = (polygons(&random, seed), polygons(&random, seed))
    let rule = seed % 2 == 0 ? FillRule.evenOdd : .nonZero
    let results = [
      a.intersection(b, tolerance: 1, rule: rule), a.union(b, tolerance: 1, rule: rule),
      a.subtracting(b, tolerance: 1, rule: rule), a.symmetricDifference(b, tolerance: 1, rule: rule),
    ]
    var seen = 0
    for _ in 0..<400 {
      let p = Point(-1 + 14 * random.unit(), -1 + 12 * random.unit())
      guard let edge = a.nearest(to: p)?.position.distance, let other = b.nearest(to: p)?.position.distance,
        min(edge, other) > 1e-6
      else { continue }
      let (inA, inB) = (a.contains(p, rule: rule), b.contains(p, rule: rule))
      seen += inA || inB ? 1 : 0
      for each in FillRule.allCases {
        #expect(
          results.map { $0.contains(p, rule: each) } == [inA && inB, inA || inB, inA && !inB, inA != inB])
      }
    }
    #expect(seen > 20)
  }

  @Test("nothing depends on where, how large and how turned the drawings are", arguments: [1e-9, 1, 1e12])
  func placement(_ scale: Double) {
    var random = Seeded(5)
    let (a, b) = (polygons(&random, 1), polygons(&random, 2))
    let area = a.intersection(b, tolerance: 1).signedArea
    let place = AffineTransform.rotation(radians: 0.7).then(.scale(scale, scale)).then(
      .translation(100 * scale, -30 * scale))
    let moved = a.transformed(by: place).intersection(b.transformed(by: place), tolerance: 1e-30)
    #expect(near(moved.signedArea, area * scale * scale, of: 100 * scale * scale))
  }

  @Test("edges that nearly fall together still join to closed loops", arguments: 0..<20)
  func almost(_ seed: Int) {
    var random = Seeded(UInt64(seed + 77))
    let a = random.polygon(24, center: Point(5, 5), radius: 5)
    // Off by some of the last digits, or by some grid steps.
    let size = [1e-15, 1e-12, 1e-11, 1e-10][seed % 4]
    let b = Polyline(
      points: a.points.map { $0 + Point(random.unit() - 0.5, random.unit() - 0.5) * size }, isClosed: true)
    let exact = RegionOverlap([a], [b])
    let both = path([a]).intersection(path([b]), tolerance: 1)
    #expect(near(both.signedArea, exact.intersection, of: 100))
    #expect(near(path([a]).union(path([b]), tolerance: 1).signedArea, exact.union, of: 100))
    #expect(path([a]).symmetricDifference(path([b]), tolerance: 1).signedArea < 1e-8)
  }

  @Test("a template's outline without its share outside the picture is the sum that IoU counts")
  func templates() {
    for template in SilhouetteTemplate.builtIn {
      let moved = template.path.transformed(by: .translation(0.02, 0.01))
      let both = template.path.intersection(moved, tolerance: 1e-3)
      let either = template.path.union(moved, tolerance: 1e-3)
      let iou = template.path.intersectionOverUnion(moved, tolerance: 1e-3)
      #expect(abs(both.signedArea / either.signedArea - iou) < 1e-9)
    }
  }
}

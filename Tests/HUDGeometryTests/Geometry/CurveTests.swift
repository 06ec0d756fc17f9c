import RealModule
import TestSupport
import Testing

@testable import Geometry

struct CurveTests {
  static let samples = (0...2_000).map { Double($0) / 2_000 }

  @Test("a curve's parts are the curve", arguments: 0..<40)
  func parts(_ seed: Int) {
    var random = Seeded(UInt64(seed))
    let curve = random.segment()
    let (from, to) = (random.unit(), random.unit())
    let part = curve.subsegment(from: from, to: to)
    let (before, after) = curve.split(at: from)
    #expect(before.end == after.start && before.start == curve.start && after.end == curve.end)
    for k in 0...10 {
      let t = Double(k) / 10
      #expect(part.point(at: t).distance(to: curve.point(at: from + t * (to - from))) < 1e-12)
      #expect(before.point(at: t).distance(to: curve.point(at: t * from)) < 1e-12)
      #expect(curve.reversed.point(at: t).distance(to: curve.point(at: 1 - t)) < 1e-12)
    }
    #expect(curve.point(at: 0) == curve.start && curve.point(at: 1) == curve.end)
    #expect(curve.reversed.reversed == curve)
  }

  @Test("derivatives are what differences say", arguments: 0..<40)
  func derivatives(_ seed: Int) {
    var random = Seeded(UInt64(seed))
    let curve = random.segment()
    let (t, h) = (0.1 + 0.8 * random.unit(), 1e-4)
    let (a, c) = (curve.point(at: t - h), curve.point(at: t + h))
    #expect(((c - a) / (2 * h)).distance(to: curve.derivative(at: t)) < 1e-5)
  }

  @Test("bounds hold the curve and touch it", arguments: 0..<40)
  func bounds(_ seed: Int) {
    var random = Seeded(UInt64(seed))
    let curve = random.segment()
    let box = curve.bounds
    var path = Path()
    path.move(to: curve.start)
    path.append(curve)
    #expect(path.bounds == box)
    let points = Self.samples.map { curve.point(at: $0) }
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    for (edge, found) in [
      (box.x, xs.min()!), (box.maxX, xs.max()!), (box.y, ys.min()!), (box.maxY, ys.max()!),
    ] { #expect(abs(edge - found) < 1e-4) }
    #expect(points.allSatisfy { $0.x >= box.x - 1e-12 && $0.y <= box.maxY + 1e-12 })
  }

  @Test("lengths agree with fine polylines, add up, and lead back to their parameter", arguments: 0..<40)
  func lengths(_ seed: Int) {
    var random = Seeded(UInt64(seed))
    let curve = random.segment()
    let length = curve.arcLength(tolerance: 1e-10)
    var chords = 0.0
    for (a, b) in zip(Self.samples, Self.samples.dropFirst()) {
      chords += curve.point(at: a).distance(to: curve.point(at: b))
    }
    #expect(length >= chords - 1e-9 && length - chords < 2e-4)
    let t = random.unit()
    let parts = curve.split(at: t)
    #expect(abs(parts.0.arcLength(tolerance: 1e-10) + parts.1.arcLength(tolerance: 1e-10) - length) < 1e-8)
    #expect(abs(curve.arcLength(from: 0, to: t) - parts.0.arcLength()) < 1e-8)
    let back = curve.parameter(atLength: curve.arcLength(from: 0, to: t))
    #expect(curve.point(at: back).distance(to: curve.point(at: t)) < 1e-7)
  }

  @Test("closed forms of length and area are met")
  func closedForms() {
    // y = x² from 0 to 1: √5/2 + asinh(2)/4, and 1/3 below it.
    let parabola = QuadraticBezier(.zero, Point(0.5, 0), Point(1, 1))
    #expect(abs(parabola.arcLength(tolerance: 1e-13) - (5.0.squareRoot() / 2 + Double.asinh(2) / 4)) < 1e-13)
    #expect(abs(parabola.signedArea - (0.5 - 1.0 / 3)) < 1e-15)
    // A cusp: there and back on a line.
    let cusp = QuadraticBezier(.zero, Point(4, 0), .zero)
    #expect(abs(cusp.arcLength(tolerance: 1e-12) - 4) < 1e-9)
    #expect(CubicBezier(.zero, .zero, .zero, .zero).arcLength() == 0)
    let circle = Path.circle(center: Point(1e6, 5), radius: 3)
    #expect(abs(circle.signedArea / (9 * .pi) - 1) < 3e-4)
    #expect(abs(circle.length() / (6 * .pi) - 1) < 3e-4)
    #expect(circle.reversed.signedArea == -circle.signedArea)
    #expect(Path.rect(Rect(x: -3, y: 5, width: 4, height: 2)).signedArea == 8)
  }

  @Test("area is what the flattened outline encloses", arguments: 0..<40)
  func areas(_ seed: Int) {
    var random = Seeded(UInt64(seed))
    let curve = random.segment()
    var area = 0.0
    for (a, b) in zip(Self.samples, Self.samples.dropFirst()) {
      area += curve.point(at: a).cross(curve.point(at: b)) / 2
    }
    #expect(abs(area - curve.signedArea) < 1e-4)
  }

  @Test("no sample is nearer than the nearest point, which lies where it says", arguments: 0..<200)
  func nearest(_ seed: Int) {
    var random = Seeded(UInt64(seed))
    let curve = random.segment()
    let p = 2 * random.point() - Point(5, 5)
    let found = curve.nearest(to: p)
    #expect((0...1).contains(found.parameter))
    #expect(found.point == curve.point(at: found.parameter))
    #expect(found.point.distance(to: p) == found.distance)
    let best = Self.samples.map { curve.point(at: $0).distance(to: p) }.min()!
    #expect(found.distance <= best + 1e-12 && found.distance > best - 0.02)
    // On the curve itself the distance is 0.
    #expect(curve.nearest(to: curve.point(at: random.unit())).distance < 1e-7)
  }

  @Test("the nearest point is found where all are alike, too")
  func nearestDegenerate() {
    let point = CubicBezier(Point(1, 1), Point(1, 1), Point(1, 1), Point(1, 1))
    #expect(point.nearest(to: Point(4, 5)).distance == 5)
    #expect(Line(.zero, .zero).nearest(to: Point(3, 4)).distance == 5)
    let circle = Path.circle(center: .zero, radius: 1)
    let found = circle.nearest(to: .zero)
    #expect(abs((found?.position.distance ?? 0) - 1) < 1e-12)
    #expect(Path().nearest(to: .zero) == nil)
    // The middle of a symmetric curve, where the slope's root falls on the halving.
    let arch = QuadraticBezier(Point(-1, 0), Point(0, 2), Point(1, 0))
    #expect(arch.nearest(to: Point(0, 9)).parameter == 0.5)
  }

  @Test("quadratic equations keep their small roots")
  func roots() {
    #expect(InnerParameters(rootsOf: 1, -1e8, 1).first.map { abs($0 - 1e-8) < 1e-22 } == true)
    #expect(InnerParameters(rootsOf: 0, 2, -1) == InnerParameters(rootsOf: 0, 4e200, -2e200))
    #expect(InnerParameters(rootsOf: 1, -1, 0.25).count == 1)
    #expect(InnerParameters(rootsOf: 1, -0.75, 0.125).second == 0.5)
    for (a, b, c) in [(0.0, 0.0, 0.0), (0, 0, 1), (1, 0, 1), (1, -3, 2), (.nan, 1, 1), (.infinity, 1, 1)] {
      #expect(InnerParameters(rootsOf: a, b, c).count == 0)
    }
  }
}

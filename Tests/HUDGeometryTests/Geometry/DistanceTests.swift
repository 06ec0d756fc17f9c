import TestSupport
import Testing

@testable import Geometry
@testable import PathTruth

struct DistanceTests {
  private func chain(_ points: Point...) -> Polyline { Polyline(points: points, isClosed: false) }

  private func randomChain(_ random: inout Seeded) -> Polyline {
    let points = (0..<2 + Int(random.unit() * 9)).map { _ in random.point() }
    return Polyline(points: points, isClosed: random.unit() < 0.5)
  }

  private func samples(_ line: Polyline, _ step: Double) -> [Point] {
    line.lines.flatMap { piece -> [Point] in
      let count = max(1, Int((piece.length / step).rounded(.up)))
      return (0...count).map { piece.point(at: Double($0) / Double(count)) }
    }
  }

  @Test("the farthest point is found inside a line, not only at vertices")
  func inside() {
    // Over a V, the level line's ends are near, its middle is far.
    let level = chain(Point(-10, 0), Point(10, 0))
    let valley = chain(Point(-10, 0), Point(0, 10), Point(10, 0))
    let down = HausdorffDistance.directed(from: [level], to: [valley], tolerance: 1e-9)
    #expect(abs(down - 50.0.squareRoot()) < 1e-8)
    let up = HausdorffDistance.directed(from: [valley], to: [level], tolerance: 1e-9)
    #expect(abs(up - 10) < 1e-8)
    #expect(HausdorffDistance.between([level], [], tolerance: 1) == .infinity)
    #expect(HausdorffDistance.between([], [], tolerance: 1) == 0)
    // There and back is not farther than the way itself.
    let zigzag = chain(Point(-10, 0), Point(6, 0), Point(-4, 0), Point(10, 0))
    #expect(HausdorffDistance.between([level], [zigzag], tolerance: 1e-9) < 1e-8)
    let a = chain(.zero)
    #expect(HausdorffDistance.between([a], [chain(Point(3, 4))], tolerance: 1e-9) == 5)
  }

  @Test("Hausdorff's distance is what dense samples say, and a metric", arguments: 0..<25)
  func hausdorff(_ seed: Int) {
    var random = Seeded(UInt64(seed))
    let (a, b, c) = (randomChain(&random), randomChain(&random), randomChain(&random))
    let tolerance = 1e-6
    func distance(_ x: Polyline, _ y: Polyline) -> Double {
      HausdorffDistance.between([x], [y], tolerance: tolerance)
    }
    let ab = distance(a, b)
    #expect(distance(a, a) <= tolerance && abs(distance(b, a) - ab) <= tolerance)
    #expect(distance(a, c) <= ab + distance(b, c) + 3 * tolerance)
    let step = 0.05
    let sampled = [(a, b), (b, a)].map { x, y in
      samples(x, step).map { p in y.lines.map { $0.nearest(to: p).distance }.min()! }.max()!
    }.max()!
    #expect(ab >= sampled - tolerance && ab <= sampled + step / 2 + tolerance)
  }

  @Test("curves are compared to their tolerance")
  func curves() {
    let a = Path.circle(center: .zero, radius: 10)
    let b = Path.circle(center: Point(1, 0), radius: 12)
    #expect(abs(a.hausdorffDistance(to: b, tolerance: 0.01) - 3) < 0.02)
    #expect(a.hausdorffDistance(to: a, tolerance: 0.01) <= 0.01)
  }
}

import RealModule
import TestSupport
import Testing

@testable import Geometry

struct PathMeasureTests {
  @Test("winding counts what the flattened outline's turning angle says", arguments: 0..<30)
  func winding(_ seed: Int) {
    var random = Seeded(UInt64(seed))
    let path = random.path()
    let lines = path.flattened(tolerance: 1e-5)
    for _ in 0..<40 {
      let p = random.point(12) - Point(1, 1)
      // Near the outline the flattened one may differ.
      var closed = Path()
      path.forEachSegment(closing: true) { segment in
        closed.move(to: segment.start)
        closed.append(segment)
      }
      guard (closed.nearest(to: p)?.position.distance ?? 0) > 1e-3 else { continue }
      var turn = 0.0
      for line in lines {
        for i in line.points.indices {
          let (a, b) = (line.points[i] - p, line.points[(i + 1) % line.points.count] - p)
          turn += .atan2(y: a.cross(b), x: a.dot(b))
        }
      }
      #expect(path.winding(around: p) == Int((turn / (2 * .pi)).rounded()))
      #expect(path.reversed.winding(around: p) == -path.winding(around: p))
    }
  }

  @Test("insides follow their rule, also level with vertices and on horizontal sides' height")
  func contains() throws {
    let star = try Path(svg: "M5 0L8 9L0 3H10L2 9Z")
    #expect(star.contains(Point(5, 5)) && !star.contains(Point(5, 5), rule: .evenOdd))
    #expect(star.contains(Point(5, 1), rule: .evenOdd))
    #expect(!star.contains(Point(-1, 3)) && !star.contains(Point(11, 3)) && !star.contains(Point(4, 9)))
    let square = Path.rect(.unit)
    // Half open: of two squares side by side, the shared edge belongs to exactly one.
    let beside = Path.rect(Rect(x: 1, y: 0, width: 1, height: 1))
    #expect(square.contains(Point(1, 0.5)) != beside.contains(Point(1, 0.5)))
    #expect(!Path().contains(.zero))
  }

  @Test("reversing twice changes nothing, and once only the direction", arguments: 0..<20)
  func reversal(_ seed: Int) {
    var random = Seeded(UInt64(seed))
    let path = random.path()
    #expect(path.reversed.reversed == path)
    #expect(abs(path.reversed.signedArea + path.signedArea) < 1e-9)
    #expect(abs(path.reversed.length() - path.length()) < 1e-7)
    #expect(path.subpaths.reduce(0) { $0 + $1.elements.count } == path.elements.count)
  }

  @Test("cut anywhere, both parts have the whole's length and meet", arguments: 0..<20)
  func splitting(_ seed: Int) throws {
    var random = Seeded(UInt64(seed))
    let path = random.path()
    let whole = path.length()
    let at = random.unit() * whole
    let (before, after) = path.split(atLength: at)
    #expect(abs(before.length() - at) < 1e-6 && abs(after.length() - (whole - at)) < 1e-6)
    let cut = try #require(path.point(atLength: at))
    #expect(before.currentPoint.distance(to: cut) < 1e-6)
    #expect(abs(path.trimmed(fromLength: -1, toLength: whole + 1).length() - whole) < 1e-6)
    #expect(path.trimmed(fromLength: at, toLength: at).isEmpty)
    #expect(Path().point(atLength: 1) == nil)
  }

  @Test("areas and lengths follow a transform", arguments: 0..<20)
  func transforms(_ seed: Int) {
    var random = Seeded(UInt64(seed))
    let path = random.path()
    let turn = AffineTransform.rotation(radians: random.unit() * 6).then(.scale(2, 2)).then(
      .translation(7, -3))
    #expect(abs(path.transformed(by: turn).length() - 2 * path.length()) < 1e-6)
    #expect(abs(path.transformed(by: turn).signedArea - 4 * path.signedArea) < 1e-8)
    let mirror = AffineTransform.scale(-1, 3)
    #expect(abs(path.transformed(by: mirror).signedArea + 3 * path.signedArea) < 1e-8)
  }
}

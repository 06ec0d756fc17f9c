import Geometry
import TestSupport

extension Seeded {

  mutating func point(_ size: Double = 10) -> Point { Point(unit() * size, unit() * size) }

  /// A piece of any kind, now and then one that is degenerate.
  mutating func segment() -> PathSegment {
    let (a, b, c, d) = (point(), point(), point(), point())
    return switch Int(unit() * 12) {
    case 0...1: .line(Line(a, b))
    case 2...4: .quadratic(QuadraticBezier(a, b, c))
    case 5...8: .cubic(CubicBezier(a, b, c, d))
    case 9: .cubic(CubicBezier(a, a, d, d))
    case 10: .cubic(CubicBezier(a, b, c, a))
    default: .cubic(CubicBezier(Point(0, 0), Point(10, 10), Point(0, 10), Point(10, 0)))
    }
  }

  /// A path of one to three subpaths of random pieces, open or closed.
  mutating func path(_ size: Double = 10) -> Path {
    var path = Path()
    for _ in 0..<1 + Int(unit() * 3) {
      path.move(to: point(size))
      for _ in 0..<2 + Int(unit() * 4) {
        switch Int(unit() * 3) {
        case 0: path.line(to: point(size))
        case 1: path.quad(control: point(size), to: point(size))
        default: path.cubic(point(size), point(size), to: point(size))
        }
      }
      if unit() < 0.5 { path.close() }
    }
    return path
  }

  /// A star-shaped polygon, one in three with its spikes so wild that it crosses itself.
  mutating func polygon(_ count: Int, center: Point, radius: Double) -> Polyline {
    let isWild = unit() < 0.33
    let points = (0..<count).map { i -> Point in
      let turn = AffineTransform.rotation(radians: (isWild ? unit() : Double(i) / Double(count)) * 2 * .pi)
      return center + turn.apply(Point(radius * (0.3 + 0.7 * unit()), 0))
    }
    return Polyline(points: points, isClosed: true)
  }
}

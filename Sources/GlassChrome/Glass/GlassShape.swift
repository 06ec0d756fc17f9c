import HUDGeometry
import RealModule

/// A rounded rectangle with continuous corners, and the exact distance to its edge.
///
/// A corner is a Lamé curve |x/z|ⁿ + |y/z|ⁿ = 1 over a zone z = min(1.528665·r, half the shorter side), with n
/// such that it passes where the circular corner would; at z = r it is the circle. Distances are to the flattened
/// curve, as an Lᵖ norm is no distance.
struct GlassShape {
  let width: Double
  let height: Double
  let zone: Double
  private let exponent: Double
  /// The top left corner's curve from the left edge to the top edge.
  private let curve: [Point]

  init(width: Double, height: Double, radius: Double) {
    self.width = width
    self.height = height
    let half = min(width, height) / 2
    let r = min(radius, half)
    let zone = max(min(1.528665 * r, half), 0.001)
    self.zone = zone
    let exponent = -1 / Double.log2(1 - 0.29289 * r / zone)
    self.exponent = exponent
    curve = (0...48).map { i in
      let a = Double(i) / 48 * .pi / 2
      let x = Double.pow(max(Double.cos(a), 0), 2 / exponent)
      let y = Double.pow(max(Double.sin(a), 0), 2 / exponent)
      return Point(zone * (1 - x), zone * (1 - y))
    }
  }

  /// Distance inside the edge (negative outside) and the unit normal outwards, at a point from the top left.
  func edge(at point: Point) -> (distance: Double, normal: Point) {
    let flipX = point.x > width / 2
    let flipY = point.y > height / 2
    let p = Point(flipX ? width - point.x : point.x, flipY ? height - point.y : point.y)
    var (distance, normal) = (p.x < p.y ? p.x : p.y, p.x < p.y ? Point(-1, 0) : Point(0, -1))
    if p.x < zone, p.y < zone {
      var nearest = Double.infinity
      var foot = p
      for i in 1..<curve.count {
        let (a, b) = (curve[i - 1], curve[i])
        let t = min(max((p - a).dot(b - a) / max((b - a).lengthSquared, 1e-12), 0), 1)
        let q = a.interpolated(to: b, t)
        let d = (p - q).lengthSquared
        if d < nearest { (nearest, foot) = (d, q) }
      }
      let lame = Double.pow((zone - p.x) / zone, exponent) + Double.pow((zone - p.y) / zone, exponent)
      let inside = lame <= 1
      let away = nearest.squareRoot()
      distance = inside ? away : -away
      if away > 1e-6 { normal = (foot - p) * ((inside ? 1 : -1) / away) }
    }
    return (distance, Point(flipX ? -normal.x : normal.x, flipY ? -normal.y : normal.y))
  }

  /// The outline as a path from its top left corner at `origin`.
  func path(origin: Point) -> Path {
    var path = Path()
    let corners: [(Bool, Bool)] = [(false, false), (true, false), (true, true), (false, true)]
    for (index, corner) in corners.enumerated() {
      let points = index.isMultiple(of: 2) ? curve : curve.reversed()
      for point in points {
        let p = Point(
          origin.x + (corner.0 ? width - point.x : point.x),
          origin.y + (corner.1 ? height - point.y : point.y))
        if path.isEmpty { path.move(to: p) } else { path.line(to: p) }
      }
    }
    path.close()
    return path
  }
}

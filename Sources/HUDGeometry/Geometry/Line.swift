/// A straight line from one point to another.
public struct Line: ParametricCurve {
  public var start: Point
  public var end: Point

  public init(_ start: Point, _ end: Point) {
    self.start = start
    self.end = end
  }

  public func point(at t: Double) -> Point { (1 - t) * start + t * end }

  public func derivative(at t: Double) -> Point { end - start }

  public func secondDerivative(at t: Double) -> Point { .zero }

  public func subsegment(from: Double, to: Double) -> Line { Line(point(at: from), point(at: to)) }

  public var reversed: Line { Line(end, start) }

  public func transformed(by transform: AffineTransform) -> Line {
    Line(transform.apply(start), transform.apply(end))
  }

  public var length: Double { start.distance(to: end) }

  public var controlLength: Double { length }

  public var signedArea: Double { start.cross(end) / 2 }

  public var horizontalTurns: InnerParameters { InnerParameters() }

  public var verticalTurns: InnerParameters { InnerParameters() }

  /// Decided by the side on which `p` lies, so that nothing is divided.
  public func winding(around p: Point) -> Int {
    guard (start.y <= p.y) != (end.y <= p.y) else { return 0 }
    let side = (end - start).cross(p - start)
    if end.y < start.y { return side > 0 ? 1 : 0 }
    return side < 0 ? -1 : 0
  }

  public func nearest(to p: Point) -> CurvePosition {
    let along = end - start
    let share = (p - start).dot(along) / along.lengthSquared
    let t = share.isNaN ? 0 : max(0, min(1, share))
    let q = point(at: t)
    return CurvePosition(parameter: t, point: q, distance: q.distance(to: p))
  }
}

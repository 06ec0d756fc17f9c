/// A straight line from one point to another.
public struct Line: ParametricCurve {
  /// The point at parameter 0.
  public var start: Point
  /// The point at parameter 1.
  public var end: Point

  /// Makes a line between two points, in the caller's units, y down.
  public init(_ start: Point, _ end: Point) {
    self.start = start
    self.end = end
  }

  /// The point at `t` of the way; `t` is not clamped.
  public func point(at t: Double) -> Point { (1 - t) * start + t * end }

  /// The vector from start to end, the same at every `t`.
  public func derivative(at t: Double) -> Point { end - start }

  /// The line between two parameters; backwards if `to` < `from`.
  public func subsegment(from: Double, to: Double) -> Line { Line(point(at: from), point(at: to)) }

  /// The same line from its end to its start.
  public var reversed: Line { Line(end, start) }

  /// The line between the images of both ends.
  public func transformed(by transform: AffineTransform) -> Line {
    Line(transform.apply(start), transform.apply(end))
  }

  /// The distance between its ends.
  public var length: Double { start.distance(to: end) }

  /// ``length``: the control polygon is the line itself.
  public var controlLength: Double { length }

  /// Half the cross product of its ends: see ``ParametricCurve/signedArea``.
  public var signedArea: Double { start.cross(end) / 2 }

  /// None: x has no extremum inside a line.
  public var horizontalTurns: InnerParameters { InnerParameters() }

  /// None: y has no extremum inside a line.
  public var verticalTurns: InnerParameters { InnerParameters() }

  /// The crossing number of the ray from `p` to the left, decided by the side on which `p` lies: no division.
  public func winding(around p: Point) -> Int {
    guard (start.y <= p.y) != (end.y <= p.y) else { return 0 }
    let side = (end - start).cross(p - start)
    if end.y < start.y { return side > 0 ? 1 : 0 }
    return side < 0 ? -1 : 0
  }

  /// The point of the line nearest to `p`, ends included; for a line of zero length, its start.
  public func nearest(to p: Point) -> CurvePosition {
    let along = end - start
    let share = (p - start).dot(along) / along.lengthSquared
    let t = share.isNaN ? 0 : max(0, min(1, share))
    let q = point(at: t)
    return CurvePosition(parameter: t, point: q, distance: q.distance(to: p))
  }
}

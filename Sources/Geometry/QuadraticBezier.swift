/// A quadratic Bézier curve: an arc of a parabola.
public struct QuadraticBezier: ParametricCurve {
  /// The point at parameter 0.
  public var start: Point
  /// The control point: both ends' tangents meet there.
  public var control: Point
  /// The point at parameter 1.
  public var end: Point

  /// Makes a curve from its three control points, in the caller's units, y down.
  public init(_ start: Point, _ control: Point, _ end: Point) {
    self.start = start
    self.control = control
    self.end = end
  }

  /// The point at `t`, in Bernstein form.
  public func point(at t: Double) -> Point {
    let u = 1 - t
    return u * u * start + 2 * u * t * control + t * t * end
  }

  /// The first derivative by the parameter.
  public func derivative(at t: Double) -> Point {
    2 * ((1 - t) * (control - start) + t * (end - control))
  }

  /// The curve between two parameters, by blossoming: the new control point is the polar form at both.
  public func subsegment(from: Double, to: Double) -> QuadraticBezier {
    let middle =
      (1 - from) * ((1 - to) * start + to * control) + from * ((1 - to) * control + to * end)
    return QuadraticBezier(point(at: from), middle, point(at: to))
  }

  /// The same curve from its end to its start.
  public var reversed: QuadraticBezier { QuadraticBezier(end, control, start) }

  /// The image of the curve; exact, since affine maps commute with Bézier curves.
  public func transformed(by transform: AffineTransform) -> QuadraticBezier {
    QuadraticBezier(transform.apply(start), transform.apply(control), transform.apply(end))
  }

  /// The same curve as a cubic.
  public var elevated: CubicBezier {
    CubicBezier(
      start, start.interpolated(to: control, 2.0 / 3), end.interpolated(to: control, 2.0 / 3), end)
  }

  /// The length of the control polygon: never shorter than the curve.
  public var controlLength: Double { start.distance(to: control) + control.distance(to: end) }

  /// ½ ∫ x dy − y dx in closed form: see ``ParametricCurve/signedArea``.
  public var signedArea: Double { (start.cross(2 * control + end) + 2 * control.cross(end)) / 6 }

  /// The parameter strictly inside the curve at which x′ = 0, if any.
  public var horizontalTurns: InnerParameters { Self.turns(start.x, control.x, end.x) }

  /// The parameter strictly inside the curve at which y′ = 0, if any.
  public var verticalTurns: InnerParameters { Self.turns(start.y, control.y, end.y) }

  private static func turns(_ p0: Double, _ p1: Double, _ p2: Double) -> InnerParameters {
    InnerParameters(rootsOf: 0, p0 - 2 * p1 + p2, p1 - p0)
  }

  /// The point of the curve nearest to `p`: the best among the roots of a cubic and both ends.
  public func nearest(to p: Point) -> CurvePosition {
    let d = (start - p, control - p, end - p)
    let e = (control - start, end - control)
    // (c − p) · c′ in Bernstein form of degree 3; the constant factor doesn't matter.
    let slope = BernsteinPolynomial(
      SIMD8(
        d.0.dot(e.0), (d.0.dot(e.1) + 2 * d.1.dot(e.0)) / 3, (2 * d.1.dot(e.1) + d.2.dot(e.0)) / 3,
        d.2.dot(e.1), 0, 0, 0, 0), degree: 3)
    return nearest(to: p, slope: slope)
  }
}

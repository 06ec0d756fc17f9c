/// A quadratic Bézier curve: a parabola's arc.
public struct QuadraticBezier: ParametricCurve {
  public var start: Point
  public var control: Point
  public var end: Point

  public init(_ start: Point, _ control: Point, _ end: Point) {
    self.start = start
    self.control = control
    self.end = end
  }

  public func point(at t: Double) -> Point {
    let u = 1 - t
    return u * u * start + 2 * u * t * control + t * t * end
  }

  public func derivative(at t: Double) -> Point {
    2 * ((1 - t) * (control - start) + t * (end - control))
  }

  public func secondDerivative(at t: Double) -> Point { 2 * (start - 2 * control + end) }

  /// By blossoming: the new control point is the polar form at both parameters.
  public func subsegment(from: Double, to: Double) -> QuadraticBezier {
    let middle =
      (1 - from) * ((1 - to) * start + to * control) + from * ((1 - to) * control + to * end)
    return QuadraticBezier(point(at: from), middle, point(at: to))
  }

  public var reversed: QuadraticBezier { QuadraticBezier(end, control, start) }

  public func transformed(by transform: AffineTransform) -> QuadraticBezier {
    QuadraticBezier(transform.apply(start), transform.apply(control), transform.apply(end))
  }

  /// The same curve as a cubic.
  public var elevated: CubicBezier {
    CubicBezier(
      start, start.interpolated(to: control, 2.0 / 3), end.interpolated(to: control, 2.0 / 3), end)
  }

  public var controlLength: Double { start.distance(to: control) + control.distance(to: end) }

  public var signedArea: Double { (start.cross(2 * control + end) + 2 * control.cross(end)) / 6 }

  public var horizontalTurns: InnerParameters { Self.turns(start.x, control.x, end.x) }

  public var verticalTurns: InnerParameters { Self.turns(start.y, control.y, end.y) }

  private static func turns(_ p0: Double, _ p1: Double, _ p2: Double) -> InnerParameters {
    InnerParameters(rootsOf: 0, p0 - 2 * p1 + p2, p1 - p0)
  }

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

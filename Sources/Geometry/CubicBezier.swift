/// A cubic Bézier curve.
public struct CubicBezier: ParametricCurve {
  /// The point at parameter 0.
  public var start: Point
  /// The first control point: the curve leaves `start` towards it.
  public var control1: Point
  /// The second control point: the curve reaches `end` from it.
  public var control2: Point
  /// The point at parameter 1.
  public var end: Point

  /// Makes a curve from its four control points, in the caller's units, y down.
  @inlinable public init(_ start: Point, _ control1: Point, _ control2: Point, _ end: Point) {
    self.start = start
    self.control1 = control1
    self.control2 = control2
    self.end = end
  }

  /// The point at `t`, in Bernstein form.
  @inlinable public func point(at t: Double) -> Point {
    let u = 1 - t
    return u * u * u * start + 3 * u * u * t * control1 + 3 * u * t * t * control2 + t * t * t * end
  }

  /// The first derivative by the parameter.
  public func derivative(at t: Double) -> Point {
    let u = 1 - t
    return 3 * (u * u * (control1 - start) + 2 * u * t * (control2 - control1) + t * t * (end - control2))
  }

  /// The polar form: symmetric, affine in each argument, and equal to the curve if all three agree (Ramshaw,
  /// "Blossoming", DEC SRC report 19, 1987).
  private func blossom(_ r: Double, _ s: Double, _ t: Double) -> Point {
    func mix(_ a: Point, _ b: Point, _ k: Double) -> Point { (1 - k) * a + k * b }
    let (a, b, c) = (mix(start, control1, r), mix(control1, control2, r), mix(control2, end, r))
    return mix(mix(a, b, s), mix(b, c, s), t)
  }

  /// The curve between two parameters, by blossoming; backwards if `to` < `from`.
  public func subsegment(from: Double, to: Double) -> CubicBezier {
    CubicBezier(point(at: from), blossom(from, from, to), blossom(from, to, to), point(at: to))
  }

  /// The same curve from its end to its start.
  public var reversed: CubicBezier { CubicBezier(end, control2, control1, start) }

  /// The image of the curve; exact, since affine maps commute with Bézier curves.
  public func transformed(by transform: AffineTransform) -> CubicBezier {
    CubicBezier(
      transform.apply(start), transform.apply(control1), transform.apply(control2), transform.apply(end))
  }

  /// The length of the control polygon: never shorter than the curve.
  public var controlLength: Double {
    start.distance(to: control1) + control1.distance(to: control2) + control2.distance(to: end)
  }

  /// ½ ∫ x dy − y dx in closed form: see ``ParametricCurve/signedArea``.
  public var signedArea: Double {
    (start.cross(6 * control1 + 3 * control2 + end) + 3 * control1.cross(control2 + end)
      + 6 * control2.cross(end)) / 20
  }

  /// The parameters strictly inside the curve at which x′ = 0.
  public var horizontalTurns: InnerParameters { Self.turns(start.x, control1.x, control2.x, end.x) }

  /// The parameters strictly inside the curve at which y′ = 0.
  public var verticalTurns: InnerParameters { Self.turns(start.y, control1.y, control2.y, end.y) }

  private static func turns(_ p0: Double, _ p1: Double, _ p2: Double, _ p3: Double) -> InnerParameters {
    let (a, b, c) = (p1 - p0, p2 - p1, p3 - p2)
    return InnerParameters(rootsOf: a - 2 * b + c, 2 * (b - a), a)
  }

  /// The point of the curve nearest to `p`: the best among the roots of a quintic and both ends.
  public func nearest(to p: Point) -> CurvePosition {
    let d = [start - p, control1 - p, control2 - p, end - p]
    let e = [control1 - start, control2 - control1, end - control2]
    // (c − p) · c′ as a product of Bernstein forms, of degree 5; the constant factor doesn't matter.
    let (n, m, whole) = ([1.0, 3, 3, 1], [1.0, 2, 1], [1.0, 5, 10, 10, 5, 1])
    var coefficients = SIMD8<Double>(repeating: 0)
    for i in 0...3 {
      for j in 0...2 { coefficients[i + j] += n[i] * m[j] / whole[i + j] * d[i].dot(e[j]) }
    }
    return nearest(to: p, slope: BernsteinPolynomial(coefficients, degree: 5))
  }
}

/// A smooth piece of an outline: a point for each parameter from 0 to 1, in the caller's units, y down.
public protocol ParametricCurve: Hashable, Sendable {
  /// The point at parameter 0.
  var start: Point { get }
  /// The point at parameter 1.
  var end: Point { get }

  /// The point at `t`; exactly `start` at 0 and `end` at 1.
  func point(at t: Double) -> Point

  /// The first derivative by the parameter.
  func derivative(at t: Double) -> Point

  /// The same curve between two parameters; backwards if `to` < `from`.
  func subsegment(from: Double, to: Double) -> Self

  /// The same curve from its end to its start.
  var reversed: Self { get }

  /// The image of the curve under an affine map.
  func transformed(by transform: AffineTransform) -> Self

  /// The length of the control polygon: never shorter than the curve.
  var controlLength: Double { get }

  /// ½ ∫ x dy − y dx: the area enclosed by the curve and the lines from the origin to its ends (Green's
  /// theorem).
  ///
  /// Summed over a closed outline it is the enclosed area, > 0 if the outline runs clockwise on the screen.
  var signedArea: Double { get }

  /// The parameters of x's extrema inside the curve.
  var horizontalTurns: InnerParameters { get }

  /// The parameters of y's extrema inside the curve.
  var verticalTurns: InnerParameters { get }

  /// How often the curve crosses the ray from `p` to the left: +1 upwards, −1 downwards on the screen.
  ///
  /// Summed over a closed outline it is the winding number, > 0 if the outline runs clockwise. The rule is
  /// half open (a crossing at a shared end counts once); points on the outline may count either way.
  func winding(around p: Point) -> Int

  /// The point nearest to `p`; if several are, the one with the smallest parameter.
  func nearest(to p: Point) -> CurvePosition
}

/// A place on a curve, found for a given point.
public struct CurvePosition: Hashable, Sendable {
  /// Where on the curve, 0 … 1.
  public var parameter: Double
  /// The place itself, in the curve's coordinates.
  public var point: Point
  /// The distance from the given point.
  public var distance: Double

  /// Makes a position from its parts; nothing is checked.
  public init(parameter: Double, point: Point, distance: Double) {
    self.parameter = parameter
    self.point = point
    self.distance = distance
  }
}

extension ParametricCurve {
  /// The parts before and after `t`.
  public func split(at t: Double) -> (Self, Self) { (subsegment(from: 0, to: t), subsegment(from: t, to: 1)) }

  /// The smallest rectangle around the curve itself, not its control points.
  public var bounds: Rect {
    var low = Point(min(start.x, end.x), min(start.y, end.y))
    var high = Point(max(start.x, end.x), max(start.y, end.y))
    horizontalTurns.forEach { t in
      let x = point(at: t).x
      (low.x, high.x) = (min(low.x, x), max(high.x, x))
    }
    verticalTurns.forEach { t in
      let y = point(at: t).y
      (low.y, high.y) = (min(low.y, y), max(high.y, y))
    }
    return Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }

  /// How often the curve crosses the ray from `p` to the left, found piece by piece between the extrema of y.
  public func winding(around p: Point) -> Int {
    var total = 0
    var (t0, y0) = (0.0, start.y)
    func cross(_ t1: Double, _ y1: Double) {
      if (y0 <= p.y) != (y1 <= p.y) {
        let t = RootFinding.root(from: t0, to: t1) { t in (point(at: t).y - p.y, derivative(at: t).y) }
        if point(at: t).x < p.x { total += y1 < y0 ? 1 : -1 }
      }
      (t0, y0) = (t1, y1)
    }
    verticalTurns.forEach { t in cross(t, point(at: t).y) }
    cross(1, end.y)
    return total
  }
}

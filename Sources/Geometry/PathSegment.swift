/// One piece of a path, with both its ends.
public enum PathSegment: ParametricCurve {
  /// A straight line, drawn or closing a subpath.
  case line(Line)
  /// A quadratic Bézier curve.
  case quadratic(QuadraticBezier)
  /// A cubic Bézier curve.
  case cubic(CubicBezier)

  /// The point at parameter 0.
  public var start: Point {
    switch self {
    case .line(let c): c.start
    case .quadratic(let c): c.start
    case .cubic(let c): c.start
    }
  }

  /// The point at parameter 1.
  public var end: Point {
    switch self {
    case .line(let c): c.end
    case .quadratic(let c): c.end
    case .cubic(let c): c.end
    }
  }

  /// The piece's point at `t`.
  public func point(at t: Double) -> Point {
    switch self {
    case .line(let c): c.point(at: t)
    case .quadratic(let c): c.point(at: t)
    case .cubic(let c): c.point(at: t)
    }
  }

  /// The first derivative by the parameter.
  public func derivative(at t: Double) -> Point {
    switch self {
    case .line(let c): c.derivative(at: t)
    case .quadratic(let c): c.derivative(at: t)
    case .cubic(let c): c.derivative(at: t)
    }
  }

  /// The piece between two parameters, of the same kind; backwards if `to` < `from`.
  public func subsegment(from: Double, to: Double) -> PathSegment {
    switch self {
    case .line(let c): .line(c.subsegment(from: from, to: to))
    case .quadratic(let c): .quadratic(c.subsegment(from: from, to: to))
    case .cubic(let c): .cubic(c.subsegment(from: from, to: to))
    }
  }

  /// The same piece from its end to its start.
  public var reversed: PathSegment {
    switch self {
    case .line(let c): .line(c.reversed)
    case .quadratic(let c): .quadratic(c.reversed)
    case .cubic(let c): .cubic(c.reversed)
    }
  }

  /// The image of the piece, of the same kind.
  public func transformed(by transform: AffineTransform) -> PathSegment {
    switch self {
    case .line(let c): .line(c.transformed(by: transform))
    case .quadratic(let c): .quadratic(c.transformed(by: transform))
    case .cubic(let c): .cubic(c.transformed(by: transform))
    }
  }

  /// The length of the control polygon: never shorter than the piece.
  public var controlLength: Double {
    switch self {
    case .line(let c): c.controlLength
    case .quadratic(let c): c.controlLength
    case .cubic(let c): c.controlLength
    }
  }

  /// ½ ∫ x dy − y dx: see ``ParametricCurve/signedArea``.
  public var signedArea: Double {
    switch self {
    case .line(let c): c.signedArea
    case .quadratic(let c): c.signedArea
    case .cubic(let c): c.signedArea
    }
  }

  /// The parameters of x's extrema inside the piece; none for a line.
  public var horizontalTurns: InnerParameters {
    switch self {
    case .line(let c): c.horizontalTurns
    case .quadratic(let c): c.horizontalTurns
    case .cubic(let c): c.horizontalTurns
    }
  }

  /// The parameters of y's extrema inside the piece; none for a line.
  public var verticalTurns: InnerParameters {
    switch self {
    case .line(let c): c.verticalTurns
    case .quadratic(let c): c.verticalTurns
    case .cubic(let c): c.verticalTurns
    }
  }

  /// How often the piece crosses the ray from `p` to the left: +1 upwards, −1 downwards on the screen.
  public func winding(around p: Point) -> Int {
    switch self {
    case .line(let c): c.winding(around: p)
    case .quadratic(let c): c.winding(around: p)
    case .cubic(let c): c.winding(around: p)
    }
  }

  /// The piece's point nearest to `p`.
  public func nearest(to p: Point) -> CurvePosition {
    switch self {
    case .line(let c): c.nearest(to: p)
    case .quadratic(let c): c.nearest(to: p)
    case .cubic(let c): c.nearest(to: p)
    }
  }

  /// The length: exact for a line, to `tolerance` for a curve.
  public func arcLength(tolerance: Double = 1e-9) -> Double {
    switch self {
    case .line(let c): c.length
    case .quadratic(let c): c.arcLength(tolerance: tolerance)
    case .cubic(let c): c.arcLength(tolerance: tolerance)
    }
  }
}

extension Path {
  /// Calls `body` with each piece in order; allocates nothing.
  ///
  /// - Parameters:
  ///   - closing: whether to close open subpaths with a straight line, as for filling. Closing
  ///     lines of zero length are left out.
  ///   - body: called with each piece, closing lines of closed subpaths included.
  public func forEachSegment(closing: Bool, _ body: (PathSegment) -> Void) {
    var pen = Point.zero
    var start = Point.zero
    func close() {
      if pen != start { body(.line(Line(pen, start))) }
      pen = start
    }
    for element in elements {
      switch element {
      case .move(let p):
        if closing { close() }
        (pen, start) = (p, p)
      case .line(let p):
        body(.line(Line(pen, p)))
        pen = p
      case .quad(let c, let p):
        body(.quadratic(QuadraticBezier(pen, c, p)))
        pen = p
      case .cubic(let c1, let c2, let p):
        body(.cubic(CubicBezier(pen, c1, c2, p)))
        pen = p
      case .close: close()
      }
    }
    if closing { close() }
  }

  /// The pieces in order, with the closing lines of closed subpaths.
  public var segments: [PathSegment] {
    var segments: [PathSegment] = []
    forEachSegment(closing: false) { segments.append($0) }
    return segments
  }

  /// Appends a piece that begins at the current point; its own start is ignored.
  public mutating func append(_ segment: PathSegment) {
    switch segment {
    case .line(let c): line(to: c.end)
    case .quadratic(let c): quad(control: c.control, to: c.end)
    case .cubic(let c): cubic(c.control1, c.control2, to: c.end)
    }
  }
}

/// One piece of a path with both its ends.
public enum PathSegment: ParametricCurve {
  case line(Line)
  case quadratic(QuadraticBezier)
  case cubic(CubicBezier)

  public var start: Point {
    switch self {
    case .line(let c): c.start
    case .quadratic(let c): c.start
    case .cubic(let c): c.start
    }
  }

  public var end: Point {
    switch self {
    case .line(let c): c.end
    case .quadratic(let c): c.end
    case .cubic(let c): c.end
    }
  }

  public func point(at t: Double) -> Point {
    switch self {
    case .line(let c): c.point(at: t)
    case .quadratic(let c): c.point(at: t)
    case .cubic(let c): c.point(at: t)
    }
  }

  public func derivative(at t: Double) -> Point {
    switch self {
    case .line(let c): c.derivative(at: t)
    case .quadratic(let c): c.derivative(at: t)
    case .cubic(let c): c.derivative(at: t)
    }
  }

  public func secondDerivative(at t: Double) -> Point {
    switch self {
    case .line(let c): c.secondDerivative(at: t)
    case .quadratic(let c): c.secondDerivative(at: t)
    case .cubic(let c): c.secondDerivative(at: t)
    }
  }

  public func subsegment(from: Double, to: Double) -> PathSegment {
    switch self {
    case .line(let c): .line(c.subsegment(from: from, to: to))
    case .quadratic(let c): .quadratic(c.subsegment(from: from, to: to))
    case .cubic(let c): .cubic(c.subsegment(from: from, to: to))
    }
  }

  public var reversed: PathSegment {
    switch self {
    case .line(let c): .line(c.reversed)
    case .quadratic(let c): .quadratic(c.reversed)
    case .cubic(let c): .cubic(c.reversed)
    }
  }

  public func transformed(by transform: AffineTransform) -> PathSegment {
    switch self {
    case .line(let c): .line(c.transformed(by: transform))
    case .quadratic(let c): .quadratic(c.transformed(by: transform))
    case .cubic(let c): .cubic(c.transformed(by: transform))
    }
  }

  public var controlLength: Double {
    switch self {
    case .line(let c): c.controlLength
    case .quadratic(let c): c.controlLength
    case .cubic(let c): c.controlLength
    }
  }

  public var signedArea: Double {
    switch self {
    case .line(let c): c.signedArea
    case .quadratic(let c): c.signedArea
    case .cubic(let c): c.signedArea
    }
  }

  public var horizontalTurns: InnerParameters {
    switch self {
    case .line(let c): c.horizontalTurns
    case .quadratic(let c): c.horizontalTurns
    case .cubic(let c): c.horizontalTurns
    }
  }

  public var verticalTurns: InnerParameters {
    switch self {
    case .line(let c): c.verticalTurns
    case .quadratic(let c): c.verticalTurns
    case .cubic(let c): c.verticalTurns
    }
  }

  public func winding(around p: Point) -> Int {
    switch self {
    case .line(let c): c.winding(around: p)
    case .quadratic(let c): c.winding(around: p)
    case .cubic(let c): c.winding(around: p)
    }
  }

  public func nearest(to p: Point) -> CurvePosition {
    switch self {
    case .line(let c): c.nearest(to: p)
    case .quadratic(let c): c.nearest(to: p)
    case .cubic(let c): c.nearest(to: p)
    }
  }

  /// The length of a line is exact; curves are measured to `tolerance`.
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
  /// - Parameter closing: whether open subpaths end with a straight line back, as filling has it. Lines of no
  ///   length that closing would add are left out.
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

  /// Goes on with a piece that begins at the current point.
  public mutating func append(_ segment: PathSegment) {
    switch segment {
    case .line(let c): line(to: c.end)
    case .quadratic(let c): quad(control: c.control, to: c.end)
    case .cubic(let c): cubic(c.control1, c.control2, to: c.end)
    }
  }
}

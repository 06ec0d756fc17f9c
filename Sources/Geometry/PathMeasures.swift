/// Which points count as inside.
public enum FillRule: Sendable, CaseIterable {
  /// Points with a winding number other than 0.
  case nonZero
  /// Points with an odd winding number.
  case evenOdd

  /// Whether a point with this winding number counts as inside.
  public func isInside(_ winding: Int) -> Bool {
    switch self {
    case .nonZero: winding != 0
    case .evenOdd: winding & 1 != 0
    }
  }
}

/// A place on a path.
public struct PathPosition: Hashable, Sendable {
  /// Index into the path's ``Path/segments``.
  public var segment: Int
  /// The place on that segment.
  public var position: CurvePosition

  /// Makes a position from its parts; nothing is checked.
  public init(segment: Int, position: CurvePosition) {
    self.segment = segment
    self.position = position
  }
}

extension Path {
  /// The smallest rectangle around the drawing itself, curves at their extrema; zero for an empty path. A
  /// move counts even if nothing is drawn from it.
  public var bounds: Rect {
    var low = Point(.infinity, .infinity)
    var high = Point(-.infinity, -.infinity)
    func add(_ p: Point) {
      low = Point(min(low.x, p.x), min(low.y, p.y))
      high = Point(max(high.x, p.x), max(high.y, p.y))
    }
    for element in elements {
      if case .move(let p) = element { add(p) }
    }
    forEachSegment(closing: false) { segment in
      add(segment.end)
      segment.horizontalTurns.forEach { add(segment.point(at: $0)) }
      segment.verticalTurns.forEach { add(segment.point(at: $0)) }
    }
    guard low.x <= high.x else { return .zero }
    return Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }

  /// Whether all points, control points included, lie within ±`distance` along both axes.
  public func reaches(within distance: Double) -> Bool {
    func isNear(_ p: Point) -> Bool { p.x.magnitude <= distance && p.y.magnitude <= distance }
    return elements.allSatisfy { element in
      switch element {
      case .move(let p), .line(let p): isNear(p)
      case .quad(let c, let p): isNear(c) && isNear(p)
      case .cubic(let c1, let c2, let p): isNear(c1) && isNear(c2) && isNear(p)
      case .close: true
      }
    }
  }

  /// The length of everything drawn, each piece measured to `tolerance`.
  public func length(tolerance: Double = 1e-9) -> Double {
    var length = 0.0
    forEachSegment(closing: false) { length += $0.arcLength(tolerance: tolerance) }
    return length
  }

  /// The enclosed area, counted once for each turn around it: > 0 clockwise on the screen. Exact for curves;
  /// open subpaths are closed.
  public var signedArea: Double {
    // Relative to a point on the path, so that a small shape far away keeps its digits.
    guard case .move(let origin)? = elements.first else { return 0 }
    let shift = AffineTransform.translation(-origin.x, -origin.y)
    var area = 0.0
    forEachSegment(closing: true) { area += $0.transformed(by: shift).signedArea }
    return area
  }

  /// The winding number around `p`, > 0 clockwise on the screen; open subpaths are closed.
  public func winding(around p: Point) -> Int {
    var winding = 0
    forEachSegment(closing: true) { winding += $0.winding(around: p) }
    return winding
  }

  /// Whether `p` is inside the path; a point on the outline may count either way.
  public func contains(_ p: Point, rule: FillRule = .nonZero) -> Bool { rule.isInside(winding(around: p)) }

  /// The drawing's point nearest to `p`; `nil` if nothing is drawn.
  public func nearest(to p: Point) -> PathPosition? {
    var best: PathPosition?
    var index = 0
    forEachSegment(closing: false) { segment in
      let found = segment.nearest(to: p)
      if found.distance < best?.position.distance ?? .infinity {
        best = PathPosition(segment: index, position: found)
      }
      index += 1
    }
    return best
  }
}

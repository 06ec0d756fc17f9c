/// A chain of straight lines.
public struct Polyline: Sendable, Equatable {
  /// The corners in order; a closed chain doesn't repeat its first one.
  public var points: [Point]
  /// Whether a line joins the last point to the first.
  public var isClosed: Bool

  /// Makes a chain from its corners.
  public init(points: [Point], isClosed: Bool) {
    self.points = points
    self.isClosed = isClosed
  }
}

extension Path {
  /// One step of a path without curves.
  public enum FlatElement: Sendable, Equatable {
    /// Begins a subpath at a point.
    case move(Point)
    /// A straight line to a point.
    case line(Point)
    /// A straight line back to the beginning of the subpath.
    case close
  }

  /// The path in straight lines that stay within `tolerance` of it; calls `body` for each step and allocates
  /// nothing.
  ///
  /// The number of lines is Wang's bound: the chord's error is at most |f''|/8n² (Sederberg, Computer Aided
  /// Geometric Design, §10.6). A curve gets at most 1,000 lines, even if that exceeds the tolerance.
  public func flatten(tolerance: Double, _ body: (FlatElement) -> Void) {
    let tolerance = max(tolerance, 1e-9)
    var pen = Point.zero
    var start = Point.zero
    for element in elements {
      switch element {
      case .move(let p):
        body(.move(p))
        (pen, start) = (p, p)
      case .line(let p):
        body(.line(p))
        pen = p
      case .quad(let c, let p):
        let bend = (pen - 2 * c + p).length
        let count = Self.lineCount((bend / (4 * tolerance)).squareRoot())
        for i in 1...count {
          let t = Double(i) / Double(count)
          body(.line(QuadraticBezier(pen, c, p).point(at: t)))
        }
        pen = p
      case .cubic(let c1, let c2, let p):
        let bend = max((pen - 2 * c1 + c2).length, (c1 - 2 * c2 + p).length)
        let count = Self.lineCount((0.75 * bend / tolerance).squareRoot())
        for i in 1...count {
          let t = Double(i) / Double(count)
          body(.line(CubicBezier(pen, c1, c2, p).point(at: t)))
        }
        pen = p
      case .close:
        body(.close)
        pen = start
      }
    }
  }

  /// The path as chains of straight lines that stay within `tolerance` of it.
  public func flattened(tolerance: Double) -> [Polyline] {
    var lines: [Polyline] = []
    var points: [Point] = []
    func finish(closed: Bool) {
      if points.count > 1 { lines.append(Polyline(points: points, isClosed: closed)) }
      points.removeAll(keepingCapacity: true)
    }
    flatten(tolerance: tolerance) { element in
      switch element {
      case .move(let p):
        finish(closed: false)
        points.append(p)
      case .line(let p): points.append(p)
      case .close: finish(closed: true)
      }
    }
    finish(closed: false)
    return lines
  }

  /// Bounds the number of lines, so that a wild path can't demand endless work.
  private static func lineCount(_ bound: Double) -> Int {
    // Clamped before conversion to an integer, whose range it may exceed.
    guard bound < 1_000 else { return bound.isFinite ? 1_000 : 1 }
    return max(1, Int(bound.rounded(.up)))
  }
}

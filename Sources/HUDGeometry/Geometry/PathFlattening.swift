/// A chain of straight lines.
public struct Polyline: Sendable, Equatable {
  public var points: [Point]
  /// True when the last point is joined to the first.
  public var isClosed: Bool

  public init(points: [Point], isClosed: Bool) {
    self.points = points
    self.isClosed = isClosed
  }
}

extension Path {
  /// One step of a path without curves.
  public enum FlatElement: Sendable, Equatable {
    case move(Point)
    case line(Point)
    case close
  }

  /// The path in straight lines that stay within `tolerance` of it; calls `body` once a step and allocates
  /// nothing.
  ///
  /// The number of lines is Wang's bound (kurbo and Skia use it too): the chord's error is at most |f''|/8n².
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
          body(.line(Self.quadPoint(pen, c, p, t)))
        }
        pen = p
      case .cubic(let c1, let c2, let p):
        let bend = max((pen - 2 * c1 + c2).length, (c1 - 2 * c2 + p).length)
        let count = Self.lineCount((0.75 * bend / tolerance).squareRoot())
        for i in 1...count {
          let t = Double(i) / Double(count)
          body(.line(Self.cubicPoint(pen, c1, c2, p, t)))
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

  /// The smallest rectangle around the drawing itself, curves at their extrema; zero for an empty path.
  public var bounds: Rect {
    var low = Point(.infinity, .infinity)
    var high = Point(-.infinity, -.infinity)
    func add(_ p: Point) {
      low = Point(min(low.x, p.x), min(low.y, p.y))
      high = Point(max(high.x, p.x), max(high.y, p.y))
    }
    var pen = Point.zero
    var start = Point.zero
    for element in elements {
      switch element {
      case .move(let p):
        add(p)
        (pen, start) = (p, p)
      case .line(let p):
        add(p)
        pen = p
      case .quad(let c, let p):
        add(p)
        let d = pen - 2 * c + p
        let t = (pen - c)
        for t in [d.x == 0 ? -1 : t.x / d.x, d.y == 0 ? -1 : t.y / d.y] where t > 0 && t < 1 {
          add(Self.quadPoint(pen, c, p, t))
        }
        pen = p
      case .cubic(let c1, let c2, let p):
        add(p)
        for t in Self.extrema(pen.x, c1.x, c2.x, p.x) + Self.extrema(pen.y, c1.y, c2.y, p.y) {
          add(Self.cubicPoint(pen, c1, c2, p, t))
        }
        pen = p
      case .close: pen = start
      }
    }
    guard low.x <= high.x else { return .zero }
    return Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }

  static func quadPoint(_ p0: Point, _ c: Point, _ p1: Point, _ t: Double) -> Point {
    let u = 1 - t
    return u * u * p0 + 2 * u * t * c + t * t * p1
  }

  static func cubicPoint(_ p0: Point, _ c1: Point, _ c2: Point, _ p1: Point, _ t: Double) -> Point {
    let u = 1 - t
    return u * u * u * p0 + 3 * u * u * t * c1 + 3 * u * t * t * c2 + t * t * t * p1
  }

  /// Where the derivative of a cubic's coordinate is 0, inside (0, 1).
  private static func extrema(_ p0: Double, _ c1: Double, _ c2: Double, _ p1: Double) -> [Double] {
    let a = p1 - 3 * c2 + 3 * c1 - p0
    let b = 2 * (c2 - 2 * c1 + p0)
    let c = c1 - p0
    var roots: [Double] = []
    if a.magnitude < 1e-12 {
      if b != 0 { roots.append(-c / b) }
    } else {
      let discriminant = b * b - 4 * a * c
      if discriminant >= 0 {
        let s = discriminant.squareRoot()
        roots = [(-b - s) / (2 * a), (-b + s) / (2 * a)]
      }
    }
    return roots.filter { $0 > 0 && $0 < 1 }
  }

  /// A bound on the number of lines, so that a wild path cannot ask for endless work.
  private static func lineCount(_ bound: Double) -> Int {
    guard bound.isFinite else { return 1 }
    return max(1, min(1_000, Int(bound.rounded(.up))))
  }
}

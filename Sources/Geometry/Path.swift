/// A drawing of straight lines and Bézier curves, as a list of commands; y down.
///
/// Every subpath begins with a move: drawing without one begins at the current point, initially the origin.
public struct Path: Sendable, Equatable {
  /// One command; each begins where the one before ended.
  public enum Element: Sendable, Equatable {
    /// Begins a subpath at a point.
    case move(Point)
    /// A straight line to a point.
    case line(Point)
    /// A quadratic curve: its control point and its end.
    case quad(Point, Point)
    /// A cubic curve: its two control points and its end.
    case cubic(Point, Point, Point)
    /// A straight line back to the beginning of the subpath.
    case close
  }

  /// The commands in order; the first one, if any, is a move.
  public private(set) var elements: [Element] = []
  private var start = Point.zero
  private var pen = Point.zero
  private var isOpen = false

  /// Makes an empty path whose current point is the origin.
  public init() {}

  /// Whether both paths have the same commands.
  public static func == (a: Path, b: Path) -> Bool { a.elements == b.elements }

  /// Whether there are no commands at all.
  public var isEmpty: Bool { elements.isEmpty }

  /// Where the next command begins.
  public var currentPoint: Point { pen }

  /// Begins a subpath at `p`, without closing the last one.
  public mutating func move(to p: Point) {
    elements.append(.move(p))
    (start, pen, isOpen) = (p, p, true)
  }

  /// A straight line from the current point to `p`.
  public mutating func line(to p: Point) {
    begin()
    elements.append(.line(p))
    pen = p
  }

  /// A straight line of its own: an open subpath.
  package mutating func line(from a: Point, to b: Point) {
    move(to: a)
    line(to: b)
  }

  /// A quadratic Bézier curve from the current point to `p`.
  public mutating func quad(control: Point, to p: Point) {
    begin()
    elements.append(.quad(control, p))
    pen = p
  }

  /// A cubic Bézier curve from the current point to `p`.
  public mutating func cubic(_ c1: Point, _ c2: Point, to p: Point) {
    begin()
    elements.append(.cubic(c1, c2, p))
    pen = p
  }

  /// Closes the subpath; does nothing if none is open.
  public mutating func close() {
    guard isOpen else { return }
    elements.append(.close)
    (pen, isOpen) = (start, false)
  }

  /// Appends another path's commands, and takes over its current point; an empty path changes nothing.
  public mutating func append(_ other: Path) {
    guard !other.isEmpty else { return }
    elements.append(contentsOf: other.elements)
    (start, pen, isOpen) = (other.start, other.pen, other.isOpen)
  }

  /// Makes the path empty again; the current point becomes the origin.
  public mutating func removeAll(keepingCapacity: Bool = false) {
    elements.removeAll(keepingCapacity: keepingCapacity)
    (start, pen, isOpen) = (.zero, .zero, false)
  }

  /// Makes room for `count` commands in all, so that adding them allocates nothing.
  public mutating func reserveCapacity(_ count: Int) { elements.reserveCapacity(count) }

  private mutating func begin() {
    if !isOpen { move(to: pen) }
  }

  /// Applies `t` to every point in place, without allocating.
  public mutating func apply(_ t: AffineTransform) {
    for i in elements.indices {
      switch elements[i] {
      case .move(let p): elements[i] = .move(t.apply(p))
      case .line(let p): elements[i] = .line(t.apply(p))
      case .quad(let c, let p): elements[i] = .quad(t.apply(c), t.apply(p))
      case .cubic(let c1, let c2, let p): elements[i] = .cubic(t.apply(c1), t.apply(c2), t.apply(p))
      case .close: break
      }
    }
    (start, pen) = (t.apply(start), t.apply(pen))
  }

  /// A copy with `t` applied to every point.
  public func transformed(by t: AffineTransform) -> Path {
    var path = self
    path.apply(t)
    return path
  }
}

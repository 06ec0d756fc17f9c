/// An axis-parallel rectangle: origin at the top left, y down.
public struct Rect: Hashable, Sendable {
  /// The left edge, in the caller's units.
  public var x: Double
  /// The top edge.
  public var y: Double
  /// From the left edge to the right; not checked, so it may be negative.
  public var width: Double
  /// From the top edge to the bottom; not checked, so it may be negative.
  public var height: Double

  /// Makes a rectangle from its top left corner and its sides, unchecked.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// No extent, at the origin.
  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)
  /// From the origin to (1, 1): the whole of anything measured in fractions.
  public static let unit = Rect(x: 0, y: 0, width: 1, height: 1)

  /// The right edge.
  public var maxX: Double { x + width }
  /// The bottom edge.
  public var maxY: Double { y + height }
  /// The middle.
  public var center: Point { Point(x + width / 2, y + height / 2) }
  /// Width times height, in squared units.
  public var area: Double { width * height }
  /// Whether it has no area: a side isn't > 0, or is not a number.
  public var isEmpty: Bool { !(width > 0 && height > 0) }

  /// The smallest rectangle around both; an empty one counts too.
  public func union(_ other: Rect) -> Rect {
    let left = min(x, other.x)
    let top = min(y, other.y)
    return Rect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// The part that both cover; empty if they don't meet.
  public func intersection(_ other: Rect) -> Rect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return Rect(
      x: left, y: top, width: max(0, min(maxX, other.maxX) - left),
      height: max(0, min(maxY, other.maxY) - top))
  }

  /// Whether `p` lies inside or on the edge.
  public func contains(_ p: Point) -> Bool { p.x >= x && p.x <= maxX && p.y >= y && p.y <= maxY }

  /// The largest rectangle of `aspect` (width over height) that fits inside, centred.
  public func fitting(aspect: Double) -> Rect {
    let w = min(width, height * aspect)
    let h = w / aspect
    return Rect(x: x + (width - w) / 2, y: y + (height - h) / 2, width: w, height: h)
  }

  /// Whether all of another rectangle lies inside, edges included.
  package func contains(_ other: Rect) -> Bool {
    other.x >= x && other.y >= y && other.maxX <= maxX && other.maxY <= maxY
  }

  /// Whether the two share more than an edge.
  package func overlaps(_ other: Rect) -> Bool {
    other.x < maxX && other.maxX > x && other.y < maxY && other.maxY > y
  }

  /// How far `p` lies outside; 0 inside.
  @inlinable package func distance(to p: Point) -> Double {
    Point(max(x - p.x, p.x - maxX, 0), max(y - p.y, p.y - maxY, 0)).length
  }

  /// With all lengths `scale` times as long, from points to pixels for example.
  package func scaled(by scale: Double) -> Rect {
    Rect(x: x * scale, y: y * scale, width: width * scale, height: height * scale)
  }

  /// Grown or shrunk to `scale` times its size, with `center` staying where it is.
  package func scaled(by scale: Double, about center: Point) -> Rect {
    Rect(
      x: center.x + (x - center.x) * scale, y: center.y + (y - center.y) * scale, width: width * scale,
      height: height * scale)
  }

  /// The rectangle at another place.
  package func shifted(by way: Point) -> Rect {
    Rect(x: x + way.x, y: y + way.y, width: width, height: height)
  }

  /// The rectangle extended by this length on each side.
  package func grown(by length: Double) -> Rect {
    Rect(x: x - length, y: y - length, width: width + 2 * length, height: height + 2 * length)
  }
}

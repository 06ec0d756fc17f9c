/// A position or a vector in the plane: x to the right, y down.
public struct Point: Hashable, Sendable {
  /// To the right of the origin, in the caller's units.
  public var x: Double
  /// Below the origin, in the caller's units.
  public var y: Double

  /// Makes a point from its coordinates.
  @inlinable public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Makes a point from its coordinates, without labels.
  @inlinable public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  /// The origin.
  public static let zero = Point(0, 0)

  /// Adds vectors.
  @inlinable public static func + (a: Point, b: Point) -> Point { Point(a.x + b.x, a.y + b.y) }
  /// The vector from `b` to `a`.
  @inlinable public static func - (a: Point, b: Point) -> Point { Point(a.x - b.x, a.y - b.y) }
  /// Scales a vector by `k`.
  @inlinable public static func * (a: Point, k: Double) -> Point { Point(a.x * k, a.y * k) }
  /// Scales a vector by `k`.
  @inlinable public static func * (k: Double, a: Point) -> Point { Point(a.x * k, a.y * k) }
  /// Divides a vector by `k`; not finite if `k` is 0.
  @inlinable public static func / (a: Point, k: Double) -> Point { Point(a.x / k, a.y / k) }
  /// The opposite vector.
  @inlinable public static prefix func - (a: Point) -> Point { Point(-a.x, -a.y) }
  /// Moves `a` by `b`.
  @inlinable public static func += (a: inout Point, b: Point) { a = a + b }
  /// Moves `a` back by `b`.
  @inlinable public static func -= (a: inout Point, b: Point) { a = a - b }

  /// The scalar product.
  @inlinable public func dot(_ other: Point) -> Double { x * other.x + y * other.y }
  /// The z component of the cross product; > 0 if `other` lies clockwise of `self` on the screen.
  @inlinable public func cross(_ other: Point) -> Double { x * other.y - y * other.x }
  /// The square of ``length``; cheaper, and enough for comparisons.
  @inlinable public var lengthSquared: Double { x * x + y * y }
  /// Euclidean length.
  @inlinable public var length: Double { lengthSquared.squareRoot() }
  /// The Euclidean distance.
  @inlinable public func distance(to other: Point) -> Double { (other - self).length }
  /// The point at `t` of the way to `other`; `t` is not clamped.
  @inlinable public func interpolated(to other: Point, _ t: Double) -> Point { self + (other - self) * t }
  /// Whether neither coordinate is infinite or not a number.
  @inlinable public var isFinite: Bool { x.isFinite && y.isFinite }
}

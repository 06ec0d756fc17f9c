/// A position or a vector in the plane: x to the right, y down.
public struct Point: Hashable, Sendable {
  public var x: Double
  public var y: Double

  @inlinable public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  @inlinable public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  public static let zero = Point(0, 0)

  @inlinable public static func + (a: Point, b: Point) -> Point { Point(a.x + b.x, a.y + b.y) }
  @inlinable public static func - (a: Point, b: Point) -> Point { Point(a.x - b.x, a.y - b.y) }
  @inlinable public static func * (a: Point, k: Double) -> Point { Point(a.x * k, a.y * k) }
  @inlinable public static func * (k: Double, a: Point) -> Point { Point(a.x * k, a.y * k) }
  @inlinable public static func / (a: Point, k: Double) -> Point { Point(a.x / k, a.y / k) }
  @inlinable public static prefix func - (a: Point) -> Point { Point(-a.x, -a.y) }
  @inlinable public static func += (a: inout Point, b: Point) { a = a + b }
  @inlinable public static func -= (a: inout Point, b: Point) { a = a - b }

  /// Scalar product.
  @inlinable public func dot(_ other: Point) -> Double { x * other.x + y * other.y }
  /// The z component of the cross product; > 0 where `other` lies clockwise of `self` as seen on the screen.
  @inlinable public func cross(_ other: Point) -> Double { x * other.y - y * other.x }
  @inlinable public var lengthSquared: Double { x * x + y * y }
  /// Euclidean length.
  @inlinable public var length: Double { lengthSquared.squareRoot() }
  @inlinable public func distance(to other: Point) -> Double { (other - self).length }
  /// The point at `t` of the way to `other`; `t` is not clamped.
  @inlinable public func interpolated(to other: Point, _ t: Double) -> Point { self + (other - self) * t }
  @inlinable public var isFinite: Bool { x.isFinite && y.isFinite }
}

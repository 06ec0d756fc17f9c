import RealModule

/// An affine map of the plane: x' = a·x + c·y + tx, y' = b·x + d·y + ty (the order of SVG's `matrix`).
public struct AffineTransform: Hashable, Sendable {
  /// x' per x.
  public var a: Double
  /// y' per x.
  public var b: Double
  /// x' per y.
  public var c: Double
  /// y' per y.
  public var d: Double
  /// The shift along x, in the caller's units.
  public var tx: Double
  /// The shift along y, in the caller's units; positive is down.
  public var ty: Double

  /// Makes a map from its coefficients, in the order of SVG's `matrix`.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// The map that leaves every point where it is.
  public static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// A shift by `x` to the right and `y` down.
  public static func translation(_ x: Double, _ y: Double) -> AffineTransform {
    AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// A scaling about the origin, with a separate factor for each axis.
  public static func scale(_ x: Double, _ y: Double) -> AffineTransform {
    AffineTransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// A rotation about the origin; positive angles turn clockwise on the screen (y down).
  public static func rotation(radians: Double) -> AffineTransform {
    let (s, c) = (Double.sin(radians), Double.cos(radians))
    return AffineTransform(a: c, b: s, c: -s, d: c, tx: 0, ty: 0)
  }

  /// The map from the unit square to `rect`.
  public static func unitSquare(to rect: Rect) -> AffineTransform {
    AffineTransform(a: rect.width, b: 0, c: 0, d: rect.height, tx: rect.x, ty: rect.y)
  }

  /// The image of a point.
  @inlinable public func apply(_ p: Point) -> Point {
    Point(a * p.x + c * p.y + tx, b * p.x + d * p.y + ty)
  }

  /// This map first, then `next`.
  public func then(_ next: AffineTransform) -> AffineTransform {
    AffineTransform(
      a: next.a * a + next.c * b, b: next.b * a + next.d * b,
      c: next.a * c + next.c * d, d: next.b * c + next.d * d,
      tx: next.a * tx + next.c * ty + next.tx, ty: next.b * tx + next.d * ty + next.ty)
  }
}

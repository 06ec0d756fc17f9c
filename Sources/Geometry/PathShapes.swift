extension Path {
  /// The control length with which a cubic follows a quarter circle to 0.03 % of the radius.
  static let quarterCircle = 0.5522847498307936

  /// A closed rectangle, clockwise from the top left.
  public static func rect(_ r: Rect) -> Path {
    var path = Path()
    path.move(to: Point(r.x, r.y))
    path.line(to: Point(r.maxX, r.y))
    path.line(to: Point(r.maxX, r.maxY))
    path.line(to: Point(r.x, r.maxY))
    path.close()
    return path
  }

  /// A rectangle with circular corners, clockwise; the radius is clamped to 0 … half the shorter side.
  public static func roundedRect(_ r: Rect, radius: Double) -> Path {
    let radius = max(0, min(radius, min(r.width, r.height) / 2))
    guard radius > 0 else { return rect(r) }
    let k = radius * (1 - quarterCircle)
    var path = Path()
    path.move(to: Point(r.x + radius, r.y))
    path.line(to: Point(r.maxX - radius, r.y))
    path.cubic(Point(r.maxX - k, r.y), Point(r.maxX, r.y + k), to: Point(r.maxX, r.y + radius))
    path.line(to: Point(r.maxX, r.maxY - radius))
    path.cubic(Point(r.maxX, r.maxY - k), Point(r.maxX - k, r.maxY), to: Point(r.maxX - radius, r.maxY))
    path.line(to: Point(r.x + radius, r.maxY))
    path.cubic(Point(r.x + k, r.maxY), Point(r.x, r.maxY - k), to: Point(r.x, r.maxY - radius))
    path.line(to: Point(r.x, r.y + radius))
    path.cubic(Point(r.x, r.y + k), Point(r.x + k, r.y), to: Point(r.x + radius, r.y))
    path.close()
    return path
  }

  /// The ellipse that touches the four sides of `r`, clockwise from the top.
  public static func ellipse(in r: Rect) -> Path {
    let (c, rx, ry) = (r.center, r.width / 2, r.height / 2)
    let (kx, ky) = (rx * quarterCircle, ry * quarterCircle)
    var path = Path()
    path.move(to: Point(c.x, r.y))
    path.cubic(Point(c.x + kx, r.y), Point(r.maxX, c.y - ky), to: Point(r.maxX, c.y))
    path.cubic(Point(r.maxX, c.y + ky), Point(c.x + kx, r.maxY), to: Point(c.x, r.maxY))
    path.cubic(Point(c.x - kx, r.maxY), Point(r.x, c.y + ky), to: Point(r.x, c.y))
    path.cubic(Point(r.x, c.y - ky), Point(c.x - kx, r.y), to: Point(c.x, r.y))
    path.close()
    return path
  }

  /// A circle, clockwise from the top; four cubics.
  public static func circle(center: Point, radius: Double) -> Path {
    ellipse(in: Rect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius))
  }
}

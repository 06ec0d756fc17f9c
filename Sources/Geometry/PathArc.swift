import RealModule

extension Path {
  /// An elliptical arc from the current point, like SVG's `A`, in cubics of at most a quarter turn each.
  ///
  /// Radii that are too small are scaled up until the arc reaches; a radius of 0 gives a line; an arc that
  /// ends where it begins draws nothing (https://www.w3.org/TR/SVG2/implnote.html#ArcOutOfRangeParameters).
  public mutating func arc(
    radii: Point, rotationDegrees: Double, isLarge: Bool, isClockwise: Bool, to end: Point
  ) {
    let begin = currentPoint
    var (rx, ry) = (radii.x.magnitude, radii.y.magnitude)
    if begin == end { return }
    guard rx > 0, ry > 0 else { return line(to: end) }
    let turn = AffineTransform.rotation(radians: rotationDegrees * .pi / 180)
    let back = AffineTransform.rotation(radians: -rotationDegrees * .pi / 180)
    let half = back.apply((begin - end) / 2)
    let reach = (half.x / rx) * (half.x / rx) + (half.y / ry) * (half.y / ry)
    if reach > 1 {
      let k = reach.squareRoot()
      (rx, ry) = (rx * k, ry * k)
    }
    // The centre, in the ellipse's own turned frame.
    let (xx, yy) = (half.x * half.x, half.y * half.y)
    let remainder = max(0, (rx * rx * ry * ry - rx * rx * yy - ry * ry * xx) / (rx * rx * yy + ry * ry * xx))
    let k = remainder.squareRoot() * (isLarge == isClockwise ? -1 : 1)
    let local = Point(k * rx * half.y / ry, -k * ry * half.x / rx)
    let center = turn.apply(local) + (begin + end) / 2
    let from = Double.atan2(y: (half.y - local.y) / ry, x: (half.x - local.x) / rx)
    let to = Double.atan2(y: (-half.y - local.y) / ry, x: (-half.x - local.x) / rx)
    var sweep = to - from
    guard sweep.isFinite, center.isFinite else { return line(to: end) }
    if isClockwise, sweep < 0 { sweep += 2 * .pi }
    if !isClockwise, sweep > 0 { sweep -= 2 * .pi }
    let count = max(1, Int((sweep.magnitude / (.pi / 2) - 1e-9).rounded(.up)))
    let step = sweep / Double(count)
    let pull = 4.0 / 3 * Double.tan(step / 4)
    let frame = AffineTransform.scale(rx, ry).then(turn).then(.translation(center.x, center.y))
    for i in 0..<count {
      let (a, b) = (from + step * Double(i), from + step * Double(i + 1))
      let p = Point(Double.cos(a), Double.sin(a))
      let q = Point(Double.cos(b), Double.sin(b))
      cubic(
        frame.apply(Point(p.x - pull * p.y, p.y + pull * p.x)),
        frame.apply(Point(q.x + pull * q.y, q.y - pull * q.x)),
        to: i == count - 1 ? end : frame.apply(q))
    }
  }
}

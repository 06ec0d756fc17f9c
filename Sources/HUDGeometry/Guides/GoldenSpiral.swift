import RealModule

/// The golden spiral in its rectangle, stretched to the unit square: landscape, eye at the top left.
///
/// A rectangle of φ : 1 is cut into whirling squares (Hambidge, The Elements of Dynamic Symmetry, 1920); each holds a
/// quarter circle that continues the last one smoothly. Stretched to a viewfinder of another shape, the circles become
/// ellipses, as photo editors draw it. The logarithmic spiral r = a·φ^(2θ/π) through the same corners bulges out of the
/// rectangle, and so out of the picture, by a thousandth of its width; the two differ by .7 % of the width at most.
///
/// Each quarter is two cubics, which stay within 4.3 · 10⁻⁶ of the radius (Goldapp, "Approximation of circular arcs by
/// cubic polynomials", CAGD 8, 1991: a sixty-fourth of one cubic's 2.73 · 10⁻⁴): a hundredth of a pixel in 4K.
enum GoldenSpiral {
  static let path = make()

  /// The point the squares shrink to: .276 from the left and from the top.
  static let eye = Point((5 - 5.0.squareRoot()) / 10, (5 - 5.0.squareRoot()) / 10)

  /// Eleven quarters: the last square's side is 1/123 of the height.
  static let quarterCount = 11

  private static func make() -> Path {
    let phi = (1 + 5.0.squareRoot()) / 2
    var rest = Rect(x: 0, y: 0, width: phi, height: 1)
    var path = Path()
    // Squares are cut off at the right, then bottom, left, top: the eye ends up towards the top left.
    for i in 0..<quarterCount {
      let side = min(rest.width, rest.height)
      var square = Rect(x: rest.x, y: rest.y, width: side, height: side)
      switch i % 4 {
      case 0:
        square.x = rest.maxX - side
        rest.width -= side
      case 1:
        square.y = rest.maxY - side
        rest.height -= side
      case 2:
        rest.x += side
        rest.width -= side
      default:
        rest.y += side
        rest.height -= side
      }
      // Each quarter runs clockwise, and begins a corner further than the last one.
      let corners = [
        Point(square.maxX, square.y), Point(square.maxX, square.maxY), Point(square.x, square.maxY),
        Point(square.x, square.y),
      ]
      let (from, corner, to) = (corners[i % 4], corners[(i + 1) % 4], corners[(i + 2) % 4])
      if i == 0 { path.move(to: from) }
      path.addQuarter(from: from, corner: corner, to: to)
    }
    return path.transformed(by: .scale(1 / phi, 1))
  }
}

extension Path {
  /// A quarter of the ellipse tangent, at both ends, to the lines to `corner`; two cubics.
  fileprivate mutating func addQuarter(from: Point, corner: Point, to: Point) {
    let center = from + to - corner
    let (cosine, sine) = (from - center, to - center)
    let half = 0.5.squareRoot()
    // 4/3 · tan(π/16): the control length of an eighth.
    let pull = 4.0 / 3 * Double.tan(.pi / 16)
    let middle = center + half * (cosine + sine)
    let along = half * (sine - cosine)
    cubic(from + pull * sine, middle - pull * along, to: middle)
    cubic(middle + pull * along, to + pull * cosine, to: to)
  }
}

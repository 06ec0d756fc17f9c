/// The golden spiral in its rectangle, stretched to the unit square: landscape, eye at the top left.
///
/// A rectangle of φ : 1 is cut into squares; each holds a quarter circle that goes on where the last ended.
/// Stretched to a viewfinder of another shape the circles become ellipses, as photo editors draw it.
enum GoldenSpiral {
  static let path = make()

  /// Where the squares shrink to: .276 from the left and from the top.
  static let eye = Point((5 - 5.0.squareRoot()) / 10, (5 - 5.0.squareRoot()) / 10)

  private static func make() -> Path {
    let phi = (1 + 5.0.squareRoot()) / 2
    var rest = Rect(x: 0, y: 0, width: phi, height: 1)
    var path = Path()
    // The first square is cut off at the right, then bottom, left, top: the eye ends up towards the top left.
    for i in 0..<9 {
      let side = min(rest.width, rest.height)
      let (from, corner, to): (Point, Point, Point)
      switch i % 4 {
      case 0:  // right: from its top right corner to its bottom left corner
        let square = Rect(x: rest.maxX - side, y: rest.y, width: side, height: side)
        (from, corner, to) = (
          Point(square.maxX, square.y), Point(square.maxX, square.maxY), Point(square.x, square.maxY)
        )
        rest.width -= side
      case 1:  // bottom: from its bottom right to its top left
        let square = Rect(x: rest.x, y: rest.maxY - side, width: side, height: side)
        (from, corner, to) = (
          Point(square.maxX, square.maxY), Point(square.x, square.maxY), Point(square.x, square.y)
        )
        rest.height -= side
      case 2:  // left: from its bottom left to its top right
        let square = Rect(x: rest.x, y: rest.y, width: side, height: side)
        (from, corner, to) = (
          Point(square.x, square.maxY), Point(square.x, square.y), Point(square.maxX, square.y)
        )
        rest.x += side
        rest.width -= side
      default:  // top: from its top left to its bottom right
        let square = Rect(x: rest.x, y: rest.y, width: side, height: side)
        (from, corner, to) = (
          Point(square.x, square.y), Point(square.maxX, square.y), Point(square.maxX, square.maxY)
        )
        rest.y += side
        rest.height -= side
      }
      if i == 0 { path.move(to: from) }
      let k = Path.quarterCircle
      path.cubic(from.interpolated(to: corner, k), to.interpolated(to: corner, k), to: to)
    }
    return path.transformed(by: .scale(1 / phi, 1))
  }
}

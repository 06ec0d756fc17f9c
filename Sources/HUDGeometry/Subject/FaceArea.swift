/// A square of the small luma in which a face is looked for, in pixels; it may reach beyond the picture.
struct FaceArea: Sendable, Equatable {
  var x = 0.0
  var y = 0.0
  var side = 0.0

  /// The shares of a body that are looked at for its head, and of that above the body.
  private static let headShare = 0.6
  private static let above = 0.15
  /// The side in widths of a face that has been found.
  private static let around = 5.0

  /// All of a body; `cell` is a cell's side in pixels.
  static func body(_ box: CellBox, cell: Int) -> FaceArea {
    let side = cell * max(box.right - box.left, box.bottom - box.top)
    return FaceArea(
      x: Double(cell * (box.left + box.right) - side) / 2, y: Double(cell * box.top) - 0.02 * Double(side),
      side: Double(side))
  }

  /// Its upper part, about the middle of what is highest.
  ///
  /// - Parameter isBody: whether a cell of the box belongs to it.
  static func head(
    _ box: CellBox, columns: Int, cell: Int, isBody: (_ index: Int) -> Bool
  ) -> FaceArea {
    let height = box.bottom - box.top
    var (sum, count) = (0.0, 0.0)
    for y in box.top..<min(box.bottom, box.top + max(2, height / 4)) {
      for x in box.left..<box.right where isBody(y * columns + x) {
        sum += Double(x) + 0.5
        count += 1
      }
    }
    let middle = count > 0 ? sum / count : Double(box.left + box.right) / 2
    let side = headShare * Double(cell * height)
    return FaceArea(
      x: Double(cell) * middle - side / 2, y: Double(cell * box.top) - above * side, side: side)
  }

  /// Around a face's box, in fractions of a picture of `width × height` pixels.
  static func around(_ box: Rect, width: Int, height: Int) -> FaceArea {
    let side = around * box.width * Double(width)
    return FaceArea(
      x: box.center.x * Double(width) - side / 2, y: box.center.y * Double(height) - side / 2, side: side)
  }
}

/// A face in a frame; places are fractions of the picture, from its top left.
struct Face: Sendable {
  /// From the brows to the chin, about.
  var box = Rect.zero
  /// The eyes (the picture's left one first), the nose's tip, the mouth's middle, and where the ears begin.
  var points = InlineArray<6, Point>(repeating: .zero)
  /// How sure the network is, 0 … 1.
  var score = 0.0

  /// The middle between the eyes.
  var eyes: Point { Point((points[0].x + points[1].x) / 2, (points[0].y + points[1].y) / 2) }

  /// Whether its eyes lie on a body, or near it.
  ///
  /// - Parameters:
  ///   - columns: of cells in the picture; like `rows`.
  ///   - reach: the most cells between eyes and body.
  ///   - isBody: whether a cell belongs to the body.
  func isOn(columns: Int, rows: Int, reach: Int, isBody: (_ index: Int) -> Bool) -> Bool {
    let at = eyes
    guard columns > 0, rows > 0, at.x >= 0, at.y >= 0, at.x < 1, at.y < 1 else { return false }
    let (x, y) = (Int(at.x * Double(columns)), Int(at.y * Double(rows)))
    for v in max(0, y - reach)...min(rows - 1, y + reach) {
      for u in max(0, x - reach)...min(columns - 1, x + reach) where isBody(v * columns + u) { return true }
    }
    return false
  }
}

/// Somebody, or something, that stands before the scene and is followed from frame to frame.
struct Body: Sendable {
  /// Counts up from 1; 0 until it has been there for a moment.
  var id = 0
  /// The cells around what is seen of it.
  var bounds = CellBox()
  /// The middle and the size of all of it, in cells: what another body hides included.
  var center = Point.zero
  var size = Point.zero
  /// In cells per second.
  var velocity = Point.zero
  /// Cells that show it, now and when nothing hides it.
  var area = 0
  var usualArea = 0.0
  /// Whether the frame shows it.
  var isSeen = false
  /// Whether it touches another one in this frame.
  var isMerged = false
  /// Seconds since it was first and last seen, and since it last touched another.
  var age = 0.0
  var unseen = 0.0
  var apart = 10.0
  /// Seconds for which it has been seen apart from others.
  var known = 0.0
  /// Seconds in which nothing tells it from the body that it touches; only for those split off such a body.
  var doubtful: Double?
  /// The component that shows it.
  var home: Int?

  /// All of it where it is expected.
  func box(columns: Int, rows: Int) -> CellBox {
    CellBox(
      left: Self.cell(center.x - size.x / 2, columns), top: Self.cell(center.y - size.y / 2, rows),
      right: Self.cell(center.x + size.x / 2 + 1, columns), bottom: Self.cell(center.y + size.y / 2 + 1, rows)
    )
  }

  private static func cell(_ place: Double, _ count: Int) -> Int { Int(max(0, min(Double(count), place))) }

  /// Carries it on for a time in which it may not be seen.
  mutating func advance(by seconds: Double) {
    center += velocity * seconds
    (isSeen, isMerged, home, area) = (false, false, nil, 0)
    age += seconds
    unseen += seconds
    apart += seconds
  }

  /// Takes its box in a frame that shows all of it.
  mutating func see(_ box: CellBox, area cells: Int, seconds: Double) {
    let middle = Point(Double(box.left + box.right) / 2, Double(box.top + box.bottom) / 2)
    let extent = Point(Double(box.right - box.left), Double(box.bottom - box.top))
    if size == .zero {
      (center, size, usualArea) = (middle, extent, Double(cells))
    } else {
      if seconds > 0 { velocity += (middle - center) * (Self.haste / max(0.01, seconds)) }
      center = middle
      size += (extent - size) * Self.learning
      usualArea += (Double(cells) - usualArea) * Self.learning
    }
    (bounds, area, isSeen, unseen) = (box, cells, true, 0)
    known += seconds
  }

  /// The shares of a new velocity and a new size that are taken per frame.
  private static let haste = 0.15
  private static let learning = 0.2
}

import CGuides

/// A rectangle of cells; `right` and `bottom` are one past it.
struct CellBox: Sendable, Equatable {
  var left = 0
  var top = 0
  var right = 0
  var bottom = 0

  /// Grows to surround another box too.
  mutating func add(_ other: CellBox) {
    left = min(left, other.left)
    top = min(top, other.top)
    right = max(right, other.right)
    bottom = max(bottom, other.bottom)
  }

  func contains(_ p: Point) -> Bool {
    p.x >= Double(left) && p.x <= Double(right) && p.y >= Double(top) && p.y <= Double(bottom)
  }

  /// The larger of the horizontal and vertical gaps between two boxes; negative if they overlap.
  func gap(to other: CellBox) -> Int {
    max(max(left, other.left) - min(right, other.right), max(top, other.top) - min(bottom, other.bottom))
  }

  /// The same rectangle at two pixels to a cell each way.
  var doubled: CellBox { CellBox(left: 2 * left, top: 2 * top, right: 2 * right, bottom: 2 * bottom) }

  /// Grown by a margin, but clamped to the picture.
  func grown(by margin: Int, columns: Int, rows: Int) -> CellBox {
    CellBox(
      left: max(0, left - margin), top: max(0, top - margin), right: min(columns, right + margin),
      bottom: min(rows, bottom + margin))
  }
}

extension CellBox {
  init(_ box: cguides_box) {
    self.init(left: Int(box.left), top: Int(box.top), right: Int(box.right), bottom: Int(box.bottom))
  }

  var shim: cguides_box {
    cguides_box(left: Int32(left), top: Int32(top), right: Int32(right), bottom: Int32(bottom))
  }
}

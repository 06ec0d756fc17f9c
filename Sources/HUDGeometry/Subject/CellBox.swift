/// A rectangle of cells; `right` and `bottom` are one past it.
struct CellBox: Sendable, Equatable {
  var left = 0
  var top = 0
  var right = 0
  var bottom = 0

  /// Grown by a margin, but clamped to the picture.
  func grown(by margin: Int, columns: Int, rows: Int) -> CellBox {
    CellBox(
      left: max(0, left - margin), top: max(0, top - margin), right: min(columns, right + margin),
      bottom: min(rows, bottom + margin))
  }
}

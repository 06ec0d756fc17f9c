/// How the viewfinders share the canvas.
package enum LayoutMode: String, Sendable, CaseIterable {
  /// The main one, the others in columns to its right.
  case sideBySide = "side-by-side"
  /// The main one, the others inside it down its edges.
  case pip
  /// The main one, the others in rows below it.
  case stacked
  /// The main one alone.
  case single
  /// In rows, all of the same rank.
  case grid
  /// In one row; in one column on an upright canvas.
  case strip
  /// Where a file says.
  case drawn
}

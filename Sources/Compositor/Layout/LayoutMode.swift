/// How the viewfinders share the canvas.
package enum LayoutMode: String, Sendable, CaseIterable {
  /// The secondary to the right of the primary.
  case sideBySide = "side-by-side"
  /// The secondary inside a corner of the primary.
  case pip
  /// The secondary below the primary.
  case stacked
  /// The primary alone.
  case single
}

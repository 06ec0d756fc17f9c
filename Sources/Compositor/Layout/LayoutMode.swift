/// How the viewfinders share the canvas.
public enum LayoutMode: String, Sendable, CaseIterable {
  case sideBySide = "side-by-side"
  /// The secondary inside a corner of the primary.
  case pip
  case stacked
  /// The primary alone.
  case single
}

import HUDGeometry

/// A sign of the project's own set, in a box of 24 × 24, y down; its ink lies within 2 … 22.
///
/// Lines are ``lineWidth`` wide, with round caps and joins, and scale with the icon. The filled parts are filled by
/// the non-zero rule.
public struct IconOutline: Sendable, Equatable {
  /// Side of the box that the paths are drawn in.
  public static let boxSize = 24.0
  /// Width of the lines, in the box's units.
  public static let lineWidth = 1.75

  public let name: String
  /// What is drawn as lines; may be empty.
  public let strokes: Path
  /// What is filled; may be empty.
  public let fills: Path

  init(name: String, strokes: Path, fills: Path) {
    self.name = name
    self.strokes = strokes
    self.fills = fills
  }
}

import Geometry

/// One of the project's own icons, in a 24 × 24 box, y down; its ink lies within 2 … 22.
///
/// Lines are ``lineWidth`` wide, with round caps and joins, and scale with the icon. Filled parts
/// use the non-zero rule.
struct IconOutline: Sendable, Equatable {
  /// Side of the box in which the paths are drawn.
  static let boxSize = 24.0
  /// Width of the lines, in the box's units.
  static let lineWidth = 1.75

  /// Name in ``IconSet``; ends in ".off" if the icon is struck through.
  let name: String
  /// The paths drawn as lines; may be empty.
  let strokes: Path
  /// The paths that are filled; may be empty.
  let fills: Path

  init(name: String, strokes: Path, fills: Path) {
    self.name = name
    self.strokes = strokes
    self.fills = fills
  }

  /// Reads a drawing: its filled shapes, and as lines those with `fill="none"`.
  init(name: String, svg: String) throws(GeometryError) {
    let drawing = try SVGDocument(svg)
    self.init(name: name, strokes: drawing.lines, fills: drawing.fills)
  }
}

/// A line of text, shaped and drawn once.
struct TextLine {
  var mask: GlyphMask
  /// How far the pen moves, in pixels. Whichever way the text runs, the pen starts at its left.
  var advance: Double
  /// Whether the line as a whole runs from right to left: then it is aligned at the right.
  var isRightToLeft = false

  static let empty = TextLine(mask: .empty, advance: 0)
}

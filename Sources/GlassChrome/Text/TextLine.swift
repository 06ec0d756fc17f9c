/// A line of text, shaped and drawn once.
struct TextLine {
  var mask: GlyphMask
  /// How far the pen moves, in pixels. The pen starts at the left, whichever way the text runs.
  var advance: Double
  /// Whether the line as a whole runs from right to left; it is then aligned at the right.
  var isRightToLeft = false
}

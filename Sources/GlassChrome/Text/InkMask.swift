/// A small picture of 8-bit coverage, placed relative to a pen on the baseline.
struct InkMask {
  var width: Int
  var height: Int
  /// Columns from the pen to the left edge.
  var left: Int
  /// Rows from the baseline to the top edge; negative is up.
  var top: Int
  /// `height × width`, 255 for wholly covered.
  var coverage: [UInt8]

  static let empty = InkMask(width: 0, height: 0, left: 0, top: 0, coverage: [])
}

/// A line of text, shaped and drawn once.
struct TextLine {
  var mask: InkMask
  /// How far the pen moves, in pixels.
  var advance: Double

  static let empty = TextLine(mask: .empty, advance: 0)
}

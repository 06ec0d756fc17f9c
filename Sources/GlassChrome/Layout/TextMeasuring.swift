/// The room a line of text takes, in points.
public struct LineMetrics: Sendable, Hashable {
  /// How far the pen moves to the right.
  public var advance: Double
  /// Height above the baseline.
  public var ascent: Double
  /// Depth below the baseline, positive.
  public var descent: Double
  /// Height of capitals above the baseline.
  public var capHeight: Double

  /// Metrics of a line, in points.
  public init(advance: Double, ascent: Double, descent: Double, capHeight: Double) {
    self.advance = advance
    self.ascent = ascent
    self.descent = descent
    self.capHeight = capHeight
  }
}

/// One line of a text that was broken into lines.
public struct BrokenLine: Sendable, Hashable {
  /// The line's characters in logical order, without trailing spaces; truncated text ends in "…".
  public var text: String
  /// How far the pen moves, in points.
  var advance: Double
  /// Whether the line's paragraph runs from right to left.
  var isRightToLeft: Bool

  /// A line with its measured advance.
  public init(text: String, advance: Double, isRightToLeft: Bool = false) {
    self.text = text
    self.advance = advance
    self.isRightToLeft = isRightToLeft
  }
}

/// Measures text for the layout. Lengths are points; a weight is CSS's (400, 500, 600, 700).
public protocol TextMeasuring {
  /// Metrics of a line as it would be drawn, unbroken.
  func line(_ text: String, size: Double, weight: Int) -> LineMetrics

  /// The lines of a text, each at most `width` points wide; the last ends in "…" if more doesn't fit.
  ///
  /// - Parameters:
  ///   - text: in logical order.
  ///   - width: of a line, at most.
  ///   - limit: number of lines, at least 1.
  ///   - direction: for text that has no direction itself.
  ///   - size: em size in points.
  ///   - weight: CSS weight.
  func lines(
    _ text: String, width: Double, limit: Int, direction: LayoutEnvironment.Direction, size: Double,
    weight: Int
  ) -> [BrokenLine]
}

/// How much room a line of text takes, in points.
public struct LineMetrics: Sendable, Hashable {
  /// How far the pen moves.
  public var advance: Double
  /// Above the baseline.
  public var ascent: Double
  /// Below the baseline, positive.
  public var descent: Double
  /// Height of capitals above the baseline.
  public var capHeight: Double

  public init(advance: Double, ascent: Double, descent: Double, capHeight: Double) {
    self.advance = advance
    self.ascent = ascent
    self.descent = descent
    self.capHeight = capHeight
  }
}

/// A line broken off a text.
public struct BrokenLine: Sendable, Hashable {
  public var text: String
  /// How far the pen moves, in points.
  public var advance: Double
  public var isRightToLeft: Bool

  public init(text: String, advance: Double, isRightToLeft: Bool = false) {
    self.text = text
    self.advance = advance
    self.isRightToLeft = isRightToLeft
  }
}

/// Measures text for the layout. Lengths in points; a weight is CSS's (400, 500, 600, 700).
public protocol TextMeasuring {
  /// A line as it would be drawn, not broken.
  func line(_ text: String, size: Double, weight: Int) -> LineMetrics

  /// The lines of a text, each as wide as `width` at most.
  ///
  /// Whoever knows the scripts breaks better than this protocol does by itself: between words, and at the end of
  /// the last line with "…".
  /// - Parameters:
  ///   - limit: of lines, 1 at least.
  ///   - direction: of text that has none of its own.
  func lines(
    _ text: String, width: Double, limit: Int, direction: LayoutEnvironment.Direction, size: Double,
    weight: Int
  ) -> [BrokenLine]
}

extension TextMeasuring {
  public func lines(
    _ text: String, width: Double, limit: Int, direction: LayoutEnvironment.Direction, size: Double,
    weight: Int
  ) -> [BrokenLine] {
    WordBreaker(measuring: self, width: width, limit: limit, size: size, weight: weight)
      .lines(of: text, direction)
  }
}

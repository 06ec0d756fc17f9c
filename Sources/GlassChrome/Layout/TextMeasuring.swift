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

/// Measures text for the layout. Lengths in points; a weight is CSS's (400, 500, 600, 700).
public protocol TextMeasuring {
  /// A line as it would be drawn, not broken.
  func line(_ text: String, size: Double, weight: Int) -> LineMetrics

  /// The line, cut and with "…" at its end where it is wider than `width`; empty if not even "…" fits.
  func truncated(_ text: String, toWidth width: Double, size: Double, weight: Int) -> String
}

extension TextMeasuring {
  public func truncated(_ text: String, toWidth width: Double, size: Double, weight: Int) -> String {
    if line(text, size: size, weight: weight).advance <= width { return text }
    // The widest prefix by bisection: wider prefixes are never narrower lines.
    let characters = Array(text)
    var (fitting, failing) = (-1, characters.count)
    while failing - fitting > 1 {
      let middle = (fitting + failing) / 2
      if line(Self.cut(characters, middle), size: size, weight: weight).advance <= width {
        fitting = middle
      } else {
        failing = middle
      }
    }
    return fitting < 0 ? "" : Self.cut(characters, fitting)
  }

  private static func cut(_ characters: [Character], _ count: Int) -> String {
    var kept = characters[..<count]
    while kept.last == " " { kept.removeLast() }
    return String(kept) + "…"
  }
}

@testable import GlassChrome

/// Every character is half an em wide; a line is an em above the baseline and a quarter below.
struct FakeMeasurer: TextMeasuring {
  func line(_ text: String, size: Double, weight: Int) -> LineMetrics {
    LineMetrics(
      advance: Double(text.count) * size / 2, ascent: size, descent: size / 4, capHeight: size * 0.7)
  }
}

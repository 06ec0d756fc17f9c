import HUDGeometry
import Testing

@testable import GlassChrome

@Suite("Measuring by fonts")
struct TypefaceMeasurerTests {
  @Test("a line is as long in points as it is drawn in pixels", arguments: [1.0, 2, 3])
  func advance(scale: Double) throws {
    let measurer = try TypefaceMeasurer(scale: scale)
    let face = try Typeface(pixels: 17 * scale, weight: .semibold)
    let line = measurer.line("Ready", size: 17, weight: 600)
    #expect(line.advance == face.line("Ready").advance / scale)
    #expect(line.ascent > line.capHeight && line.capHeight > 0 && line.descent > 0)
    #expect(measurer.line("Ready", size: 17, weight: 600) == line)
  }

  @Test("what is cut fits, and a character more wouldn't", arguments: [0.0, 20, 60, 110, 1_000])
  func truncation(width: Double) throws {
    let measurer = try TypefaceMeasurer(scale: 1)
    let text = "A line that is rather long"
    let cut = WordBreaker(measuring: measurer, width: width, limit: 1, size: 17, weight: 400).truncated(text)
    let length = measurer.line(cut, size: 17, weight: 400).advance
    #expect(cut.isEmpty || length <= width)
    guard cut != text else { return }
    #expect(cut.isEmpty || cut.hasSuffix("…"))
    let longer = String(text.prefix(cut.count)) + "…"
    #expect(
      cut.isEmpty || longer.hasSuffix(" …") || measurer.line(longer, size: 17, weight: 400).advance > width)
  }

  @Test(
    "text runs as its first letter does, and as the layout does without one",
    arguments: [
      ("שלום", true, true), ("Hello שלום", false, false), ("12 مرحبا", true, true), ("12:30", false, true),
    ])
  func direction(text: String, left: Bool, right: Bool) {
    #expect(WordBreaker.isRightToLeft(text, .leftToRight) == left)
    #expect(WordBreaker.isRightToLeft(text, .rightToLeft) == right)
  }
}

import Geometry
import Testing

@testable import GlassChrome

@Suite("Words that travel are drawn at any size")
struct GlyphScaleTests {
  private static func mask() throws -> GlyphMask {
    try Typeface(pixels: 24, weight: .semibold).line("Bg").mask
  }

  private static func ink(_ mask: GlyphMask) -> Double { mask.coverage.reduce(0) { $0 + Double($1) } }

  /// Where its ink is, on average, counted from the pen.
  private static func center(_ mask: GlyphMask) -> Point {
    var sum = Point(0, 0)
    for y in 0..<mask.height {
      for x in 0..<mask.width {
        let ink = Double(mask.coverage[y * mask.width + x])
        sum += Point((Double(mask.left + x) + 0.5) * ink, (Double(mask.top + y) + 0.5) * ink)
      }
    }
    return sum * (1 / ink(mask))
  }

  @Test(
    "their ink grows with the square of their size, about the pen", arguments: [0.3, 0.5, 0.77, 0.98, 1.02])
  func ink(factor: Double) throws {
    let mask = try Self.mask()
    let pen = Point(10.3, 20.7)
    let scaled = mask.scaled(by: factor, at: pen)
    #expect((Self.ink(scaled) / Self.ink(mask) - factor * factor).magnitude < 0.01)
    let expected = pen + Self.center(mask) * factor
    #expect(Self.center(scaled).distance(to: expected) < 0.05)
    #expect((Double(scaled.width) - Double(mask.width) * factor).magnitude <= 2)
  }

  @Test("at their own size on a whole pixel they are what they were, and of no size nothing")
  func own() throws {
    let mask = try Self.mask()
    let same = mask.scaled(by: 1, at: Point(3, 7))
    #expect(same.coverage == mask.coverage && same.left == mask.left + 3 && same.top == mask.top + 7)
    #expect(mask.scaled(by: 0, at: Point(3, 7)).width == 0)
    #expect(GlyphMask.empty.scaled(by: 0.5, at: Point(3, 7)).width == 0)
  }
}

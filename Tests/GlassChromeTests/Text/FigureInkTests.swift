import PixelTypes
import Testing

@testable import GlassChrome

@Suite("Figures as ink")
struct FigureInkTests {
  private let clip = PixelRect(x: 0, y: 0, width: 400, height: 100)

  @Test("numbers cover pixels in rows from the top, and none twice")
  func covers() throws {
    let ink = try FigureInk(pixels: 24)
    var spans = CoverageSpans()
    ink.set(-12.3, x: 20, baseline: 60, clip: clip, into: &spans)
    #expect(spans.spans.count > 40)
    var last = (y: Int32(-1), seen: Set<Int32>())
    for span in spans.spans {
      if span.y != last.y {
        #expect(span.y > last.y)
        last = (span.y, [])
      }
      #expect(last.seen.insert(span.x).inserted)
    }
    let bounds = spans.bounds
    #expect(bounds.maxY <= 62 && bounds.y >= 60 - Int(ink.height) - 4)
    #expect(Double(bounds.width) <= ink.width(of: -12.3) + 2)
  }

  @Test("tabular figures: every number of as many digits is as wide")
  func tabular() throws {
    let ink = try FigureInk(pixels: 24)
    #expect(ink.width(of: 1.1) == ink.width(of: 8.8))
    #expect(ink.width(of: 0) < ink.width(of: 1))
  }

  @Test("nothing is set outside the clip, whatever the number")
  func clipped() throws {
    let ink = try FigureInk(pixels: 24)
    var spans = CoverageSpans()
    let small = PixelRect(x: 10, y: 50, width: 30, height: 6)
    for value in [-1.4, .infinity, .nan, -1e9, 0] {
      ink.set(value, x: 0, baseline: 60, clip: small, into: &spans)
      #expect(spans.isEmpty || small.contains(spans.bounds))
    }
  }
}

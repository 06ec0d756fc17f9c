import PixelTypes
import Testing

@testable import GlassChrome

@Suite("Numbers as ink")
struct FigureInkTests {
  private let clip = PixelRect(x: 0, y: 0, width: 400, height: 100)

  private func spans(
    _ ink: FigureInk, _ degrees: Double, _ part: FigureInk.Part = .figures, clip: PixelRect? = nil
  ) -> CoverageSpans {
    spans(ink, .degrees(degrees), part, clip: clip)
  }

  private func spans(
    _ ink: FigureInk, _ number: FigureInk.Number, _ part: FigureInk.Part = .figures, clip: PixelRect? = nil
  ) -> CoverageSpans {
    var spans = CoverageSpans()
    ink.set(number, part: part, x: 20, baseline: 60, clip: clip ?? self.clip, into: &spans)
    return spans
  }

  @Test(
    "a number has a sign unless it rounds to zero, one decimal and a degree sign",
    arguments: [
      (2.0, "+2.0°"), (-0.8, "−0.8°"), (0.04, "0.0°"), (-0.04, "0.0°"), (0.05, "+0.1°"), (-12.34, "−12.3°"),
      (.nan, "0.0°"), (.infinity, "0.0°"), (1e9, "+999.0°"),
    ])
  func text(degrees: Double, expected: String) {
    let text = FigureText.degrees(degrees)
    let written = (0..<text.count).map { index in
      switch text[index] {
      case FigureText.minus: "−"
      case FigureText.degree: "°"
      default: String(UnicodeScalar(text[index]))
      }
    }
    #expect(written.joined() == expected)
  }

  @Test("what is drawn is the font's own minus and degree sign")
  func signs() throws {
    let ink = try FigureInk(pixels: 24)
    let face = try Typeface(pixels: 24, weight: .semibold)
    func whole(_ text: String) -> Int {
      face.draw(text, direction: .leftToRight).mask.coverage.reduce(0) { $0 + Int($1) }
    }
    for (degrees, text) in [(-0.8, "−0.8°"), (2.0, "+2.0°"), (0, "0.0°")] {
      let drawn = spans(ink, degrees).pixels.values.reduce(0) { $0 + Int($1) }
      // Set glyph by glyph, so that only neighbours that touch may differ.
      #expect(abs(drawn - whole(text)) * 100 < whole(text) * 3, "\(text)")
    }
    #expect(whole("−") != whole("-"))
  }

  @Test("what isn't sure has the font's own sign before the same figures, none of them cut off")
  func rough() throws {
    let ink = try FigureInk(pixels: 24)
    let face = try Typeface(pixels: 24, weight: .semibold)
    for (degrees, text) in [
      (-0.8, "≈−0.8°"), (2.0, "≈+2.0°"), (0, "≈0.0°"), (-44.4, "≈−44.4°"), (-999, "≈−999.0°"),
    ] {
      let drawn = spans(ink, .rough(degrees)).pixels.values.reduce(0) { $0 + Int($1) }
      let whole = face.draw(text, direction: .leftToRight).mask.coverage.reduce(0) { $0 + Int($1) }
      #expect(abs(drawn - whole) * 100 < whole * 3, "\(text)")
      #expect(ink.width(of: .rough(degrees)) > ink.width(of: .degrees(degrees)))
    }
    // A roll below 10° has the room that one of two digits is given.
    #expect(Double(ink.width(of: .rough(-8.8))) <= ink.widest)
  }

  @Test("numbers cover pixels in rows from the top, and none twice", arguments: FigureInk.Part.allCases)
  func covers(part: FigureInk.Part) throws {
    let ink = try FigureInk(pixels: 24)
    let spans = spans(ink, -12.3, part)
    #expect(spans.spans.count > 40)
    var last = (y: Int32(-1), end: Int32(0))
    for span in spans.spans {
      #expect(span.y > last.y || (span.y == last.y && span.x >= last.end))
      last = (span.y, span.x + span.length)
    }
    let bounds = spans.bounds
    #expect(bounds.maxY <= 63 && bounds.y >= 60 - Int(ink.height) - 5)
    #expect(bounds.width <= ink.width(of: .degrees(-12.3)) + 4)
  }

  @Test("the edge surrounds the figures by its width, and all of them lie on it", arguments: [1.0, 1.5, 3])
  func edge(width: Double) throws {
    let ink = try FigureInk(pixels: 30, edgeWidth: width)
    let figures = spans(ink, -8.5).pixels
    let edge = spans(ink, -8.5, .edge).pixels
    #expect(figures.allSatisfy { edge[$0.key, default: 0] >= $0.value })
    let reach = Int(width)
    for (place, coverage) in figures where coverage == 255 {
      for step in [SIMD2(-reach, 0), SIMD2(reach, 0), SIMD2(0, -reach), SIMD2(0, reach)] {
        #expect(edge[place &+ step, default: 0] == 255)
      }
    }
    let (inner, outer) = (spans(ink, -8.5).bounds, spans(ink, -8.5, .edge).bounds)
    #expect(outer.contains(inner.insetBy(-reach)))
    #expect(inner.insetBy(-Int(width.rounded(.up))).contains(outer))
  }

  @Test("a number looks the same again after others, and the digits before a change stay where they are")
  func repeats() throws {
    let ink = try FigureInk(pixels: 24)
    let first = spans(ink, 1.1).spans
    let other = spans(ink, 1.8).pixels
    #expect(spans(ink, 1.1).spans == first)
    let half = 20 + ink.width(of: .degrees(1.1)) / 2
    for (place, coverage) in spans(ink, 1.1).pixels where place.x < half {
      #expect(other[place] == coverage)
    }
  }

  @Test("tabular figures: every number of as many digits is as wide, and none wider than is reserved")
  func tabular() throws {
    let ink = try FigureInk(pixels: 24)
    #expect(ink.width(of: .degrees(1.1)) == ink.width(of: .degrees(8.8)))
    #expect(ink.width(of: .degrees(0)) < ink.width(of: .degrees(1)))
    #expect(ink.width(of: .whole(10)) == ink.width(of: .whole(45)))
    #expect(spans(ink, .whole(-3)).spans == spans(ink, .whole(0)).spans)
    for degrees in [-60.0, 44.4, -11.1] { #expect(Double(ink.width(of: .degrees(degrees))) <= ink.widest) }
  }

  @Test("figures shrink to the room there is, and none are drawn where there is none")
  func fitting() throws {
    let free = try #require(try FigureInk.fitting(pixels: 40, width: 1000, edgeWidth: 1))
    #expect(free.pixels == 40)
    let held = try #require(try FigureInk.fitting(pixels: 40, width: free.widest - 1, edgeWidth: 1))
    #expect(held.widest < free.widest && held.pixels > 34)
    #expect(try FigureInk.fitting(pixels: 40, width: 20, edgeWidth: 1) == nil)
    #expect(try FigureInk.fitting(pixels: 2, width: 1000, edgeWidth: 1)?.pixels == FigureInk.smallest)
  }

  @Test("nothing is set outside the clip, whatever the number", arguments: FigureInk.Part.allCases)
  func clipped(part: FigureInk.Part) throws {
    let ink = try FigureInk(pixels: 24)
    let small = PixelRect(x: 30, y: 50, width: 30, height: 6)
    for value in [-1.4, .infinity, .nan, -1e9, 0] {
      let spans = spans(ink, value, part, clip: small)
      #expect(!spans.isEmpty && small.contains(spans.bounds))
    }
    #expect(spans(ink, 3, part, clip: PixelRect(x: 0, y: 0, width: 5, height: 5)).isEmpty)
  }
}

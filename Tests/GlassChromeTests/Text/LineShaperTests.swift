import Testing

@testable import GlassChrome

/// Scripts, directions and fallback fonts. DejaVu Sans has Arabic and Hebrew, Inter has neither.
@Suite("Shaping lines")
struct LineShaperTests {
  private let shaper: LineShaper
  private let main: FontFace

  init() throws {
    let file = try #require(FontFile.find(family: "Inter", weight: .regular, exact: true))
    main = try FontFace(file, pixels: 24)
    shaper = LineShaper(
      main, pixels: 24, fallbacks: FontFallbacks(weight: .regular), analyzer: try TextAnalyzer())
  }

  private func shape(_ text: String, _ direction: TextDirection = .automatic) -> LineShaper.Line {
    shaper.shape(text, direction: direction)
  }

  @Test(
    "what the first face lacks is drawn by DejaVu, not as a box",
    arguments: ["שלום", "مرحبا", "Գրել", "ბარი"])
  func fallback(text: String) throws {
    let line = shape(text)
    #expect(line.glyphs.allSatisfy { $0.face != 0 && $0.glyph != 0 })
    let file = FontFallbacks(weight: .regular).font(for: try #require(text.first))
    #expect(file?.path.hasSuffix("/DejaVuSans.ttf") == true)
  }

  @Test("a heavy face falls back to a heavy one")
  func weight() {
    let file = FontFallbacks(weight: .bold).font(for: "ש")
    #expect(file?.path.hasSuffix("/DejaVuSans-Bold.ttf") == true)
  }

  @Test("the first face keeps what it has, in the middle of other scripts too")
  func firstKeeps() {
    let line = shape("abc שלום def Ελληνικά Кириллица")
    #expect(line.glyphs.count { $0.face == 0 } >= 25)
    #expect(line.glyphs.count { $0.face != 0 } == 5)  // four letters, and the space after them
  }

  @Test("a box stands for what no font has, once for each grapheme")
  func box() {
    let line = shape("a\u{10FFFD}b")
    #expect(line.glyphs.map(\.face) == [0, 0, 0])
    #expect(line.glyphs[1].glyph == 0 && line.glyphs[0].glyph != 0 && line.glyphs[2].glyph != 0)
    #expect(line.advance > shape("ab").advance)
  }

  @Test("Hebrew runs from right to left")
  func hebrew() {
    let (a, b) = (shape("א").glyphs[0].glyph, shape("ב").glyphs[0].glyph)
    let line = shape("אב")
    #expect(line.isRightToLeft)
    #expect(line.glyphs.map(\.glyph) == [b, a])
    #expect(line.glyphs[0].x < line.glyphs[1].x)
  }

  @Test("Arabic letters join, also over an invisible joiner, and part at the non-joiner")
  func arabic() {
    let alone = shape("ب").glyphs.map(\.glyph)
    let joined = shape("بب").glyphs.map(\.glyph)
    #expect(joined.count == 2 && !joined.contains(alone[0]))
    #expect(shape("ب\u{200C}ب").glyphs.map(\.glyph).filter { $0 == alone[0] }.count == 2)
  }

  @Test("what lies around a run decides how its ends join")
  func context() throws {
    let face = try FontFace(#require(FontFallbacks(weight: .regular).font(for: "ب")), pixels: 24)
    func shape(_ text: String, _ range: Range<Int>) -> [UInt32] {
      var glyphs: [UInt32] = []
      let arabic: UInt32 = 0x4172_6162
      face.shape(Array(text.utf16), range, script: arabic, isRightToLeft: true) { glyph, _, _, _ in
        glyphs.append(glyph)
      }
      return glyphs
    }
    #expect(shape("بب", 1..<2) + shape("بب", 0..<1) == shape("بب", 0..<2))
    #expect(shape("ب", 0..<1) != shape("بب", 0..<1))
  }

  @Test("numbers and Latin keep their way within Hebrew, and brackets turn round")
  func mixed() {
    let line = shape("אב (12) ab")
    let glyphs = line.glyphs.filter { $0.face == 0 }.map(\.glyph)
    let expected = shape("ab(12)").glyphs.map(\.glyph)
    #expect(line.isRightToLeft)
    // From left to right: "ab", then the bracket that closes, which looks as the opening one, "12", the other.
    #expect(glyphs.filter(expected.contains) == expected)
    // A run from right to left that two faces share begins at its right.
    #expect(line.glyphs.last?.glyph == shape("א").glyphs[0].glyph)
    #expect(zip(line.glyphs, line.glyphs.dropFirst()).allSatisfy { $0.x < $1.x })
  }

  @Test("a line's direction is its first letter's, unless it is told", arguments: TextDirection.allCases)
  func direction(direction: TextDirection) {
    #expect(shape("12 שלום abc", direction).isRightToLeft == (direction != .leftToRight))
    #expect(shape("12 abc שלום", direction).isRightToLeft == (direction == .rightToLeft))
    #expect(shape("", direction).isRightToLeft == (direction == .rightToLeft))
    let (latin, full) = (shape("abc.", direction), shape("abc", direction).glyphs.map(\.glyph))
    #expect((latin.glyphs[0].glyph == full[0]) == (direction != .rightToLeft))
  }

  @Test("accents are composed and stand on their letters")
  func accents() {
    #expect(shape("e\u{301}").glyphs.map(\.glyph) == shape("\u{E9}").glyphs.map(\.glyph))
    #expect(shape("q\u{323}\u{301}").advance == shape("q").advance)
  }

  @Test("an isolate keeps its inside apart")
  func isolate() {
    // Without the isolate the number would belong to the Hebrew and stand at its left.
    let digit = shape("7").glyphs[0].glyph
    let loose = shape("a אב 7")
    let isolated = shape("a \u{2067}אב\u{2069} 7")
    #expect(loose.glyphs.last?.glyph != digit)
    #expect(isolated.glyphs.last?.glyph == digit)
  }
}

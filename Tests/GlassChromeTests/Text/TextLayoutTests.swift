import Testing

@testable import GlassChrome

@Suite("Laying text out in lines")
struct TextLayoutTests {
  private let layout: TextLayout
  private let face: Typeface

  init() throws {
    face = try Typeface(pixels: 16, weight: .regular)
    layout = TextLayout(face: face)
  }

  private func texts(_ text: String, _ maximum: Double, _ limit: Int) -> [String] {
    layout.rows(text, maximum: maximum, limit: limit).map(\.text)
  }

  @Test("lines end between words, and the spaces there go")
  func words() {
    let width = face.measure("hold the camera") + 0.5
    #expect(texts("hold the camera   a little higher", width, 9) == ["hold the camera", "a little higher"])
    #expect(texts("hold the camera", width, 1) == ["hold the camera"])
  }

  @Test("the last line is cut where there is more")
  func limit() {
    let width = face.measure("hold the camera") + 0.5
    let rows = texts("hold the camera a little higher and then level", width, 2)
    #expect(rows.count == 2 && rows[0] == "hold the camera")
    #expect(rows[1].hasPrefix("a little") && rows[1].hasSuffix("…"))
    #expect(texts("one\ntwo", 500, 1) == ["one…"])
    #expect(texts("one two", 500, 0) == [])
  }

  @Test("a separator always ends a line, and an empty line stays")
  func separators() {
    #expect(texts("one\ntwo\r\n\u{2029}three\n\n", 500, 9) == ["one", "two", "", "three"])
    #expect(texts("", 500, 9) == [])
  }

  @Test("a word that is too wide is broken within, never within a grapheme")
  func longWord() {
    let word = String(repeating: "e\u{301}", count: 40)
    let rows = texts(word, 60, 99)
    #expect(rows.count > 4 && rows.joined() == word)
    #expect(rows.allSatisfy { $0.count > 2 && $0.unicodeScalars.count == 2 * $0.count })
    #expect(texts("mmm", 1, 99) == ["m", "m", "m"])
  }

  @Test("Chinese breaks between characters, but not before what closes")
  func chinese() {
    let width = face.measure("相机正在") + 0.5
    #expect(texts("相机正在，录制", width, 9) == ["相机正", "在，录制"])
  }

  @Test("Thai breaks between words though it has no spaces")
  func thai() {
    let width = face.measure("สวัสดี") + 0.5
    #expect(texts("สวัสดีโลก", width, 9) == ["สวัสดี", "โลก"])
  }

  @Test("a soft hyphen shows where it is used only")
  func softHyphen() {
    let text = "photo\u{AD}graph"
    #expect(texts(text, face.measure("photo-") + 0.5, 9) == ["photo-", "graph"])
    #expect(face.measure(text) == face.measure("photograph"))
  }

  @Test("every line of a paragraph has the paragraph's direction")
  func direction() {
    let rows = layout.rows("שלום עולם this line begins in English", maximum: 90, limit: 9)
    #expect(rows.count > 2 && rows.allSatisfy(\.isRightToLeft))
    #expect(rows.contains { $0.text.first?.isASCII == true })
    #expect(layout.lines("שלום עולם", maximum: 500, limit: 1)[0].isRightToLeft)
  }

  @Test("rows measure what lines draw, within the width", arguments: [40.0, 75, 120, 200])
  func measured(maximum: Double) {
    let text = "The quick brown fox, יום טוב לכולם, jumps (over) سجل الفيديو الآن the 12 lazy dogs."
    let rows = layout.rows(text, maximum: maximum, limit: 5)
    let lines = layout.lines(text, maximum: maximum, limit: 5)
    #expect(rows.map(\.advance) == lines.map(\.advance))
    #expect(rows.allSatisfy { $0.advance <= maximum || $0.text.count == 1 })
    #expect(lines.allSatisfy { Double($0.mask.width) <= maximum + 4 && $0.mask.width > 0 })
  }

  @Test(
    "an isolate that reaches over lines keeps its direction on each",
    arguments: [
      "left \u{2067}ימין one two three four שמאל five six\u{2069} and left again",
      "left \u{2068}ימין one two three four שמאל five six\u{2069} and left again",
      "ימין \u{2066}one ימין two \u{2067}three four שמאל five\u{2069} six seven\u{2069} שמאל",
      "never \u{2067}closed one two three ימין four five six seven",
    ])
  func isolates(text: String) {
    let rows = layout.rows(text, maximum: 90, limit: 99)
    #expect(rows.count > 2)
    // As a whole paragraph is ordered, so is each line: letter by letter.
    func directions(_ text: String, _ direction: TextDirection) -> [Bool] {
      let units = Array(text.utf16)
      var isRight = Array(repeating: false, count: units.count)
      for run in face.analyzer.order(units, direction: direction).runs {
        for i in run.range { isRight[i] = run.isRightToLeft }
      }
      return zip(text.unicodeScalars, isRight).filter { $0.0.properties.isAlphabetic }.map(\.1)
    }
    let settled: TextDirection = rows[0].isRightToLeft ? .rightToLeft : .leftToRight
    #expect(rows.flatMap { directions($0.text, settled) } == directions(text, settled))
    #expect(rows.dropFirst().contains { 0x2066...0x2067 ~= ($0.text.unicodeScalars.first?.value ?? 0) })
  }

  @Test("within an isolate from the right, a line's first word stands at the right")
  func isolateOrder() throws {
    let text = "left \u{2067}ימין alpha (beta), שמאל gamma\u{2069}"
    let wide = layout.rows(text, maximum: face.measure("alpha (beta), שמאל") + 2, limit: 99)
    let line = try #require(wide.first { $0.text.contains("beta") && $0.text.contains("שמאל") })
    #expect(line.text.unicodeScalars.first?.value == 0x2067)
    let units = Array(line.text.utf16)
    let runs = face.analyzer.order(units, direction: .leftToRight).runs
    let latin = try #require(runs.firstIndex { $0.range.contains(units.firstIndex(of: 0x62) ?? 0) })
    let hebrew = try #require(runs.firstIndex { $0.range.contains(units.firstIndex(of: 0x05E9) ?? 0) })
    // The Hebrew word comes last, and so it stands at the left.
    #expect(hebrew < latin)
  }
}

extension TextLayout {
  /// The lines of a text, drawn.
  func lines(
    _ text: String, maximum: Double, limit: Int, direction: TextDirection = .automatic
  ) -> [TextLine] {
    rows(text, maximum: maximum, limit: limit, direction: direction).map {
      face.draw($0.text, direction: $0.isRightToLeft ? .rightToLeft : .leftToRight)
    }
  }
}

import Testing

@testable import PixelTypes

@Suite("Text from outside")
struct PlainTextTests {
  @Test("what a terminal would obey, or what isn't seen, is shown as question marks; signs stay")
  func terminals() {
    #expect(PlainText.of("é 日本 👩‍👩‍👧 a\tb\nc") == "é 日本 👩‍👩‍👧 a\tb\nc")
    #expect(PlainText.of("a\u{1B}]0;title\u{7}b\u{9B}31mc\r\u{202E}d\u{7F}") == "a?]0;title?b?31mc??d?")
    #expect(PlainText.of("a\u{200F}b\u{FEFF}c\u{2066}d\u{E0041}") == "a?b?c?d?")
    #expect(PlainText.value("a\nb\tc") == "a?b?c")
  }

  @Test("what is too long keeps its beginning and its end, and says how long it was")
  func long() {
    let text = "begin" + String(repeating: "x", count: 1_000_000) + "end"
    let short = PlainText.of(text, atMost: 100)
    #expect(short.hasPrefix("beginx") && short.hasSuffix("xend") && short.contains("1000008"))
    #expect(short.count < 130)
    // One character can be of any number of scalars.
    #expect(PlainText.value("e" + String(repeating: "\u{301}", count: 100_000)).unicodeScalars.count < 300)
    #expect(PlainText.of("äöü", atMost: 3) == "äöü")
  }
}

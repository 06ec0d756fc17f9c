import TestSupport
import Testing

@testable import GlassChrome

@Suite("Text that means harm")
struct HostileTextTests {
  @Test("control characters go, tabs and line ends become spaces on one line")
  func controls() {
    #expect(String(DisplayText("a\u{0}\u{7}\u{1B}[1mb\tc\r\nd\u{85}e\u{9F}").line) == "a[1mb c d e")
    #expect(DisplayText("a\nb\u{2028}c").paragraphs.map { String($0) } == ["a", "b", "c"])
    #expect(String(DisplayText("\u{200}\u{300}").line) == "\u{200}\u{300}")
  }

  @Test("overrides of direction go, isolates stay and are closed before the ellipsis")
  func spoofing() throws {
    #expect(String(DisplayText("a\u{202E}gpj.exe\u{202C}").line) == "agpj.exe")
    let face = try Typeface(pixels: 20, weight: .regular)
    let text = "see \u{2067}שלום עולם שלום\u{2069} here"
    let cut = face.fitted(Array(text), maximum: face.measure("see שלום ע…"), direction: .automatic)
    #expect(cut.text.hasPrefix("see \u{2067}שלום") && cut.text.hasSuffix("\u{2069}…"))
  }

  @Test("a long text is bounded, and says so")
  func long() throws {
    let line = DisplayText(String(repeating: "x", count: 100_000)).line
    #expect(line.count == 1_025 && line.last == "…")
    #expect(DisplayText(String(repeating: "x", count: 1_024)).line.last == "x")
    let face = try Typeface(pixels: 12, weight: .regular)
    #expect(face.line(String(repeating: "x ", count: 5_000), maximum: 300).advance <= 300)
  }

  @Test("a tower of marks is cut to sixteen characters, a family stays whole")
  func towers() throws {
    let tower = DisplayText("a" + String(repeating: "\u{301}", count: 10_000)).line
    #expect(tower.count == 1 && tower[0].unicodeScalars.count == 16)
    let family = "👩\u{200D}👩\u{200D}👧\u{200D}👦"
    #expect(String(DisplayText(family).line) == family)
    let face = try Typeface(pixels: 20, weight: .regular)
    #expect(face.line("a" + String(repeating: "\u{301}", count: 10_000)).mask.height < 400)
  }

  @Test("whatever comes, a line fits, and its mask is as large as it says", arguments: 0..<8)
  func anything(seed: UInt64) throws {
    let face = try Typeface(pixels: 14, weight: .medium)
    let layout = TextLayout(face: face)
    var random = Seeded(seed)
    let blocks: [ClosedRange<UInt32>] = [
      0...0x7F, 0x80...0x24F, 0x300...0x36F, 0x590...0x6FF, 0x900...0x97F, 0xE00...0xE7F, 0x2000...0x206F,
      0x3040...0x30FF, 0xFE00...0xFEFF, 0xFFF0...0xFFFF, 0x1F1E6...0x1F1FF, 0x1F3FB...0x1F64F,
      0xE0000...0xE007F,
    ]
    for _ in 0..<60 {
      var text = ""
      for _ in 0..<Int.random(in: 0..<40, using: &random) {
        let block = try #require(blocks.randomElement(using: &random))
        if let scalar = Unicode.Scalar(.random(in: block, using: &random)) {
          text.unicodeScalars.append(scalar)
        }
      }
      let maximum = Double.random(in: 0..<200, using: &random)
      let line = face.line(text, maximum: maximum)
      #expect(line.advance <= maximum)
      #expect(line.mask.coverage.count == line.mask.width * line.mask.height)
      #expect(line.mask.width < 400 && line.mask.height < 400)
      #expect(face.line(text).advance == face.measure(text))
      let rows = layout.rows(text, maximum: maximum, limit: 3)
      #expect(rows.count <= 3)
      #expect(rows.allSatisfy { $0.advance <= maximum || $0.text.count <= 2 })
    }
  }
}

import Testing

@testable import GlassChrome

@Suite("Text")
struct TypefaceTests {
  @Test("figures are tabular: all ten are as wide", arguments: [9.0, 13, 17, 34])
  func tabular(pixels: Double) throws {
    let face = try Typeface(pixels: pixels, weight: .semibold)
    let widths = (UInt8(48)...57).map { face.advance(ofFigure: $0) }
    #expect(widths.allSatisfy { $0 == widths[0] && $0 > pixels * 0.4 })
  }

  @Test("text that is too wide is cut with an ellipsis and fits", arguments: [4.0, 20, 40, 80, 120])
  func cut(maximum: Double) throws {
    let face = try Typeface(pixels: 17, weight: .medium)
    let whole = face.line("A rather long camera name")
    let line = face.line("A rather long camera name", maximum: maximum)
    #expect(whole.advance > 120)
    #expect(line.advance <= maximum)
    if maximum >= 40 { #expect(line.mask.width > 0) }
  }

  @Test("letters stand on the baseline and are as high as capitals")
  func height() throws {
    let face = try Typeface(pixels: 40, weight: .regular)
    let mask = face.line("H").mask
    #expect(mask.top + mask.height == 0)
    #expect(abs(Double(mask.height) - face.capHeight) < 1.5)
    #expect(mask.coverage.contains(255))
  }

  @Test("weights differ, and text beyond ASCII and of no length does no harm")
  func odd() throws {
    let regular = try Typeface(pixels: 20, weight: .regular).line("Camera").mask.coverage
    let semibold = try Typeface(pixels: 20, weight: .semibold).line("Camera").mask.coverage
    #expect(regular.reduce(0) { $0 + Int($1) } < semibold.reduce(0) { $0 + Int($1) })
    let face = try Typeface(pixels: 20, weight: .regular)
    #expect(face.line("").advance == 0)
    #expect(face.line("Überwachung 相机 🎥\u{0}\u{202E}x").advance > 0)
  }

  @Test("numbers are written as people read them")
  func figures() {
    func text(_ figures: FigureText) -> String {
      String(decoding: (0..<figures.count).map { figures[$0] }, as: UTF8.self)
    }
    #expect(text(.time(seconds: 50_607, withHours: true)) == "14:03:27")
    #expect(text(.time(seconds: 12, withHours: false)) == "00:12")
    #expect(text(.rate(29.96)) == "30.0")
    #expect(text(.rate(.nan)) == "0.0")
    #expect(text(.number(-3)) == "0")
    #expect(text(.number(Int.max)) == "999999999")
  }
}

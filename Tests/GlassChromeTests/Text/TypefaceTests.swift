import Testing

@testable import GlassChrome

@Suite("Typefaces set and cut text")
struct TypefaceTests {
  @Test("figures are tabular: all ten are as wide", arguments: [9.0, 13, 17, 34])
  func tabular(pixels: Double) throws {
    let face = try Typeface(pixels: pixels, weight: .semibold)
    let widths = (UInt8(48)...57).map { face.advance(ofFigure: $0) }
    #expect(widths.allSatisfy { $0 == widths[0] && $0 > pixels * 0.4 })
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

  @Test(
    "text from right to left is cut at its left",
    arguments: ["שלום עולם זה ארוך", "שלום עולם, long camera name"])
  func cutAtLeft(text: String) throws {
    let face = try Typeface(pixels: 20, weight: .regular)
    let line = face.line(text, maximum: face.measure(text) - 30)
    #expect(line.isRightToLeft && line.advance <= face.measure(text) - 30)
    // The three dots stand on the baseline: nothing above them in the first columns.
    let dots = Int(face.measure("…")) - 2
    let rows = (0..<line.mask.height).filter { y in
      (0..<dots).contains { line.mask.coverage[y * line.mask.width + $0] > 0 }
    }
    let highest = try #require(rows.min())
    #expect(line.mask.top + highest >= -4)
  }

  @Test(
    "as much is kept as fits, by whole graphemes",
    arguments: [4.0, 10, 30, 70, 71, 72, 100, 130, 160, 400])
  func keepsMost(maximum: Double) throws {
    let face = try Typeface(pixels: 17, weight: .medium)
    let text = Array("Caméra e\u{301}te\u{301} nu\u{308}mero deux")
    let cut = face.fitted(text, maximum: maximum, direction: .automatic).text
    #expect(face.measure(cut) <= maximum)
    guard cut.hasSuffix("…") else {
      #expect(cut == (cut.isEmpty ? "" : String(text)))
      return
    }
    let kept = Array(cut.dropLast())
    #expect(Array(text.prefix(kept.count)) == kept && kept.last != " ")
    #expect(face.measure(String(text.prefix(kept.count + 2)) + "…") > maximum)
  }

  @Test("measuring is drawing without ink, and is remembered within bounds")
  func measuring() throws {
    let face = try Typeface(pixels: 17, weight: .medium)
    #expect(face.measure("Camera 2") == face.line("Camera 2").advance)
    var cache = MeasureCache()
    for i in 0..<2_000 {
      cache["\(i)", .automatic] = MeasureCache.Metrics(advance: Double(i), isRightToLeft: false)
      #expect(cache["\(i)", .automatic]?.advance == Double(i) && cache["\(i)", .rightToLeft] == nil)
    }
    #expect(cache.count <= MeasureCache.capacity)
    let long = String(repeating: "x", count: MeasureCache.longest + 1)
    cache[long, .automatic] = MeasureCache.Metrics(advance: 1, isRightToLeft: false)
    #expect(cache[long, .automatic] == nil)
  }

  @Test("faces are made once a size and weight")
  func cache() throws {
    let cache = try TypefaceCache()
    let face = try cache.face(pixels: 17, weight: .medium)
    #expect(try cache.face(pixels: 17.001, weight: .medium) === face)
    #expect(try cache.face(pixels: 17, weight: .bold) !== face)
    #expect(try cache.face(pixels: .nan, weight: .regular).capHeight > 0)
    #expect(cache.count == 3)
  }

  @Test("a CSS weight takes the nearest face")
  func weights() {
    #expect(
      [100, 400, 449, 450, 500, 600, 649, 700, 900].map { TextStyle.Weight(css: $0).rawValue } == [
        400, 400, 400, 500, 500, 600, 600, 700, 700,
      ])
  }

  @Test("numbers are written as people read them")
  func figures() {
    func text(_ figures: FigureText) -> String {
      String(decoding: (0..<figures.count).map { figures[$0] }, as: UTF8.self)
    }
    #expect(text(.time(seconds: 50_607, withHours: true)) == "14:03:27")
    #expect(text(.time(seconds: 12, withHours: false)) == "00:12")
    #expect(text(.rate(29.96, digits: 2)) == "30.0")
    #expect(text(.rate(99.96, digits: 2)) == "100")
    #expect(text(.rate(239.8, digits: 2)) == "240")
    #expect(text(.rate(.nan, digits: 2)) == "0.0")
    #expect(text(.number(-3, digits: 4)) == "0")
    #expect(text(.number(9_999, digits: 4)) == "9999")
    #expect(text(.number(12_345, digits: 4)) == "12k")
    #expect(text(.number(999_999, digits: 4)) == "999k")
    #expect(text(.number(1_999_999, digits: 4)) == "1M")
    #expect(text(.number(Int.max, digits: 9)) == "999999999")
  }

  @Test(
    "a number stays in the room that it was given",
    arguments: [0.0, 29.97, 99.94, 120, 999, 9_999, 12_345, 999_999])
  func room(value: Double) throws {
    let face = try TypefaceCache().face(pixels: 13, weight: .regular)
    func width(_ text: String) -> Double {
      text.utf8.reduce(0) { $0 + face.advance(ofFigure: $1) }
    }
    #expect(FigureText(value, as: .integer, digits: 4).width(in: face) <= width("0000") + 1)
    #expect(FigureText(min(value, 999), as: .decimal, digits: 2).width(in: face) <= width("00.0") + 1)
  }
}

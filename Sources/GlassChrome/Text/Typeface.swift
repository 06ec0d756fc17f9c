/// A font at one size, backed by the system's other fonts for characters it lacks. HarfBuzz shapes text of any script
/// and direction, ICU orders it and FreeType draws it. For one thread at a time.
final class Typeface {
  /// The families to look for, in order, before any other font.
  static let families = ["Inter", "DejaVu Sans"]

  /// Height of capitals above the baseline, in pixels.
  let capHeight: Double
  let ascender: Double
  let descender: Double
  let analyzer: TextAnalyzer
  private let shaper: LineShaper
  /// Digits and the signs between them at four horizontal phases, at index 4 · (character − 32) + phase.
  private var figures: [GlyphMask] = []
  private var figureAdvances: [Double] = []
  private var measures = MeasureCache()

  /// - Parameters:
  ///   - pixels: em size.
  ///   - fallbacks: shared by the sizes of a weight; `nil` makes new ones. The same goes for `analyzer`.
  /// - Throws: ``GlassError`` if no font is found or it can't be used.
  init(
    pixels: Double, weight: TextStyle.Weight, fallbacks: FontFallbacks? = nil, analyzer: TextAnalyzer? = nil,
    language: ScreenLanguage = .english
  ) throws(GlassError) {
    let face = try FontFace(Self.find(weight), pixels: pixels)
    (ascender, descender, capHeight) = face.metrics
    self.analyzer = if let analyzer { analyzer } else { try TextAnalyzer() }
    shaper = LineShaper(
      face, pixels: pixels, fallbacks: fallbacks ?? FontFallbacks(weight: weight), analyzer: self.analyzer)
    drawFigures(language)
  }

  private static func find(_ weight: TextStyle.Weight) throws(GlassError) -> FontFile {
    for family in families {
      if let file = FontFile.find(family: family, weight: weight, exact: true) { return file }
    }
    guard let any = FontFile.find(family: "sans-serif", weight: weight, exact: false) else {
      throw .noFont(families: families)
    }
    return any
  }

  /// Whether there is a glyph for each of these characters, here or in a fallback.
  func has(_ text: String) -> Bool { text.allSatisfy(shaper.draws) }

  // Lines ------------------------------------------------------------------------------------------------------

  /// Shapes and draws a line, cut with "…" at its logical end if wider than `maximum` pixels: on
  /// the right for left-to-right text, on the left for right-to-left text. Nothing is drawn if not
  /// even one grapheme and the "…" fit.
  func line(
    _ text: String, maximum: Double = .infinity, direction: TextDirection = .automatic
  ) -> TextLine {
    let cut = fitted(DisplayText(text).line, maximum: maximum, direction: direction)
    return draw(cut.text, direction: cut.direction)
  }

  /// How far a line moves the pen, in pixels, without drawing it; recent measurements are remembered.
  func measure(_ text: String, direction: TextDirection = .automatic) -> Double {
    metrics(String(DisplayText(text).line), direction).advance
  }

  /// The part of a line that fits, with "…" for the rest.
  ///
  /// - Parameter isCut: appends the "…" even if all of it fits, because more text follows.
  func fitted(
    _ text: [Character], maximum: Double, direction: TextDirection, isCut: Bool = false
  ) -> (text: String, direction: TextDirection) {
    let whole = String(text)
    let all = metrics(whole, direction)
    if !isCut, all.advance <= maximum { return (whole, direction) }
    // The part keeps the direction of the whole, even if the letter that set it is cut.
    let settled: TextDirection = all.isRightToLeft ? .rightToLeft : .leftToRight
    let count = largest(upTo: text.count) { metrics(Self.cut(text, $0), settled).advance <= maximum }
    return (count == 0 ? "" : Self.cut(text, count), settled)
  }

  /// The first graphemes and "…", with no space between.
  private static func cut(_ text: [Character], _ count: Int) -> String {
    var kept = text[..<count]
    while kept.last?.isWhitespace == true { kept.removeLast() }
    return String(kept) + DisplayText.closing(kept) + "…"
  }

  /// The largest count that fits, by bisection; 0 if none does.
  func largest(upTo count: Int, where fits: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high + 1) / 2
      if fits(middle) { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// Advance and direction of text that is safe to show.
  func metrics(_ text: String, _ direction: TextDirection) -> MeasureCache.Metrics {
    if let known = measures[text, direction] { return known }
    let line = shaper.shape(text, direction: direction)
    let metrics = MeasureCache.Metrics(advance: line.advance, isRightToLeft: line.isRightToLeft)
    measures[text, direction] = metrics
    return metrics
  }

  /// Draws text that is safe to show, its pen at `start` (0..<1) of a pixel.
  func draw(_ text: String, direction: TextDirection, start: Double = 0) -> TextLine {
    let line = shaper.shape(text, direction: direction)
    var masks: [GlyphMask] = []
    for glyph in line.glyphs {
      let quarter = ((start + glyph.x) * 4).rounded(.down) / 4
      let column = quarter.rounded(.down)
      guard var mask = shaper.face(glyph.face).draw(glyph.glyph, shift: quarter - column) else { continue }
      mask.left += Int(column)
      mask.top += Int(glyph.y.rounded())
      masks.append(mask)
    }
    return TextLine(
      mask: GlyphMask(merging: masks), advance: line.advance, isRightToLeft: line.isRightToLeft)
  }

  // Figures ----------------------------------------------------------------------------------------------------

  /// How far an ASCII figure or sign moves the pen; tabular figures all move it equally far.
  func advance(ofFigure character: UInt8) -> Double {
    let index = Self.place(ofFigure: character)
    return figureAdvances.indices.contains(index) ? figureAdvances[index] : 0
  }

  /// Index of a character at a pen phase, for `figure(_:)`; `nil` for a character without a figure.
  func figureIndex(_ character: UInt8, phase: Int) -> Int? {
    let index = Self.place(ofFigure: character) * 4 + phase
    return figures.indices.contains(index) ? index : nil
  }

  /// Digits, signs, and the letters of shortened numbers.
  private static let figureCharacters = Array(UInt8(32)...58) + [FigureText.thousands, FigureText.millions]

  /// A character's place among them; -1 for others.
  private static func place(ofFigure character: UInt8) -> Int {
    switch character {
    case 32...58: Int(character) - 32
    case FigureText.thousands: 27
    case FigureText.millions: 28
    default: -1
    }
  }

  func figure(_ index: Int) -> GlyphMask { figures[index] }

  private func drawFigures(_ language: ScreenLanguage) {
    for character in Self.figureCharacters {
      let text = character == FigureText.point ? language.decimalSeparator : String(UnicodeScalar(character))
      figureAdvances.append(draw(text, direction: .leftToRight).advance)
      for phase in 0..<4 {
        figures.append(draw(text, direction: .leftToRight, start: Double(phase) / 4).mask)
      }
    }
    // Inter's tabular 4 is a hair narrower than the rest: all ten get the widest one's width.
    let widest = figureAdvances[16..<26].max() ?? 0
    for digit in 16..<26 { figureAdvances[digit] = widest }
  }
}

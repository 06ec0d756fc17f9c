/// Measures text with the fonts that draw it, and breaks lines where Unicode allows. For one thread at a time.
public final class TypefaceMeasurer: TextMeasuring {
  private let scale: Double
  private let faces: TypefaceCache
  /// Used when another face can't be opened later.
  private let fallback: Typeface

  /// Opens the usual face.
  ///
  /// - Parameters:
  ///   - scale: pixels per point, as in the layout's environment.
  ///   - language: of the words to come, as in the painter's style.
  /// - Throws: ``GlassError`` when there is no usable font, or none with the language's letters.
  public init(scale: Double, language: ScreenLanguage = .english) throws(GlassError) {
    self.scale = scale
    faces = try TypefaceCache(language)
    fallback = try faces.face(pixels: 17 * scale, weight: .regular)
  }

  /// Metrics of a line in points. Like the painter, it treats em sizes under 9 pixels as 9, and over 512 as 512.
  public func line(_ text: String, size: Double, weight: Int) -> LineMetrics {
    let face = face(size, weight)
    return LineMetrics(
      advance: face.measure(text) / scale, ascent: face.ascender / scale,
      descent: abs(face.descender) / scale, capHeight: face.capHeight / scale)
  }

  /// Lines broken by UAX #14, each at most `width` points wide except for a single grapheme that is wider.
  public func lines(
    _ text: String, width: Double, limit: Int, direction: LayoutEnvironment.Direction, size: Double,
    weight: Int
  ) -> [BrokenLine] {
    let layout = TextLayout(face: face(size, weight))
    let rows = layout.rows(
      text, maximum: width * scale, limit: limit,
      direction: direction == .rightToLeft ? .automaticFromRight : .automatic)
    return rows.map {
      BrokenLine(text: $0.text, advance: $0.advance / scale, isRightToLeft: $0.isRightToLeft)
    }
  }

  private func face(_ size: Double, _ weight: Int) -> Typeface {
    (try? faces.face(pixels: size * scale, weight: TextStyle.Weight(css: weight))) ?? fallback
  }
}

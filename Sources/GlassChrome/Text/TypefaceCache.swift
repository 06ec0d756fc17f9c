/// The faces in use, one per size and weight; faces of a weight share their fallbacks. For one thread at a time.
///
/// Measuring and drawing take faces from one cache, or from two alike: only this type decides which
/// size and weight stand for a request.
final class TypefaceCache {
  /// Em sizes in pixels. Below 9 even hinted text is illegible: smaller sizes are measured and drawn as 9.
  static let sizes = 9.0...512
  private struct Key: Hashable {
    var pixels64: Int
    var weight: TextStyle.Weight
  }

  private let analyzer: TextAnalyzer
  private let language: ScreenLanguage
  private var fallbacks: [TextStyle.Weight: FontFallbacks] = [:]
  private var faces: [Key: Typeface] = [:]

  /// - Parameter language: of the words to come.
  /// - Throws: ``GlassError/typography(code:)`` if ICU can't be set up,
  ///   ``GlassError/noLetters(language:)`` if words in the language would be boxes.
  init(_ language: ScreenLanguage = .english) throws(GlassError) {
    self.language = language
    analyzer = try TextAnalyzer()
    // The usual fonts have these.
    if language == .english { return }
    guard try face(pixels: 16, weight: .regular).has(language.letters) else {
      throw .noLetters(language: language)
    }
  }

  var count: Int { faces.count }

  /// The face of a size, made on first request.
  ///
  /// - Parameter pixels: em size, to 1/64 pixel, clamped to `sizes`.
  /// - Throws: ``GlassError`` if no font is found or it can't be used.
  func face(pixels: Double, weight: TextStyle.Weight) throws(GlassError) -> Typeface {
    let key = Key(pixels64: Self.pixels64(pixels), weight: weight)
    if let known = faces[key] { return known }
    let fallbacks = fallbacks(for: weight)
    let face = try Typeface(
      pixels: Double(key.pixels64) / 64, weight: weight, fallbacks: fallbacks, analyzer: analyzer,
      language: language)
    faces[key] = face
    return face
  }

  /// The size that stands for a requested one, in 1/64 pixel.
  static func pixels64(_ pixels: Double) -> Int {
    let held = pixels.isNaN ? sizes.lowerBound : min(max(pixels, sizes.lowerBound), sizes.upperBound)
    return Int((held * 64).rounded())
  }

  private func fallbacks(for weight: TextStyle.Weight) -> FontFallbacks {
    if let known = fallbacks[weight] { return known }
    let made = FontFallbacks(weight: weight, families: language.families)
    fallbacks[weight] = made
    return made
  }
}

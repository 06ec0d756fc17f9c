/// The faces in use, one a size and weight; faces of a weight share their fallbacks. For one thread at a time.
final class TypefaceCache {
  private struct Key: Hashable {
    var pixels64: Int
    var weight: FontWeight
  }

  private let analyzer: TextAnalyzer
  private var fallbacks: [FontWeight: FontFallbacks] = [:]
  private var faces: [Key: Typeface] = [:]

  /// - Throws: ``GlassError/typography(code:)`` when ICU can't be set up.
  init() throws(GlassError) { analyzer = try TextAnalyzer() }

  var count: Int { faces.count }

  /// The face of a size, made when it is first asked for.
  ///
  /// - Parameter pixels: the em's size, to 1/64 pixel, held within 1...1,024.
  /// - Throws: ``GlassError`` when no font is found or it can't be used.
  func face(pixels: Double, weight: FontWeight) throws(GlassError) -> Typeface {
    let held = pixels.isNaN ? 1 : min(max(pixels, 1), 1_024)
    let key = Key(pixels64: Int((held * 64).rounded()), weight: weight)
    if let known = faces[key] { return known }
    let fallbacks = fallbacks(for: weight)
    let face = try Typeface(
      pixels: Double(key.pixels64) / 64, weight: weight, fallbacks: fallbacks, analyzer: analyzer)
    faces[key] = face
    return face
  }

  private func fallbacks(for weight: FontWeight) -> FontFallbacks {
    if let known = fallbacks[weight] { return known }
    let made = FontFallbacks(weight: weight)
    fallbacks[weight] = made
    return made
  }
}

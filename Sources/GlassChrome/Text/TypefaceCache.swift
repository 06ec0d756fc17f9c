/// The faces in use, one a size and weight; faces of a weight share their fallbacks. For one thread at a time.
///
/// Whoever measures and whoever draws takes faces from one, or from two that are alike: which size and weight stands
/// for which is settled here alone.
final class TypefaceCache {
  /// Pixels of the em. Under 9 even hinted text can't be read: what is asked for smaller is measured and drawn so.
  static let sizes = 9.0...512
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
  /// - Parameter pixels: the em's size, to 1/64 pixel, held within ``sizes``.
  /// - Throws: ``GlassError`` when no font is found or it can't be used.
  func face(pixels: Double, weight: FontWeight) throws(GlassError) -> Typeface {
    let key = Key(pixels64: Self.pixels64(pixels), weight: weight)
    if let known = faces[key] { return known }
    let fallbacks = fallbacks(for: weight)
    let face = try Typeface(
      pixels: Double(key.pixels64) / 64, weight: weight, fallbacks: fallbacks, analyzer: analyzer)
    faces[key] = face
    return face
  }

  /// The size that stands for one that is asked for, in 1/64 pixel.
  static func pixels64(_ pixels: Double) -> Int {
    let held = pixels.isNaN ? sizes.lowerBound : min(max(pixels, sizes.lowerBound), sizes.upperBound)
    return Int((held * 64).rounded())
  }

  private func fallbacks(for weight: FontWeight) -> FontFallbacks {
    if let known = fallbacks[weight] { return known }
    let made = FontFallbacks(weight: weight)
    fallbacks[weight] = made
    return made
  }
}

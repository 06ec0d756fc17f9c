/// The lines drawn so far, each made once.
final class TypeStore {
  private struct LineKey: Hashable {
    var text: String
    var pixels64: Int
    var weight: TextStyle.Weight
    var isRightToLeft: Bool
  }

  private static let capacity = 1024

  private let faces: TypefaceCache
  private var lines: [LineKey: TextLine] = [:]
  private let fallback: Typeface

  /// - Parameter language: of the words to come.
  /// - Throws: ``GlassError`` if there is no usable font, or none with the language's letters.
  init(_ language: ScreenLanguage = .english) throws(GlassError) {
    faces = try TypefaceCache(language)
    fallback = try faces.face(pixels: 16, weight: .medium)
  }

  /// - Parameters:
  ///   - size: em size in pixels, clamped to `TypefaceCache.sizes`.
  ///   - weight: CSS weight; the nearest available one is used.
  func face(size: Double, weight: Int) -> Typeface {
    // The family was found before; if a size fails, words in another size are better than none.
    (try? faces.face(pixels: size, weight: TextStyle.Weight(css: weight))) ?? fallback
  }

  /// A shaped and drawn line in its paragraph's direction, which may differ from its first letter's.
  func line(_ text: String, size: Double, weight: Int, isRightToLeft: Bool) -> TextLine {
    let key = LineKey(
      text: text, pixels64: TypefaceCache.pixels64(size), weight: TextStyle.Weight(css: weight),
      isRightToLeft: isRightToLeft)
    if let line = lines[key] { return line }
    if lines.count >= Self.capacity { lines.removeAll() }
    let line = face(size: size, weight: weight).line(
      text, direction: isRightToLeft ? .rightToLeft : .leftToRight)
    lines[key] = line
    return line
  }
}

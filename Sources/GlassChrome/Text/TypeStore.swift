/// The faces and lines that have been needed so far, each made once.
final class TypeStore {
  /// Under 9 pixels even hinted text can't be read.
  static let smallest = 9.0

  private struct FaceKey: Hashable {
    var sixtyFourths: Int
    var weight: Int
  }

  private struct LineKey: Hashable {
    var text: String
    var face: FaceKey
  }

  private var faces: [FaceKey: Typeface] = [:]
  private var lines: [LineKey: TextLine] = [:]
  private let fallback: Typeface

  /// - Throws: ``GlassError`` when there is no usable font.
  init() throws(GlassError) { fallback = try Typeface(pixels: 16, weight: .medium) }

  private func key(_ size: Double, _ weight: Int) -> FaceKey {
    FaceKey(sixtyFourths: Int((min(max(size, Self.smallest), 512) * 64).rounded()), weight: weight)
  }

  /// - Parameters:
  ///   - size: of the em in pixels, held within 9...512.
  ///   - weight: CSS weight; the nearest of those that exist is taken.
  func face(size: Double, weight: Int) -> Typeface {
    let key = key(size, weight)
    if let face = faces[key] { return face }
    let nearest: FontWeight = weight < 450 ? .regular : weight < 550 ? .medium : .semibold
    // The family was found once already; should a size fail, words in another size are better than none.
    guard let face = try? Typeface(pixels: Double(key.sixtyFourths) / 64, weight: nearest) else {
      return fallback
    }
    faces[key] = face
    return face
  }

  /// A shaped and drawn line.
  func line(_ text: String, face: Typeface, size: Double, weight: Int) -> TextLine {
    let key = LineKey(text: text, face: key(size, weight))
    if let line = lines[key] { return line }
    if lines.count >= 1024 { lines.removeAll() }
    let line = face.line(text)
    lines[key] = line
    return line
  }
}

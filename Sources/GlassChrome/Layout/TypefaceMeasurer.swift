/// Measures text by the fonts that draw it. For one thread at a time.
///
/// Each size and weight is opened once, and each line is shaped once.
public final class TypefaceMeasurer: TextMeasuring {
  private struct FaceKey: Hashable {
    var size: Double
    var weight: Int
  }

  private struct LineKey: Hashable {
    var face: FaceKey
    var text: String
  }

  private let scale: Double
  private var faces: [FaceKey: Typeface] = [:]
  private var lines: [LineKey: LineMetrics] = [:]

  /// - Parameter scale: pixels to the point, as in the environment of the layout.
  /// - Throws: ``GlassError`` when there is no usable font.
  public init(scale: Double) throws(GlassError) {
    self.scale = scale
    // The one that stands in where another can't be opened later.
    faces[FaceKey(size: 17, weight: 400)] = try Typeface(pixels: 17 * scale, weight: .regular)
  }

  public func line(_ text: String, size: Double, weight: Int) -> LineMetrics {
    let key = LineKey(face: FaceKey(size: size, weight: weight), text: text)
    if let known = lines[key] { return known }
    guard let face = face(key.face) else {
      return LineMetrics(advance: 0, ascent: size, descent: 0, capHeight: size)
    }
    let metrics = LineMetrics(
      advance: face.line(text).advance / scale, ascent: face.ascender / scale,
      descent: abs(face.descender) / scale, capHeight: face.capHeight / scale)
    lines[key] = metrics
    return metrics
  }

  private func face(_ key: FaceKey) -> Typeface? {
    if let known = faces[key] { return known }
    let weight: FontWeight =
      switch key.weight {
      case ..<450: .regular
      case ..<550: .medium
      default: .semibold
      }
    let face =
      (try? Typeface(pixels: key.size * scale, weight: weight)) ?? faces[FaceKey(size: 17, weight: 400)]
    faces[key] = face
    return face
  }
}

import PixelTypes

/// Numbers as coverage, for ink over a picture: signs, digits and the point are shaped and drawn once and set as
/// tabular figures, so that a changing number doesn't jitter.
///
/// For one thread at a time. Setting a number allocates nothing once `spans` has grown.
public final class FigureInk {
  private let face: Typeface
  /// Height of the digits, in pixels.
  public var height: Double { face.capHeight }

  /// Opens the usual font, semibold.
  ///
  /// - Parameter pixels: em size.
  /// - Throws: ``GlassError`` when there is no usable font.
  public init(pixels: Double) throws(GlassError) {
    face = try Typeface(pixels: pixels, weight: .semibold)
  }

  /// A number with a sign and one decimal.
  private static func text(_ value: Double) -> FigureText {
    let tenths = value.isFinite ? Int((min(max(value, -999), 999) * 10).rounded()) : 0
    var text = FigureText()
    if tenths != 0 { text.append(tenths < 0 ? 45 : 43) }
    text.append(number: abs(tenths) / 10)
    text.append(46)
    text.append(number: abs(tenths) % 10)
    return text
  }

  /// Width of a number in pixels, as set by ``set(_:x:baseline:clip:into:)``.
  public func width(of value: Double) -> Double { Self.text(value).width(in: face) }

  /// Covers a number, as in `-1.4` or `+0.5`: sign, whole part, one decimal.
  ///
  /// - Parameters:
  ///   - value: clamped to ±999; 0 has no sign, and values that aren't finite count as 0.
  ///   - x: where the pen starts, in pixels.
  ///   - baseline: the row below the digits' feet.
  ///   - clip: pixels outside are left out.
  ///   - spans: replaced by the result, sorted by row.
  public func set(
    _ value: Double, x: Double, baseline: Int, clip: PixelRect, into spans: inout CoverageSpans
  ) {
    spans.spans.removeAll(keepingCapacity: true)
    let text = Self.text(value)
    let rise = Int(face.ascender.rounded(.up)) + 2
    let fall = Int(-face.descender.rounded(.down)) + 2
    for row in max(clip.y, baseline - rise)..<max(clip.y, min(clip.maxY, baseline + fall)) {
      var pen = x
      for i in 0..<text.count {
        let quarters = Int((pen * 4).rounded())
        if let index = face.figureIndex(text[i], phase: quarters & 3) {
          append(face.figure(index), x: quarters >> 2, row: row, baseline: baseline, clip, &spans)
        }
        pen += face.advance(ofFigure: text[i])
      }
    }
  }

  private func append(
    _ mask: borrowing GlyphMask, x: Int, row: Int, baseline: Int, _ clip: PixelRect,
    _ spans: inout CoverageSpans
  ) {
    let y = row - baseline - mask.top
    guard (0..<mask.height).contains(y) else { return }
    for column in 0..<mask.width {
      let coverage = mask.coverage[y * mask.width + column]
      let place = x + mask.left + column
      guard coverage > 0, place >= clip.x, place < clip.maxX else { continue }
      spans.spans.append(CoverageSpan(x: Int32(place), y: Int32(row), length: 1, coverage: coverage))
    }
  }
}

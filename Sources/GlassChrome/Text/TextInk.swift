import PixelTypes

/// A line of text as coverage, for ink over a picture, and the edge around it. For one thread at a time.
///
/// Setting the current text again allocates nothing once `spans` has grown.
package final class TextInk {
  /// Height of capitals, in pixels.
  package let height: Double
  /// Width of the text in pixels, without its edge.
  package private(set) var width = 0
  private let face: Typeface
  private let edgeWidth: Double
  private var text: String?
  private var core = GlyphMask.empty
  private var edge = GlyphMask.empty

  /// Opens the usual font, semibold.
  ///
  /// - Parameters:
  ///   - pixels: em size.
  ///   - edgeWidth: how far the edge reaches beyond the letters, in pixels.
  /// - Throws: ``GlassError`` when there is no usable font.
  package init(pixels: Double, edgeWidth: Double = 1) throws(GlassError) {
    face = try Typeface(pixels: pixels, weight: .semibold)
    height = face.capHeight
    self.edgeWidth = edgeWidth
  }

  /// Sets another text.
  ///
  /// - Parameters:
  ///   - text: one line, of any script.
  ///   - maximum: greatest width in pixels; longer text is cut, with "…".
  ///   - mode: where.
  package func set(_ text: String, maximum: Double, mode: TruncationMode = .tail) {
    guard text != self.text else { return }
    self.text = text
    let shown =
      mode == .tail ? text : text.truncatedInMiddle { face.metrics($0, .automatic).advance <= maximum }
    let line = face.line(shown, maximum: maximum)
    width = Int(line.advance.rounded(.up))
    core = line.mask
    edge = line.mask.widened(by: edgeWidth)
  }

  /// How far another text moves the pen, in pixels.
  package func advance(_ text: String) -> Double { face.metrics(text, .automatic).advance }

  /// Covers the text.
  ///
  /// - Parameters:
  ///   - part: the letters, or the edge beneath them.
  ///   - x: column where the pen starts.
  ///   - baseline: the row below the letters' feet.
  ///   - clip: pixels outside are left out.
  ///   - spans: replaced by the result, sorted by row.
  package func cover(
    _ part: FigureInk.Part, x: Int, baseline: Int, clip: PixelRect, into spans: inout CoverageSpans
  ) {
    spans.removeAll()
    let mask = part == .edge ? edge : core
    spans.append(
      mask.coverage.span, columns: mask.width, rows: mask.height, x: x + mask.left, y: baseline + mask.top,
      clip: clip)
  }
}

extension CoverageSpans {
  /// Adds the covered pixels of a mask, in runs of equal coverage.
  ///
  /// - Parameters:
  ///   - coverage: `rows` × `columns`, without gaps.
  ///   - x: column of the mask's left edge.
  ///   - y: row of its top.
  ///   - clip: pixels outside are left out.
  mutating func append(_ coverage: Span<UInt8>, columns: Int, rows: Int, x: Int, y: Int, clip: PixelRect) {
    let first = max(0, clip.y - y)
    for row in first..<max(first, min(rows, clip.maxY - y)) {
      var column = max(0, clip.x - x)
      let end = min(columns, clip.maxX - x)
      while column < end {
        let covered = coverage[row * columns + column]
        let start = column
        repeat { column += 1 } while column < end && coverage[row * columns + column] == covered
        guard covered > 0 else { continue }
        append(
          CoverageSpan(
            x: Int32(x + start), y: Int32(y + row), length: Int32(column - start), coverage: covered))
      }
    }
  }
}

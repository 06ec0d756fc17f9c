import GlassChrome
import PixelTypes

extension CoverageSpans {
  /// Adds the parts of other spans that lie outside a rectangle.
  package mutating func append(_ others: borrowing CoverageSpans, outside rect: PixelRect) {
    for index in others.spans.indices {
      let span = others.spans[index]
      guard Int(span.y) >= rect.y, Int(span.y) < rect.maxY else {
        append(span)
        continue
      }
      let (start, end) = (Int(span.x), Int(span.x) + Int(span.length))
      append(span, from: start, to: min(end, rect.x))
      append(span, from: max(start, rect.maxX), to: end)
    }
  }

  private mutating func append(_ span: CoverageSpan, from x: Int, to end: Int) {
    guard x < end else { return }
    append(CoverageSpan(x: Int32(x), y: span.y, length: Int32(end - x), coverage: span.coverage))
  }

  /// These spans without their parts in a rectangle.
  package func outside(_ rect: PixelRect) -> CoverageSpans {
    var result = CoverageSpans()
    result.append(self, outside: rect)
    return result
  }
}

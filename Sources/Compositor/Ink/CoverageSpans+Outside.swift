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

extension CoverageSpans {
  /// These spans, thinner the more others cover the same pixels. Both are sorted by row; allocates.
  package func beside(_ others: CoverageSpans, width: Int) -> CoverageSpans {
    var result = CoverageSpans()
    var row = [Int32](repeating: 0, count: width)
    var next = others.spans.startIndex
    var index = spans.startIndex
    while index < spans.endIndex {
      let y = spans[index].y
      for x in row.indices { row[x] = 0 }
      while next < others.spans.endIndex, others.spans[next].y <= y {
        let span = others.spans[next]
        if span.y == y {
          for x in Int(span.x)..<Int(span.x + span.length) { row[x] = max(row[x], Int32(span.coverage)) }
        }
        next += 1
      }
      while index < spans.endIndex, spans[index].y == y {
        let span = spans[index]
        for x in span.x..<span.x + span.length {
          let coverage = Int32(span.coverage) * (255 - row[Int(x)]) / 255
          if coverage > 0 { result.append(CoverageSpan(x: x, y: y, length: 1, coverage: UInt8(coverage))) }
        }
        index += 1
      }
    }
    return result
  }
}

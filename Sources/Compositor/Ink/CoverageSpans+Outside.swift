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
  /// These spans, thinner the more others cover the same pixels. Both are in order; allocates.
  package func beside(_ others: borrowing CoverageSpans) -> CoverageSpans {
    var result = CoverageSpans()
    // The others in the current row.
    var row = 0..<0
    for index in spans.indices {
      let span = spans[index]
      if row.isEmpty || others.spans[row.lowerBound].y != span.y {
        var (start, end) = (row.upperBound, row.upperBound)
        while start < others.spans.count, others.spans[start].y < span.y { start += 1 }
        end = max(end, start)
        while end < others.spans.count, others.spans[end].y == span.y { end += 1 }
        row = start..<end
      }
      let near = row.filter {
        others.spans[$0].x < span.x + span.length && others.spans[$0].x + others.spans[$0].length > span.x
      }
      if near.isEmpty {
        result.append(span)
        continue
      }
      for x in span.x..<span.x + span.length {
        var covered: UInt8 = 0
        for other in near
        where others.spans[other].x <= x && x < others.spans[other].x + others.spans[other].length {
          covered = max(covered, others.spans[other].coverage)
        }
        let coverage = Int(span.coverage) * (255 - Int(covered)) / 255
        if coverage > 0 {
          result.append(CoverageSpan(x: x, y: span.y, length: 1, coverage: UInt8(coverage)))
        }
      }
    }
    return result
  }
}

import PixelTypes

/// Neighbouring pixels of one row with equal coverage.
package struct CoverageSpan: Hashable, Sendable {
  /// Column of the first pixel.
  package var x: Int32
  /// Row, counted downwards.
  package var y: Int32
  /// Number of pixels, at least 1.
  package var length: Int32
  /// Covered share of each pixel's area, 1...255 for (0, 1].
  package var coverage: UInt8

  /// A span of `length` pixels from (`x`, `y`) to the right.
  package init(x: Int32, y: Int32, length: Int32, coverage: UInt8) {
    self.x = x
    self.y = y
    self.length = length
    self.coverage = coverage
  }
}

/// The pixels a shape covers, row by row from the top, each row from the left, without repeats.
///
/// The storage is reused for the next shape, so a steady picture allocates nothing.
package struct CoverageSpans: Sendable {
  /// The spans, in that order.
  package internal(set) var spans: [CoverageSpan] = []

  /// No spans.
  package init() {}

  /// Whether nothing is covered.
  package var isEmpty: Bool { spans.isEmpty }

  /// Adds a span. Rows must come in order, and no pixel may repeat.
  package mutating func append(_ span: CoverageSpan) { spans.append(span) }

  /// Reserves storage for `count` spans.
  package mutating func reserveCapacity(_ count: Int) { spans.reserveCapacity(count) }

  /// Removes all spans but keeps their storage.
  package mutating func removeAll() { spans.removeAll(keepingCapacity: true) }

  /// The smallest rectangle around the part of it inside a clip; empty if there is none.
  func bounds(in clip: PixelRect) -> PixelRect {
    let all = bounds
    guard all.intersection(clip) != all else { return all }
    var inside = CoverageSpans()
    for var span in spans where Int(span.y) >= clip.y && Int(span.y) < clip.maxY {
      let (x, end) = (max(span.x, Int32(clip.x)), min(span.x + span.length, Int32(clip.maxX)))
      guard x < end else { continue }
      (span.x, span.length) = (x, end - x)
      inside.spans.append(span)
    }
    return inside.bounds
  }

  mutating func move(byX x: Int, y: Int) {
    for i in spans.indices {
      spans[i].x += Int32(x)
      spans[i].y += Int32(y)
    }
  }

  /// Where the spans of row `y` and those below it begin.
  func firstIndex(from y: Int) -> Int {
    var (low, high) = (0, spans.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(spans[middle].y) < y { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The smallest rectangle around all spans; empty if there are none.
  package var bounds: PixelRect {
    guard let first = spans.first, let last = spans.last else { return .empty }
    var left = first.x
    var right = first.x
    for span in spans {
      left = min(left, span.x)
      right = max(right, span.x + span.length)
    }
    return PixelRect(
      x: Int(left), y: Int(first.y), width: Int(right - left), height: Int(last.y - first.y) + 1)
  }
}

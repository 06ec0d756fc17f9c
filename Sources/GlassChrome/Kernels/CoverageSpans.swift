import PixelTypes

/// Pixels of one row that a shape covers alike.
public struct CoverageSpan: Hashable, Sendable {
  /// First pixel's column.
  public var x: Int32
  /// Row, downwards.
  public var y: Int32
  /// Number of pixels, at least 1.
  public var length: Int32
  /// Covered share of each pixel's area, 1...255 for (0, 1].
  public var coverage: UInt8

  public init(x: Int32, y: Int32, length: Int32, coverage: UInt8) {
    self.x = x
    self.y = y
    self.length = length
    self.coverage = coverage
  }
}

/// The pixels that a shape covers, row by row from the top, each row from the left; no pixel twice.
///
/// The storage is kept when it is filled again, so that a steady picture allocates nothing.
public struct CoverageSpans: Sendable {
  public internal(set) var spans: [CoverageSpan] = []

  public init() {}

  public var isEmpty: Bool { spans.isEmpty }

  /// Adds a span. Rows must come in order, and no pixel twice.
  public mutating func append(_ span: CoverageSpan) { spans.append(span) }

  /// Makes room for `count` spans.
  public mutating func reserveCapacity(_ count: Int) { spans.reserveCapacity(count) }

  public mutating func removeAll() { spans.removeAll(keepingCapacity: true) }

  /// The smallest rectangle around all spans; empty when there are none.
  public var bounds: PixelRect {
    guard let first = spans.first, let last = spans.last else {
      return PixelRect(x: 0, y: 0, width: 0, height: 0)
    }
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

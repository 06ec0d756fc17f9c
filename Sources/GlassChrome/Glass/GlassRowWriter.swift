/// Assembles rows of glass from left to right; a sample that continues a segment lengthens it.
struct GlassRowWriter {
  private(set) var rows = GlassRows()
  /// Where the row's last segment ends; −1 before the first.
  private var end = -1

  init(height: Int) { rows.starts.reserveCapacity(height + 1) }

  mutating func endRow() {
    rows.starts.append(Int32(rows.segments.count))
    end = -1
  }

  /// Whether the row's last segment ends at a column.
  func reaches(_ column: Int) -> Bool { end == column }

  /// Lengthens the last segment.
  mutating func lengthen(by count: Int) {
    rows.segments[rows.segments.count - 1].count += Int32(count)
    end += count
  }

  mutating func append(_ segment: GlassRows.Segment) {
    if end == Int(segment.x), rows.segments[rows.segments.count - 1].isContinued(by: segment) {
      lengthen(by: Int(segment.count))
      return
    }
    rows.segments.append(segment)
    end = Int(segment.x + segment.count)
  }

  mutating func append(_ pixel: EdgeLook, at column: Int) {
    rows.pixels.append(pixel)
    if end == column, rows.segments[rows.segments.count - 1].kind == .pixels {
      lengthen(by: 1)
      return
    }
    rows.segments.append(
      GlassRows.Segment(
        kind: .pixels, x: Int32(column), count: 1, opacity: 256, look: .middle(lens: 0),
        first: Int32(rows.pixels.count - 1)))
    end = column + 1
  }
}

extension GlassRows.Segment {
  /// Whether `other`, which begins where this segment ends, is drawn the same way.
  fileprivate func isContinued(by other: Self) -> Bool {
    kind != .pixels && kind == other.kind && look == other.look && opacity == other.opacity
  }
}

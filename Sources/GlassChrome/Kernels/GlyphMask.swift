/// A small picture of 8-bit coverage, placed relative to the pen on the baseline.
struct GlyphMask {
  var width: Int
  var height: Int
  /// Columns from the pen to the left edge.
  var left: Int
  /// Rows from the baseline to the top edge; negative is up.
  var top: Int
  /// `height × width` values, 255 for full coverage.
  var coverage: [UInt8]

  static let empty = GlyphMask(width: 0, height: 0, left: 0, top: 0, coverage: [])
}

extension GlyphMask {
  /// Overlays masks and adds their coverage: a line's glyphs touch, but don't hide each other.
  init(merging masks: [GlyphMask]) {
    self = .empty
    guard let first = masks.first else { return }
    var (x0, y0, x1, y1) = (first.left, first.top, first.left, first.top)
    for mask in masks {
      x0 = min(x0, mask.left)
      y0 = min(y0, mask.top)
      x1 = max(x1, mask.left + mask.width)
      y1 = max(y1, mask.top + mask.height)
    }
    (left, top, width, height) = (x0, y0, x1 - x0, y1 - y0)
    coverage = Array(repeating: 0, count: width * height)
    for mask in masks { add(mask) }
  }

  private mutating func add(_ mask: GlyphMask) {
    for y in 0..<mask.height {
      let from = y * mask.width
      let to = (mask.top - top + y) * width + mask.left - left
      for x in 0..<mask.width {
        let ink = mask.coverage[from + x]
        if ink > 0 { coverage[to + x] = UInt8(min(Int(coverage[to + x]) + Int(ink), 255)) }
      }
    }
  }
}

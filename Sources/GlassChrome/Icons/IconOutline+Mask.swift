import Geometry
import PixelTypes

extension IconOutline {
  /// Draws the icon as coverage, with its box's corner at (0, 0).
  ///
  /// - Parameters:
  ///   - pixels: side of the box, at most 4,096.
  ///   - x: moves the box right by a fraction of a pixel, 0 … 1.
  ///   - y: moves the box down, likewise.
  func mask(pixels: Double, x: Double = 0, y: Double = 0, rasterizer: OutlineRasterizer) -> GlyphMask {
    guard pixels > 0, pixels <= 4_096, 0...1 ~= x, 0...1 ~= y else { return .empty }
    let side = Int((pixels + max(x, y)).rounded(.up))
    let scale = pixels / Self.boxSize
    let transform = AffineTransform(a: scale, b: 0, c: 0, d: scale, tx: x, ty: y)
    let clip = PixelRect(x: 0, y: 0, width: side, height: side)
    var mask = GlyphMask(
      width: side, height: side, left: 0, top: 0, coverage: Array(repeating: 0, count: side * side))
    var spans = CoverageSpans()
    rasterizer.fill(fills, transform: transform, clip: clip, into: &spans)
    mask.cover(spans)
    rasterizer.stroke(
      strokes, width: Self.lineWidth * scale, transform: transform, clip: clip, into: &spans)
    mask.cover(spans)
    return mask
  }
}

extension GlyphMask {
  /// Combines spans with the mask, keeping the greater coverage.
  fileprivate mutating func cover(_ spans: CoverageSpans) {
    for span in spans.spans {
      let start = Int(span.y) * width + Int(span.x)
      for i in start..<start + Int(span.length) { coverage[i] = max(coverage[i], span.coverage) }
    }
  }
}

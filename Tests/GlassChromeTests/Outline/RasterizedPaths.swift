import GlassChrome
import HUDGeometry
import PixelTypes

extension Path {
  /// Lines from point to point.
  init(_ points: Point...) {
    self.init()
    for (i, p) in points.enumerated() { if i == 0 { move(to: p) } else { line(to: p) } }
  }
}

extension CoverageSpans {
  static func filling(_ path: Path, clip: PixelRect) throws -> CoverageSpans {
    var spans = CoverageSpans()
    try OutlineRasterizer().fill(path, transform: .identity, clip: clip, into: &spans)
    return spans
  }

  static func stroking(
    _ path: Path, width: Double, cap: StrokeCap = .round, transform: AffineTransform = .identity,
    clip: PixelRect
  ) throws -> CoverageSpans {
    var spans = CoverageSpans()
    try OutlineRasterizer().stroke(
      path, width: width, cap: cap, transform: transform, clip: clip, into: &spans)
    return spans
  }

  /// Pixels' worth of coverage.
  var area: Double { spans.reduce(0) { $0 + Double($1.length) * Double($1.coverage) / 255 } }

  /// Coverage by column and row.
  var pixels: [SIMD2<Int>: UInt8] {
    var pixels: [SIMD2<Int>: UInt8] = [:]
    for span in spans {
      for x in span.x..<span.x + span.length { pixels[SIMD2(Int(x), Int(span.y))] = span.coverage }
    }
    return pixels
  }
}

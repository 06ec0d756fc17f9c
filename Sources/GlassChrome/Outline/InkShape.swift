import Geometry
import PixelTypes

/// A shape's coverage at luma and chroma resolution, computed once and drawn in every frame.
struct InkShape {
  private(set) var luma = CoverageSpans()
  private(set) var chroma = CoverageSpans()

  /// The inside of a path in canvas pixels.
  init(
    filling path: Path, within clip: PixelRect, subsampling: ChromaSubsampling, rasterizer: OutlineRasterizer
  ) {
    rasterizer.fill(path, transform: .identity, clip: clip, into: &luma)
    rasterizer.fill(
      path, transform: .scale(1 / Double(subsampling.horizontal), 1 / Double(subsampling.vertical)),
      clip: subsampling.chroma(clip), into: &chroma)
  }

  /// A line along a path in canvas pixels. Chroma coverage is luma's, averaged over each chroma sample.
  init(
    stroking path: Path, width: Double, within clip: PixelRect, subsampling: ChromaSubsampling,
    rasterizer: OutlineRasterizer
  ) {
    rasterizer.stroke(path, width: width, transform: .identity, clip: clip, into: &luma)
    chroma = Self.reduced(luma, subsampling)
  }

  /// The shape moved by whole pixels; `nil` if that makes its chroma samples cover other pixels.
  func moved(byX x: Int, y: Int, _ subsampling: ChromaSubsampling) -> InkShape? {
    let (h, v) = (subsampling.horizontal, subsampling.vertical)
    guard x.isMultiple(of: h), y.isMultiple(of: v) else { return nil }
    if x == 0, y == 0 { return self }
    var moved = self
    moved.luma.move(byX: x, y: y)
    moved.chroma.move(byX: x / h, y: y / v)
    return moved
  }

  /// Coverage averaged over each chroma sample's pixels.
  private static func reduced(_ spans: CoverageSpans, _ subsampling: ChromaSubsampling) -> CoverageSpans {
    let (h, v) = (Int32(subsampling.horizontal), Int32(subsampling.vertical))
    if h == 1, v == 1 { return spans }
    let bounds = spans.bounds
    let first = Int32(bounds.x) / h
    var reduced = CoverageSpans()
    var sums = [Int](repeating: 0, count: bounds.width / Int(h) + 2)
    var next = 0
    while next < spans.spans.count {
      let row = spans.spans[next].y / v
      while next < spans.spans.count, spans.spans[next].y / v == row {
        let span = spans.spans[next]
        for x in span.x..<span.x + span.length { sums[Int(x / h - first)] += Int(span.coverage) }
        next += 1
      }
      for i in sums.indices where sums[i] > 0 {
        let coverage = UInt8(min((sums[i] + Int(h * v) / 2) / Int(h * v), 255))
        if coverage > 0 {
          reduced.spans.append(CoverageSpan(x: first + Int32(i), y: row, length: 1, coverage: coverage))
        }
        sums[i] = 0
      }
    }
    return reduced
  }
}

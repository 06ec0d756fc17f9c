import HUDGeometry
import PixelTypes

/// A shape's coverage at luma and chroma resolution, computed once and drawn in each frame.
struct InkShape {
  private(set) var luma = CoverageSpans()
  private(set) var chroma = CoverageSpans()

  init() {}

  /// The inside of a path in canvas pixels.
  init(
    filling path: Path, within clip: PixelRect, subsampling: ChromaSubsampling, rasterizer: OutlineRasterizer
  ) {
    rasterizer.fill(path, transform: .identity, clip: clip, into: &luma)
    let (h, v) = (subsampling.horizontal, subsampling.vertical)
    rasterizer.fill(
      path, transform: .scale(1 / Double(h), 1 / Double(v)), clip: Self.chromaClip(clip, h, v), into: &chroma)
  }

  /// A line along a path in canvas pixels. Chroma coverage is luma's, averaged over each chroma sample.
  init(
    stroking path: Path, width: Double, within clip: PixelRect, subsampling: ChromaSubsampling,
    rasterizer: OutlineRasterizer
  ) {
    rasterizer.stroke(path, width: width, transform: .identity, clip: clip, into: &luma)
    chroma = Self.reduced(luma, subsampling)
  }

  private static func chromaClip(_ clip: PixelRect, _ h: Int, _ v: Int) -> PixelRect {
    PixelRect(x: clip.x / h, y: clip.y / v, width: clip.width / h, height: clip.height / v)
  }

  /// Coverage averaged over each chroma sample's pixels.
  private static func reduced(_ spans: CoverageSpans, _ subsampling: ChromaSubsampling) -> CoverageSpans {
    let (h, v) = (Int32(subsampling.horizontal), Int32(subsampling.vertical))
    if h == 1, v == 1 { return spans }
    var sums: [Int64: Int] = [:]
    for span in spans.spans {
      for x in span.x..<span.x + span.length {
        let key = Int64(span.y / v) << 32 | Int64(x / h)
        sums[key, default: 0] += Int(span.coverage)
      }
    }
    var reduced = CoverageSpans()
    for (key, sum) in sums.sorted(by: { $0.key < $1.key }) {
      let coverage = UInt8(min((sum + Int(h * v) / 2) / Int(h * v), 255))
      if coverage > 0 {
        reduced.spans.append(
          CoverageSpan(x: Int32(key & 0xFFFF_FFFF), y: Int32(key >> 32), length: 1, coverage: coverage))
      }
    }
    return reduced
  }
}

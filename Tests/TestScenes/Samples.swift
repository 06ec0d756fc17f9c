import PixelTypes
import TestSupport

// Loops over whole pictures stand here, where they are optimized.
extension PixelPlane {
  /// All samples, without the rows' padding.
  package func allSamples() -> [UInt8] {
    withBytes { bytes in
      var samples: [UInt8] = []
      samples.reserveCapacity(width * height)
      for y in 0..<height {
        for x in 0..<width { samples.append(bytes[y * bytesPerRow + x]) }
      }
      return samples
    }
  }

  package func fill(_ value: UInt8) {
    withMutableBytes { bytes in
      for i in bytes.indices { bytes[i] = value }
    }
  }

  /// Whether a sample of an area differs from another plane's by at least so much.
  package func differs(from other: PixelPlane, in area: PixelRect, byAtLeast least: Int) -> Bool {
    withBytes { mine in
      other.withBytes { others in
        for y in area.y..<area.maxY {
          for x in area.x..<area.maxX
          where abs(Int(mine[y * bytesPerRow + x]) - Int(others[y * other.bytesPerRow + x])) >= least {
            return true
          }
        }
        return false
      }
    }
  }
}

/// Of canvases that were filled with two values before the same was drawn on both: samples in viewfinders that were drawn, and samples
/// outside that weren't.
package func strays(
  _ canvases: [PlanarPicture], filled: [UInt8], viewfinders: [PixelRect]
) -> (touched: Int, missed: Int) {
  var (touched, missed) = (0, 0)
  let subsampling = canvases[0].subsampling
  for channel in 0..<3 {
    let planes = canvases.map { [$0.luma, $0.cb, $0.cr][channel] }
    let (a, b) = (planes[0].allSamples(), planes[1].allSamples())
    let (h, v) = channel == 0 ? (1, 1) : (subsampling.horizontal, subsampling.vertical)
    let width = planes[0].width
    for (x, y) in Places(0..<width, 0..<planes[0].height) {
      let sample = PixelRect(x: x * h, y: y * v, width: h, height: v)
      let at = y * width + x
      if viewfinders.contains(where: { $0.intersects(sample) }) {
        if a[at] != filled[0] || b[at] != filled[1] { touched += 1 }
      } else if a[at] != b[at] {
        missed += 1
      }
    }
  }
  return (touched, missed)
}

import CaptureKit
import JPEGCodec
import PixelTypes

/// Blanks blocks of raw frames.
package enum RawMasker {
  private static let level = UInt8(JPEGMasker.level)

  /// Fills the marked blocks of 8 × 8 pixels.
  ///
  /// - Parameters:
  ///   - buffer: the frame's bytes; one that is cut short is filled as far as it goes.
  ///   - count: how many there are of it.
  ///   - mask: of the frame's size.
  package static func hide(
    _ mask: borrowing BlockMask, in buffer: inout [UInt8], count: Int, _ format: StreamFormat
  ) {
    var bytes = buffer.mutableSpan
    let (width, height, row) = (format.size.width, format.size.height, format.bytesPerRow)
    for y in 0..<height {
      for column in 0..<mask.columns where mask.isTouched(column: column, row: y >> 3) {
        let (x, end) = (8 * column, min(8 * column + 8, width))
        switch format.pixelFormat {
        case .grey, .mjpeg: fill(&bytes, y * row + x..<y * row + end, count, level)
        case .nv12:
          fill(&bytes, y * row + x..<y * row + end, count, level)
          // A row of chroma for two of luma.
          let chroma = (height + y / 2) * row
          if y % 2 == 0 { fill(&bytes, chroma + x..<chroma + (end + 1) / 2 * 2, count, 128) }
        case .yuyv:
          let start = y * row + 2 * x
          // Two pixels in four bytes, also of the last one of an odd width.
          for at in stride(from: start, to: y * row + (end + 1) / 2 * 4, by: 1) where at < count {
            bytes[at] = (at - start) % 2 == 0 ? level : 128
          }
        }
      }
    }
  }

  @_lifetime(bytes: copy bytes)
  private static func fill(
    _ bytes: inout MutableSpan<UInt8>, _ range: Range<Int>, _ count: Int, _ value: UInt8
  ) {
    for at in range.lowerBound..<min(max(range.upperBound, range.lowerBound), max(count, range.lowerBound)) {
      bytes[at] = value
    }
  }
}

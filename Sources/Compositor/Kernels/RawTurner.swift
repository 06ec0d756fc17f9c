import CaptureKit
import PixelTypes

/// Turns and crops raw frames: luma pixel by pixel; where two pixels of a row then share chroma, it is their mean.
package struct RawTurner {
  package init() {}

  /// Turns a frame.
  ///
  /// - Parameters:
  ///   - region: what to keep of a turned frame of a given size, in pairs of pixels; `nil` for nothing.
  ///   - bytes: receives the frame, without gaps between rows; grows.
  ///   - format: of the frame; becomes the turned one's.
  /// - Returns: the number of bytes; 0 if the frame is incomplete, or nothing of it is kept.
  package func turn(
    _ frame: FrameSlot, _ turn: PictureTurn, region: (PixelSize) -> PixelRect?, into bytes: inout [UInt8],
    _ format: inout StreamFormat
  ) -> Int {
    let size = format.size
    guard var area = region(turn.turned(size)) else { return 0 }
    if format.pixelFormat != .grey {
      area.width -= area.width % 2
      area.height -= area.height % 2
    }
    guard !area.isEmpty else { return 0 }
    let row = format.bytesPerRow
    let isNV12 = format.pixelFormat == .nv12
    let rows = isNV12 ? size.height + (size.height + 1) / 2 : size.height
    guard frame.byteCount >= row * (rows - 1) + format.pixelFormat.minimumBytesPerRow(width: size.width)
    else {
      return 0
    }
    format.size = PixelSize(clampingWidth: area.width, height: area.height)
    format.bytesPerRow = format.pixelFormat.minimumBytesPerRow(width: area.width)
    let count = format.bytesPerRow * area.height + (isNV12 ? format.bytesPerRow * (area.height / 2) : 0)
    if bytes.count < count { bytes = [UInt8](repeating: 0, count: count) }
    var out = bytes.mutableSpan
    let pixelFormat = format.pixelFormat
    frame.withBytes { source in
      switch pixelFormat {
      case .grey, .mjpeg: Self.luma(source, row, 1, size, turn, area, into: &out, 1)
      case .nv12:
        Self.luma(source, row, 1, size, turn, area, into: &out, 1)
        Self.pairs(source, row, size, turn, area, into: &out)
      case .yuyv:
        Self.luma(source, row, 2, size, turn, area, into: &out, 2)
        Self.chroma(source, row, size, turn, area, into: &out)
      }
    }
    return count
  }

  /// Luma samples, `step` bytes apart.
  @_lifetime(out: copy out)
  private static func luma(
    _ source: Span<UInt8>, _ row: Int, _ step: Int, _ size: PixelSize, _ turn: PictureTurn, _ area: PixelRect,
    into out: inout MutableSpan<UInt8>, _ outStep: Int
  ) {
    for y in 0..<area.height {
      // Along a row the origin moves by the same amount each time.
      let first = turn.origin(x: area.x, y: area.y + y, in: size)
      let second = turn.origin(x: area.x + 1, y: area.y + y, in: size)
      let move = (second.y - first.y) * row + (second.x - first.x) * step
      var from = first.y * row + first.x * step
      var to = y * area.width * outStep
      for _ in 0..<area.width {
        out[to] = source[from]
        from += move
        to += outStep
      }
    }
  }

  /// NV12's pairs of chroma samples, one for 2 × 2 pixels.
  @_lifetime(out: copy out)
  private static func pairs(
    _ source: Span<UInt8>, _ row: Int, _ size: PixelSize, _ turn: PictureTurn, _ area: PixelRect,
    into out: inout MutableSpan<UInt8>
  ) {
    let half = PixelSize(clampingWidth: (size.width + 1) / 2, height: (size.height + 1) / 2)
    var to = area.width * area.height
    for y in 0..<area.height / 2 {
      for x in 0..<area.width / 2 {
        let origin = turn.origin(x: area.x / 2 + x, y: area.y / 2 + y, in: half)
        let from = size.height * row + origin.y * row + 2 * origin.x
        out[to] = source[from]
        out[to + 1] = source[from + 1]
        to += 2
      }
    }
  }

  /// YUYV's chroma: for two pixels side by side, the mean of theirs.
  @_lifetime(out: copy out)
  private static func chroma(
    _ source: Span<UInt8>, _ row: Int, _ size: PixelSize, _ turn: PictureTurn, _ area: PixelRect,
    into out: inout MutableSpan<UInt8>
  ) {
    for y in 0..<area.height {
      for pair in 0..<area.width / 2 {
        let left = turn.origin(x: area.x + 2 * pair, y: area.y + y, in: size)
        let right = turn.origin(x: area.x + 2 * pair + 1, y: area.y + y, in: size)
        let (one, other) = (left.y * row + left.x / 2 * 4, right.y * row + right.x / 2 * 4)
        let to = (y * area.width + 2 * pair) * 2
        out[to + 1] = UInt8((Int(source[one + 1]) + Int(source[other + 1]) + 1) / 2)
        out[to + 3] = UInt8((Int(source[one + 3]) + Int(source[other + 3]) + 1) / 2)
      }
    }
  }
}

/// The formats that dualcam accepts from a source.
public enum PixelFormat: String, Sendable, CaseIterable, Hashable {
  /// Motion JPEG: each frame is one baseline JPEG, possibly without its Huffman tables.
  case mjpeg
  /// Packed 4:2:2, bytes Y0 Cb Y1 Cr.
  case yuyv
  /// 4:2:0 in two planes: luma, then interleaved Cb Cr.
  case nv12
  /// Luma only, 8 bits.
  case grey

  /// V4L2's four-character code (`V4L2_PIX_FMT_MJPEG`, `_YUYV`, `_NV12`, `_GREY`).
  public var fourCharacterCode: String {
    switch self {
    case .mjpeg: "MJPG"
    case .yuyv: "YUYV"
    case .nv12: "NV12"
    case .grey: "GREY"
    }
  }

  /// The size of a complete raw frame in bytes; `nil` for compressed formats.
  ///
  /// - Parameters:
  ///   - height: rows of luma.
  ///   - bytesPerRow: of the first plane; NV12's second plane has the same.
  public func frameBytes(height: Int, bytesPerRow: Int) -> Int? {
    switch self {
    case .mjpeg: nil
    case .yuyv, .grey: height * bytesPerRow
    case .nv12: (height + (height + 1) / 2) * bytesPerRow
    }
  }

  /// The smallest `bytesPerRow` of the first plane for a width in pixels; 0 for compressed formats.
  public func minimumBytesPerRow(width: Int) -> Int {
    switch self {
    case .mjpeg: 0
    case .yuyv: (width + 1) / 2 * 4
    case .nv12: (width + 1) / 2 * 2
    case .grey: width
    }
  }
}

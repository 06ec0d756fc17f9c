import PixelTypes

/// The number of a V4L2 pixel format: four characters, the first in the lowest byte.
struct FourCharacterCode: Hashable, Sendable {
  var rawValue: UInt32

  init(rawValue: UInt32) { self.rawValue = rawValue }

  init(_ format: PixelFormat) { self.init(format.fourCharacterCode) }

  /// Requires exactly four ASCII characters.
  init(_ text: String) {
    rawValue = text.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The corresponding dualcam format; `nil` when unsupported. Some drivers say `JPEG` for Motion JPEG.
  var pixelFormat: PixelFormat? {
    if self == Self("JPEG") { return .mjpeg }
    return PixelFormat.allCases.first { Self($0) == self }
  }
}

extension FourCharacterCode: CustomStringConvertible {
  /// As `v4l2-ctl` prints it: bytes that aren't printable ASCII become `?`, and bit 31 becomes the suffix `-BE`.
  var description: String {
    let isBigEndian = rawValue & 1 << 31 != 0
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: (rawValue & ~(1 << 31)) >> (8 * $0)) }
    let printable = bytes.map { (0x20..<0x7F).contains($0) ? $0 : UInt8(ascii: "?") }
    let name = String(decoding: printable, as: UTF8.self)
    return isBigEndian ? name + "-BE" : name
  }
}

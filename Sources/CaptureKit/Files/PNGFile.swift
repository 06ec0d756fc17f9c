// W3C, "Portable Network Graphics (PNG) Specification (Third Edition)", 5.2 and 11.2.1. Decoded by libpng.

import CPNG
import PixelTypes

/// Converts PNGs to JPEGs, so that everything downstream is JPEG: 4:4:4, high quality, sRGB, transparent parts black.
final class PNGFile {
  /// The most a pixel takes: four samples of 16 bits.
  private static let mostBytesPerPixel = 8

  private let encoder: FrameEncoder
  private var bytes: [UInt8] = []
  private var pixels: [UInt8] = []
  private var planes: PlanarPicture?

  /// - Throws: ``CaptureError/system(call:path:code:)`` when the encoder can't be made.
  init() throws(CaptureError) { encoder = try FrameEncoder(quality: 95, source: "PNG") }

  /// The width and height in a PNG's first chunk; `nil` for anything else. Never reads outside `bytes`.
  static func sides(_ bytes: Span<UInt8>) -> (width: Int, height: Int)? {
    let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
    guard bytes.count >= 24, start.indices.allSatisfy({ bytes[$0] == start[$0] }) else { return nil }
    func number(_ offset: Int) -> Int { (0..<4).reduce(0) { $0 << 8 | Int(bytes[offset + $1]) } }
    return (number(16), number(20))
  }

  /// Reads a PNG into a slot as a JPEG.
  ///
  /// - Parameter size: the only size accepted.
  /// - Returns: `false` for anything but an intact PNG of this size; the slot is then empty.
  func read(_ file: InputFile, of size: PixelSize, into slot: FrameSlot) throws(CaptureError) -> Bool {
    slot.byteCount = 0
    guard file.size <= size.area * Self.mostBytesPerPixel + 1 << 20 else { return false }
    if bytes.count < file.size { bytes = [UInt8](repeating: 0, count: file.size) }
    let count = try file.read(at: 0, count: file.size, into: &bytes)
    guard let sides = Self.sides(bytes.span.extracting(..<count)), sides == (size.width, size.height) else {
      return false
    }
    if pixels.count != size.area * 3 { pixels = [UInt8](repeating: 0, count: size.area * 3) }
    // SAFETY: the counts given are those of the buffers, and the pixels are as many as the size needs.
    let isRead =
      unsafe cpng_decode_rgb(
        bytes, count, Int32(size.width), Int32(size.height), &pixels) == Int32(CPNG_OK)
    return isRead && encode(size, into: slot)
  }

  private func encode(_ size: PixelSize, into slot: FrameSlot) -> Bool {
    let picture = planes?.size == size ? planes! : PlanarPicture(size: size, subsampling: .yuv444)
    planes = picture
    picture.take(rgb: pixels.span)
    return encoder.encode(luma: picture.luma, chroma: picture, into: slot) == 0
  }
}

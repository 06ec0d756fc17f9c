import CPNG
import PixelTypes

/// Encodes pictures as PNG, lossless and in sRGB.
public enum PNGEncoder {
  /// An 8-bit RGB PNG of a picture.
  ///
  /// - Parameters:
  ///   - picture: full range BT.601, any subsampling.
  ///   - isFast: whether to trade file size for a fraction of the time.
  /// - Throws: ``GlassError/png(reason:)`` with libpng's message.
  public static func encode(_ picture: PlanarPicture, isFast: Bool = false) throws(GlassError) -> [UInt8] {
    let pixels = picture.rgb()
    // Deflate never produces more than this; a little extra for the headers.
    let capacity = pixels.count + pixels.count / 100 + picture.size.height + 4096
    var message = [CChar](repeating: 0, count: 64)
    var code = Int32(CPNG_OK)
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      // SAFETY: pixels hold width × height × 3 bytes; the call writes at most `capacity` bytes and sets the count.
      code = unsafe cpng_encode_rgb(
        pixels, Int32(picture.size.width), Int32(picture.size.height), isFast ? 1 : 0, buffer.baseAddress,
        capacity, &count, &message)
    }
    guard code == CPNG_OK else {
      let end = message.firstIndex(of: 0) ?? message.count
      let words = String(decoding: message[..<end].map(UInt8.init(bitPattern:)), as: UTF8.self)
      throw .png(reason: words)
    }
    return bytes
  }
}

import CPNG
import PixelTypes

/// Encodes pictures as PNG, lossless and in sRGB.
public enum PNGEncoder {
  /// An 8-bit RGB PNG of a picture.
  ///
  /// - Parameter picture: full range BT.601, any subsampling.
  /// - Throws: ``GlassError/png(reason:)`` with libpng's words.
  public static func encode(_ picture: PlanarPicture) throws(GlassError) -> [UInt8] {
    let pixels = rgb(picture)
    // Deflate never makes more than this; a little extra for the headers.
    let capacity = pixels.count + pixels.count / 100 + picture.size.height + 4096
    var message = [CChar](repeating: 0, count: 64)
    var code = Int32(CPNG_OK)
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      // SAFETY: pixels hold width × height × 3 bytes; the call writes at most `capacity` bytes and sets the count.
      code = unsafe cpng_encode_rgb(
        pixels, Int32(picture.size.width), Int32(picture.size.height), buffer.baseAddress, capacity, &count,
        &message)
    }
    guard code == CPNG_OK else {
      let end = message.firstIndex(of: 0) ?? message.count
      let words = String(decoding: message[..<end].map(UInt8.init(bitPattern:)), as: UTF8.self)
      throw .png(reason: words)
    }
    return bytes
  }

  private static func rgb(_ picture: PlanarPicture) -> [UInt8] {
    let (width, height) = (picture.size.width, picture.size.height)
    let (across, down) = (picture.subsampling.horizontal, picture.subsampling.vertical)
    let isGrey = picture.subsampling == .grey
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height * 3)
    for y in 0..<height {
      for x in 0..<width {
        let luma = Double(picture.luma[x, y])
        let blue = isGrey ? 0 : Double(picture.cb[x / across, y / down]) - 128
        let red = isGrey ? 0 : Double(picture.cr[x / across, y / down]) - 128
        for value in [luma + 1.402 * red, luma - 0.344136 * blue - 0.714136 * red, luma + 1.772 * blue] {
          pixels.append(UInt8(max(0, min(255, value)).rounded()))
        }
      }
    }
    return pixels
  }
}

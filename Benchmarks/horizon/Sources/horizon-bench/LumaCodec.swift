import JPEGCodec
import PixelTypes

/// Grey pictures through JPEG and back.
final class LumaCodec {
  private var encoder: JPEGEncoder
  private var decoder: JPEGDecoder

  init() throws {
    encoder = JPEGEncoder()
    decoder = try JPEGDecoder()
  }

  func roundTrip(_ picture: Picture) throws -> [UInt8] {
    guard let size = PixelSize(width: picture.width, height: picture.height) else { return picture.pixels }
    let planes = PlanarPicture(size: size, subsampling: .grey)
    planes.luma.withMutableBytes { bytes in
      for y in 0..<picture.height {
        for x in 0..<picture.width {
          bytes[y * planes.luma.bytesPerRow + x] = picture.pixels[y * picture.width + x]
        }
      }
    }
    var jpeg = [UInt8](
      repeating: 0, count: JPEGEncoder.largestOutput(size: size, subsampling: .grey))
    var room = jpeg.mutableSpan
    let count = try encoder.encode(planes, quality: 85, into: &room)
    let bytes = Array(jpeg[..<count])
    _ = try decoder.readHeader(bytes.span)
    let back = PlanarPicture(size: size, subsampling: .grey)
    _ = try decoder.decode(bytes.span, into: back)
    var pixels: [UInt8] = []
    pixels.reserveCapacity(picture.width * picture.height)
    back.luma.withBytes { bytes in
      for y in 0..<picture.height {
        for x in 0..<picture.width { pixels.append(bytes[y * back.luma.bytesPerRow + x]) }
      }
    }
    return pixels
  }
}

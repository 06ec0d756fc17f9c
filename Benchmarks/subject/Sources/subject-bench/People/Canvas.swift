import Foundation
import JPEGCodec
import PixelTypes

/// Red, green and blue, 0 … 255.
typealias Color = SIMD3<Float>

/// A picture at the camera's size: luma and both chroma differences about 128, a sample of each for every pixel.
struct Canvas {
  let width: Int
  let height: Int
  var luma: [UInt8]
  var cb: [UInt8]
  var cr: [UInt8]

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    luma = Array(repeating: 0, count: width * height)
    cb = Array(repeating: 128, count: width * height)
    cr = cb
  }

  /// A JPEG; `nil` if it can't be read.
  init?(jpeg path: String) {
    guard let data = FileManager.default.contents(atPath: path), var decoder = try? JPEGDecoder() else {
      return nil
    }
    let bytes = [UInt8](data)
    guard let header = try? decoder.readHeader(bytes.span) else { return nil }
    let planes = PlanarPicture(size: header.size, subsampling: header.subsampling)
    guard (try? decoder.decode(bytes.span, into: planes)) != nil else { return nil }
    self.init(width: header.size.width, height: header.size.height)
    for y in 0..<height {
      for x in 0..<width {
        luma[y * width + x] = planes.luma[x, y]
        guard planes.cb.width > 0 else { continue }
        let (u, v) = (x * planes.cb.width / width, y * planes.cb.height / height)
        cb[y * width + x] = planes.cb[u, v]
        cr[y * width + x] = planes.cr[u, v]
      }
    }
  }

  /// Cut to the aspect and enlarged or reduced to a size.
  func fitted(width w: Int, height h: Int) -> Canvas {
    let scale = min(Double(width) / Double(w), Double(height) / Double(h))
    let (left, top) = (Double(width) - scale * Double(w), Double(height) - scale * Double(h))
    var out = Canvas(width: w, height: h)
    for y in 0..<h {
      for x in 0..<w {
        let u = left / 2 + (Double(x) + 0.5) * scale - 0.5
        let v = top / 2 + (Double(y) + 0.5) * scale - 0.5
        let i = y * w + x
        out.luma[i] = Self.sample(luma, width, height, u, v)
        out.cb[i] = Self.sample(cb, width, height, u, v)
        out.cr[i] = Self.sample(cr, width, height, u, v)
      }
    }
    return out
  }

  static func sample(_ plane: [UInt8], _ width: Int, _ height: Int, _ x: Double, _ y: Double) -> UInt8 {
    let (x, y) = (min(max(x, 0), Double(width - 1)), min(max(y, 0), Double(height - 1)))
    let (i, j) = (min(Int(x), width - 2), min(Int(y), height - 2))
    let (u, v) = (x - Double(i), y - Double(j))
    let at = j * width + i
    let above = Double(plane[at]) * (1 - u) + Double(plane[at + 1]) * u
    let below = Double(plane[at + width]) * (1 - u) + Double(plane[at + width + 1]) * u
    return UInt8((above * (1 - v) + below * v).rounded())
  }

  /// Multiplies a pixel's light.
  mutating func light(_ i: Int, by factor: Float) {
    luma[i] = UInt8(max(0, min(255, Float(luma[i]) * factor)))
    cb[i] = UInt8(max(0, min(255, (Float(cb[i]) - 128) * factor + 128)))
    cr[i] = UInt8(max(0, min(255, (Float(cr[i]) - 128) * factor + 128)))
  }

  mutating func blend(_ i: Int, _ color: Color, _ alpha: Float) {
    let y = 0.299 * color.x + 0.587 * color.y + 0.114 * color.z
    let (b, r) = (128 + (color.z - y) / 1.772, 128 + (color.x - y) / 1.402)
    luma[i] = UInt8(max(0, min(255, Float(luma[i]) + (y - Float(luma[i])) * alpha)))
    cb[i] = UInt8(max(0, min(255, Float(cb[i]) + (b - Float(cb[i])) * alpha)))
    cr[i] = UInt8(max(0, min(255, Float(cr[i]) + (r - Float(cr[i])) * alpha)))
  }

  func color(_ i: Int) -> Color {
    let (y, b, r) = (Float(luma[i]), Float(cb[i]) - 128, Float(cr[i]) - 128)
    return Color(y + 1.402 * r, y - 0.344 * b - 0.714 * r, y + 1.772 * b)
  }
}

/// Pictures with a camera's noise, through JPEG (4:2:0, quality 85) and back.
final class Camera {
  private var encoder: JPEGEncoder
  private var decoder: JPEGDecoder
  /// Normal numbers of a deviation of 2 levels.
  private let noise: [Int8]
  private var random = Random(7)

  init() throws {
    encoder = JPEGEncoder()
    decoder = try JPEGDecoder()
    var random = Random(3)
    noise = (0..<65536).map { _ in
      let sum = random.uniform() + random.uniform() + random.uniform() + random.uniform() - 2
      return Int8((sum * 3.0.squareRoot() * 2).rounded())
    }
  }

  func take(_ canvas: Canvas) throws -> FullFrame {
    let (width, height) = (canvas.width, canvas.height)
    guard let size = PixelSize(width: width, height: height) else { throw CocoaError(.fileReadUnknown) }
    let planes = PlanarPicture(size: size, subsampling: .yuv420)
    planes.luma.withMutableBytes { bytes in
      for y in 0..<height {
        var at = Int(random.uniform() * 65536)
        for x in 0..<width {
          at = (at &+ 1) & 65535
          let value = Int(canvas.luma[y &* width &+ x]) &+ Int(noise[at])
          bytes[y &* planes.luma.bytesPerRow &+ x] = UInt8(clamping: value)
        }
      }
    }
    for (plane, source) in [(planes.cb, canvas.cb), (planes.cr, canvas.cr)] {
      plane.withMutableBytes { bytes in
        for y in 0..<height / 2 {
          for x in 0..<width / 2 {
            let i = 2 &* y &* width &+ 2 &* x
            let sum =
              Int(source[i]) + Int(source[i &+ 1]) + Int(source[i &+ width]) + Int(source[i &+ width &+ 1])
            bytes[y &* plane.bytesPerRow &+ x] = UInt8((sum + 2) / 4)
          }
        }
      }
    }
    let jpeg = try encoder.encode(planes, quality: 85)
    _ = try decoder.readHeader(jpeg.span)
    _ = try decoder.decode(jpeg.span, into: planes)
    return FullFrame(
      width: width, height: height, luma: Self.bytes(planes.luma, width, height),
      cb: Self.bytes(planes.cb, width / 2, height / 2), cr: Self.bytes(planes.cr, width / 2, height / 2))
  }

  private static func bytes(_ plane: PixelPlane, _ width: Int, _ height: Int) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(width * height)
    plane.withBytes { bytes in
      for y in 0..<height { for x in 0..<width { out.append(bytes[y &* plane.bytesPerRow &+ x]) } }
    }
    return out
  }
}

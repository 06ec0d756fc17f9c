import PixelTypes
import RealModule

/// A picture as linear light: sRGB's primaries, 0...1, row by row from the top.
///
/// Pixel (i, j) covers [i, i + 1) × [j, j + 1); its light is that of its centre.
public struct LightPicture: Sendable {
  /// Pixels in a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// `height × width` colours: red, green, blue.
  public var pixels: [SIMD3<Float>]

  /// A picture of one colour.
  public init(width: Int, height: Int, filledWith light: SIMD3<Float> = .zero) {
    (self.width, self.height) = (width, height)
    pixels = Array(repeating: light, count: width * height)
  }

  /// The light of a full range BT.601 picture (JFIF 1.02), by sRGB's curve (IEC 61966-2-1). Coarser chroma is repeated.
  public init(_ picture: PlanarPicture) {
    self.init(width: picture.size.width, height: picture.size.height)
    let (h, v) = (picture.subsampling.horizontal, picture.subsampling.vertical)
    let isGrey = picture.subsampling == .grey
    for y in 0..<height {
      for x in 0..<width {
        let luma = Float(picture.luma[x, y])
        let blue = isGrey ? 0 : Float(picture.cb[x / h, y / v]) - 128
        let red = isGrey ? 0 : Float(picture.cr[x / h, y / v]) - 128
        let code = SIMD3(
          luma + 1.402 * red, luma - 0.344_136 * blue - 0.714_136 * red, luma + 1.772 * blue)
        pixels[y * width + x] = Self.light(code.clamped(lowerBound: .zero, upperBound: .init(repeating: 255)))
      }
    }
  }

  /// The picture in 8 bits, full range BT.601, 4:4:4; `nil` for a size that planes can't have.
  public var planar: PlanarPicture? {
    guard let size = PixelSize(width: width, height: height) else { return nil }
    let picture = PlanarPicture(size: size, subsampling: .yuv444)
    for y in 0..<height {
      for x in 0..<width {
        let c = Self.code(self[x, y])
        let luma = 0.299 * c.x + 0.587 * c.y + 0.114 * c.z
        picture.luma[x, y] = UInt8(min(max(luma, 0), 255).rounded())
        picture.cb[x, y] = UInt8(min(max(128 + (c.z - luma) / 1.772, 0), 255).rounded())
        picture.cr[x, y] = UInt8(min(max(128 + (c.x - luma) / 1.402, 0), 255).rounded())
      }
    }
    return picture
  }

  /// A pixel; beyond the edges, the nearest one.
  public subscript(x: Int, y: Int) -> SIMD3<Float> {
    get { pixels[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)] }
    set { pixels[y * width + x] = newValue }
  }

  /// The light at a place in pixels, linear between pixel centres.
  public func light(x: Double, y: Double) -> SIMD3<Float> {
    let (left, top) = ((x - 0.5).rounded(.down), (y - 0.5).rounded(.down))
    let (s, t) = (Float(x - 0.5 - left), Float(y - 0.5 - top))
    let (i, j) = (Int(left), Int(top))
    let upper = self[i, j] * (1 - s) + self[i + 1, j] * s
    return upper * (1 - t) + (self[i, j + 1] * (1 - s) + self[i + 1, j + 1] * s) * t
  }

  /// The middle of the picture at another size, filling it: averaged where it is larger, linear where it is smaller.
  public func filling(width: Int, height: Int) -> LightPicture {
    let ratio = min(Double(self.width) / Double(width), Double(self.height) / Double(height))
    let left = (Double(self.width) - Double(width) * ratio) / 2
    let top = (Double(self.height) - Double(height) * ratio) / 2
    let n = max(Int(ratio.rounded(.up)), 1)
    var filled = LightPicture(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        var sum = SIMD3<Float>.zero
        for j in 0..<n {
          for i in 0..<n {
            sum += light(
              x: left + (Double(x) + (Double(i) + 0.5) / Double(n)) * ratio,
              y: top + (Double(y) + (Double(j) + 0.5) / Double(n)) * ratio)
          }
        }
        filled[x, y] = sum / Float(n * n)
      }
    }
    return filled
  }

  /// Relative luminance of light, 0...1 (BT.709's weights, as in WCAG 2.2).
  public static func luminance(_ light: SIMD3<Float>) -> Float {
    0.2126 * light.x + 0.7152 * light.y + 0.0722 * light.z
  }

  /// Light 0...1 of codes 0...255.
  public static func light(_ code: SIMD3<Float>) -> SIMD3<Float> {
    func one(_ code: Float) -> Float {
      let c = code / 255
      return c <= 0.04045 ? c / 12.92 : Float.pow((c + 0.055) / 1.055, 2.4)
    }
    return SIMD3(one(code.x), one(code.y), one(code.z))
  }

  /// Codes 0...255, not rounded, of light; light beyond 0...1 is cut off.
  public static func code(_ light: SIMD3<Float>) -> SIMD3<Float> {
    func one(_ light: Float) -> Float {
      let l = min(max(light, 0), 1)
      return 255 * (l <= 0.003_130_8 ? l * 12.92 : 1.055 * Float.pow(l, 1 / 2.4) - 0.055)
    }
    return SIMD3(one(light.x), one(light.y), one(light.z))
  }
}

import Foundation
import GlassChrome
import PixelTypes

/// Luminance in linear light, 0...1, of pictures that are drawn and read back.
struct MeasuredPicture {
  let width: Int
  let height: Int
  /// Row by row.
  private var values: [Double]

  /// A grey picture; `light` receives the centres of its pixels.
  init(width: Int, height: Int, light: (_ x: Double, _ y: Double) -> Double) {
    (self.width, self.height) = (width, height)
    values = (0..<width * height).map { light(Double($0 % width) + 0.5, Double($0 / width) + 0.5) }
  }

  /// The luminance of a full range BT.601 picture in 4:4:4.
  init(_ picture: PlanarPicture) {
    (width, height) = (picture.size.width, picture.size.height)
    values = []
    values.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width {
        let luma = Double(picture.luma[x, y])
        let (blue, red) = (Double(picture.cb[x, y]) - 128, Double(picture.cr[x, y]) - 128)
        values.append(
          0.2126 * Self.light(luma + 1.402 * red)
            + 0.7152 * Self.light(luma - 0.344_136 * blue - 0.714_136 * red)
            + 0.0722 * Self.light(luma + 1.772 * blue))
      }
    }
  }

  /// This picture with a view of glass drawn over its middle.
  ///
  /// - Parameter scale: pixels per point.
  func behind(_ view: some View, scale: Double) throws(GlassError) -> MeasuredPicture {
    MeasuredPicture(
      try ChromePicture.draw(
        view, width: Double(width) / scale, height: Double(height) / scale, over: backdrop, scale: scale))
  }

  /// The picture as drawn, in 8 bits.
  var backdrop: PictureBackdrop {
    let codes = values.flatMap { [UInt8](repeating: UInt8(Self.code($0).rounded()), count: 3) }
    return .pixels(codes, width: width, height: height)
  }

  /// A pixel inside the picture.
  subscript(x: Int, y: Int) -> Double { values[y * width + x] }

  /// Light of a code by sRGB's curve (IEC 61966-2-1).
  private static func light(_ code: Double) -> Double {
    let c = min(max(code / 255, 0), 1)
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4)
  }

  private static func code(_ light: Double) -> Double {
    let l = min(max(light, 0), 1)
    return 255 * (l <= 0.003_130_8 ? l * 12.92 : 1.055 * pow(l, 1 / 2.4) - 0.055)
  }
}

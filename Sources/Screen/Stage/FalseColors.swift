import Compositor
import PixelTypes

/// Colours that tell exposure: by levels of luma, after ARRI's scheme for its cameras ("False Color", ALEXA manuals).
enum FalseColors {
  /// Purple and blue for black and nearly, green for middle grey, pink for light skin, yellow and red for white; grey between.
  private static let colors: [GuideColor] = (0..<256).map { level in
    switch Double(level) / 255 {
    case ..<0.025: GuideColor(red: 130, green: 40, blue: 160)
    case ..<0.04: GuideColor(red: 40, green: 80, blue: 230)
    case 0.38..<0.42: GuideColor(red: 60, green: 190, blue: 70)
    case 0.52..<0.56: GuideColor(red: 245, green: 140, blue: 170)
    case 0.99...: GuideColor(red: 235, green: 40, blue: 40)
    case 0.97...: GuideColor(red: 250, green: 220, blue: 40)
    default: GuideColor(y: UInt8(level), cb: 128, cr: 128)
    }
  }

  /// A picture half as large as a small luma; `nil` if that is a few pixels. Allocates.
  static func picture(of luma: PixelPlane) -> PlanarPicture? {
    guard let size = PixelSize(width: luma.width / 2, height: luma.height / 2) else { return nil }
    let picture = PlanarPicture(size: size, subsampling: .yuv444)
    luma.withBytes { levels in
      for (plane, part) in [(picture.luma, \GuideColor.y), (picture.cb, \.cb), (picture.cr, \.cr)] {
        plane.withMutableBytes { bytes in
          for y in 0..<size.height {
            for x in 0..<size.width {
              let level = levels[2 * y * luma.bytesPerRow + 2 * x]
              bytes[y * plane.bytesPerRow + x] = colors[Int(level)][keyPath: part]
            }
          }
        }
      }
    }
    return picture
  }
}

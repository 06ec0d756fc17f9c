import RealModule
import TestSupport

@testable import HUDGeometry

/// A small luma picture with a known truth.
struct SyntheticPicture {
  let width: Int
  let height: Int
  var pixels: [UInt8]

  /// Sky over land, parted by an anti-aliased line that passes `offset` pixels below the middle and rises to
  /// the right by `rollDegrees`; the land has texture, everything has noise.
  static func horizon(
    rollDegrees: Double, offset: Double, width: Int = 240, height: Int = 135, seed: UInt64 = 1,
    noise: Double = 3
  ) -> SyntheticPicture {
    var random = Seeded(seed)
    var picture = SyntheticPicture(width: width, height: height, pixels: [])
    let (s, c) = (Double.sin(rollDegrees * .pi / 180), Double.cos(rollDegrees * .pi / 180))
    for y in 0..<height {
      for x in 0..<width {
        let (px, py) = (Double(x) + 0.5 - Double(width) / 2, Double(y) + 0.5 - Double(height) / 2)
        // Distance below the line, in pixels.
        let below = (py - offset) * c + px * s
        let share = max(0, min(1, below + 0.5))
        let texture =
          18 * Double.sin(px * 0.31 + 2 * Double.sin(py * 0.17)) * Double.sin(py * 0.43 + px * 0.05)
        let value = (1 - share) * 185 + share * (85 + texture) + (random.unit() - 0.5) * 2 * noise
        picture.pixels.append(UInt8(max(0, min(255, value.rounded()))))
      }
    }
    return picture
  }

  static func noise(amplitude: Double, seed: UInt64, width: Int = 240, height: Int = 135) -> SyntheticPicture
  {
    var random = Seeded(seed)
    return SyntheticPicture(
      width: width, height: height,
      pixels: (0..<width * height).map { _ in UInt8(128 + (random.unit() - 0.5) * 2 * amplitude) })
  }

  /// Fog: a soft gradient from top to bottom with a little noise.
  static func fog(seed: UInt64, width: Int = 240, height: Int = 135) -> SyntheticPicture {
    var random = Seeded(seed)
    return SyntheticPicture(
      width: width, height: height,
      pixels: (0..<width * height).map {
        let depth = Double($0 / width) / Double(height)
        return UInt8(200 - 30 * depth + (random.unit() - 0.5) * 4)
      })
  }
}

import Foundation
import GlassChrome
import PixelTypes

/// How much contrast of fine lines clear glass preserves: in a Siemens star in its middle, whose spokes narrow inwards.
struct StarContrast {
  private static let side = 280
  private static let spokes = 24.0
  private let scene: MeasuredPicture
  private let seen: MeasuredPicture

  init(through glass: Glass = .clear) throws(GlassError) {
    let middle = Double(Self.side) / 2
    let star = MeasuredPicture(width: Self.side, height: Self.side) { x, y in
      0.5 + 0.45 * cos(Self.spokes * atan2(y - middle, x - middle))
    }
    scene = try star.behind(Spacer(), scale: 2)
    seen = try star.behind(
      Spacer().frame(width: 120, height: 120).glassEffect(glass, in: .rect(cornerRadius: 30)), scale: 2)
  }

  /// The share of the scene's contrast that remains where a pair of lines is `period` pixels wide; 1 for all of it.
  func passed(period: Double) -> Double {
    let radius = period * Self.spokes / (2 * .pi)
    return Self.modulation(seen, radius) / Self.modulation(scene, radius)
  }

  /// The amplitude of the spokes' own wave on a circle, relative to the mean.
  private static func modulation(_ picture: MeasuredPicture, _ radius: Double) -> Double {
    let ring = ring(picture, radius)
    let mean = ring.reduce(0) { $0 + $1.light } / Double(ring.count)
    // Relative to the mean, because a small circle's pixels lie unevenly around it.
    let wave = ring.reduce(SIMD2<Double>.zero) {
      $0 + SIMD2(cos(spokes * $1.angle), sin(spokes * $1.angle)) * ($1.light - mean)
    }
    return 2 * (wave * wave).sum().squareRoot() / Double(ring.count) / mean
  }

  /// The pixels on a circle around the picture's middle.
  private static func ring(_ picture: MeasuredPicture, _ radius: Double) -> [(angle: Double, light: Double)] {
    let middle = Double(side) / 2
    return (0..<side * side).compactMap { i in
      let (x, y) = (i % side, i / side)
      let (dx, dy) = (Double(x) + 0.5 - middle, Double(y) + 0.5 - middle)
      guard abs((dx * dx + dy * dy).squareRoot() - radius) < 0.75 else { return nil }
      return (atan2(dy, dx), picture[x, y])
    }
  }
}

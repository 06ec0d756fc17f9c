import Geometry
import RealModule
import TestSupport

/// A small colour picture that can be seen through a camera that shakes, and whose exposure changes.
package struct ColorScene: Sendable {
  package static let width = 120
  package static let height = 68
  package var luma = [UInt8](repeating: 0, count: width * height)
  package var cb = [UInt8](repeating: 128, count: width / 2 * (height / 2))
  package var cr = [UInt8](repeating: 128, count: width / 2 * (height / 2))

  /// How much of a pixel a disc covers.
  package static func coverage(_ x: Double, _ y: Double, _ disc: Point, _ radius: Double) -> Double {
    max(0, min(1, radius + 0.5 - Point(x, y).distance(to: disc)))
  }

  /// - Parameters:
  ///   - disc: the subject's centre: dark and red before a green scene.
  ///   - shift: of the camera, in pixels.
  ///   - shadow: darkens the scene by .3 within eight pixels.
  package init(
    disc: Point? = nil, radius: Double = 14, shift: Point = .zero, gain: Double = 1, shadow: Point? = nil,
    seed: UInt64 = 1, noise: Double = 1, waves: Double = 0
  ) {
    var random = Seeded(seed)
    for y in 0..<Self.height {
      for x in 0..<Self.width {
        let (u, v) = (Double(x) + 0.5 + shift.x, Double(y) + 0.5 + shift.y)
        var value =
          120 + 30 * Double.sin(u * 0.31) * Double.cos(v * 0.23) + 18 * Double.sin(u * 0.11 + v * 0.4)
        if let shadow { value *= 1 - 0.3 * Self.coverage(u, v, shadow, 8) }
        if waves > 0, y > Self.height / 2 { value += waves * (random.unit() - 0.5) }
        let share = disc.map { Self.coverage(u, v, $0, radius) } ?? 0
        value += (60 - value) * share
        value = value * gain + noise * (random.unit() + random.unit() - 1) * 2
        luma[y * Self.width + x] = UInt8(max(0, min(255, value.rounded())))
      }
    }
    for y in 0..<Self.height / 2 {
      for x in 0..<Self.width / 2 {
        let (u, v) = (2 * Double(x) + 1 + shift.x, 2 * Double(y) + 1 + shift.y)
        let share = disc.map { Self.coverage(u, v, $0, radius) } ?? 0
        let shade = shadow.map { 1 - 0.3 * Self.coverage(u, v, $0, 8) } ?? 1
        let (green, red) = (-14 * shade, 30.0)
        cb[y * Self.width / 2 + x] = UInt8((128 + (green + (-8 - green) * share) * gain).rounded())
        cr[y * Self.width / 2 + x] = UInt8((128 + (green + (red - green) * share) * gain).rounded())
      }
    }
  }
}

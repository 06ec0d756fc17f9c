import Geometry
import RealModule
import TestSupport

/// A dim wall with discs before it: lamps, and bodies in the dark.
package enum DarkScene {
  package struct Disc: Sendable {
    package var center: Point
    package var radius: Double
    package var luma: Double
    /// Falls off from the middle, as a light does.
    package var isSoft: Bool

    package init(center: Point, radius: Double, luma: Double, isSoft: Bool = false) {
      (self.center, self.radius, self.luma, self.isSoft) = (center, radius, luma, isSoft)
    }
  }

  package static func luma(
    _ scene: Double, _ discs: [Disc], width: Int, height: Int, _ random: inout Seeded
  ) -> [UInt8] {
    var luma = [UInt8](repeating: 0, count: width * height)
    for y in 0..<height {
      for x in 0..<width {
        var value = scene * (1 + 0.2 * Double.sin(Double(x) * 0.2) * Double.cos(Double(y) * 0.3))
        for disc in discs {
          let away = Point(Double(x) + 0.5, Double(y) + 0.5).distance(to: disc.center) / disc.radius
          let share = disc.isSoft ? max(0, 1 - away * away) : away < 1 ? 1 : 0
          value += (disc.luma - value) * share
        }
        luma[y * width + x] = UInt8(max(0, min(255, value + 2 * random.unit() - 1)))
      }
    }
    return luma
  }
}

import RealModule
import TestSupport

/// A small luma picture with a known truth.
package struct SyntheticPicture: Sendable {
  package let width: Int
  package let height: Int
  package var pixels: [UInt8]

  package init(width: Int, height: Int, pixels: [UInt8]) {
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// Sky over land, parted by an anti-aliased line that passes `offset` pixels below the middle and rises to
  /// the right by `rollDegrees`; the land has texture, everything has noise.
  package static func horizon(
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

  package static func noise(amplitude: Double, seed: UInt64, width: Int = 240, height: Int = 135)
    -> SyntheticPicture
  {
    var random = Seeded(seed)
    return SyntheticPicture(
      width: width, height: height,
      pixels: (0..<width * height).map { _ in UInt8(128 + (random.unit() - 0.5) * 2 * amplitude) })
  }

  /// Fog: a soft gradient from top to bottom with a little noise.
  package static func fog(seed: UInt64, width: Int = 240, height: Int = 135) -> SyntheticPicture {
    var random = Seeded(seed)
    return SyntheticPicture(
      width: width, height: height,
      pixels: (0..<width * height).map {
        let depth = Double($0 / width) / Double(height)
        return UInt8(200 - 30 * depth + (random.unit() - 0.5) * 4)
      })
  }

  /// Bars on grey whose edges all meet in the zenith; each turned further by up to `scatter` degrees.
  package static func bars(
    roll: Double, lean: Double, scatter: Double = 0, count: Int = 8, width: Int = 480, height: Int = 270
  ) -> SyntheticPicture {
    var random = Seeded(7)
    let turn = roll * .pi / 180
    // The zenith, in picture widths from the middle, times the lean.
    let (zx, zy) = (-Double.sin(turn), -Double.cos(turn))
    var edges: [(x: Double, y: Double, dx: Double, dy: Double)] = []
    for k in 0..<count {
      let (x, y) = ((Double(k) + 0.5) / Double(count) - 0.5, 0.2 * (random.unit() - 0.5))
      let angle = Double.atan2(y: zy - lean * y, x: zx - lean * x)
      let turned = angle + scatter * (2 * random.unit() - 1) * .pi / 180
      edges.append((x, y, .cos(turned), .sin(turned)))
    }
    var picture = SyntheticPicture(width: width, height: height, pixels: [])
    for y in 0..<height {
      for x in 0..<width {
        let u = (Double(x) + 0.5 - Double(width) / 2) / Double(width)
        let v = (Double(y) + 0.5 - Double(height) / 2) / Double(width)
        var value = 60.0
        for (k, edge) in edges.enumerated() {
          let off = ((u - edge.x) * -edge.dy + (v - edge.y) * edge.dx) * Double(width)
          value += (k.isMultiple(of: 2) ? 110 : -110) * max(0, min(1, off / 2 + 0.5))
        }
        picture.pixels.append(UInt8(max(0, min(255, value + 2 * (random.unit() - 0.5)))))
      }
    }
    return picture
  }

  /// A street between two walls with windows, under a bright sky: four rays a pixel, by pinhole geometry.
  ///
  /// - Parameter fieldOfView: from the left to the right edge; all angles in degrees.
  package static func street(
    pitch: Double, roll: Double, fieldOfView: Double, size: (width: Int, height: Int) = (240, 135)
  ) -> SyntheticPicture {
    var picture = SyntheticPicture(width: size.width, height: size.height, pixels: [])
    let focal = Double(size.width) / 2 / Double.tan(fieldOfView * .pi / 360)
    func turn(_ a: Double, _ b: Double, _ degrees: Double) -> (Double, Double) {
      let (s, c) = (Double.sin(degrees * .pi / 180), Double.cos(degrees * .pi / 180))
      return (c * a - s * b, s * a + c * b)
    }
    func fraction(_ value: Double) -> Double { value - value.rounded(.down) }
    // x to the right, y down, z ahead.
    func light(_ column: Double, _ row: Double) -> Double {
      let (x1, y1) = turn(
        (column - Double(size.width) / 2) / focal, (row - Double(size.height) / 2) / focal, roll)
      let (y, z2) = turn(y1, 1, pitch)
      let (x, z) = turn(x1, z2, 35)
      let (wall, ground) = (4 / max(1e-6, x.magnitude), y > 0 ? 1.6 / y : .infinity)
      if ground < wall {
        return (fraction(x * ground / 2) < 0.5) == (fraction(z * ground / 2) < 0.5) ? 115 : 90
      }
      if y * wall < -5 { return 230 }
      let (bay, floor) = (fraction(z * wall / 2.5), fraction(y * wall / 1.7))
      return (0.25..<0.75).contains(bay) && (0.25..<0.8).contains(floor) ? 55 : x > 0 ? 165 : 130
    }
    for row in 0..<size.height {
      for column in 0..<size.width {
        let rays = [0.25, 0.75].flatMap { v in
          [0.25, 0.75].map { light(Double(column) + $0, Double(row) + v) }
        }
        picture.pixels.append(UInt8(rays.reduce(0, +) / 4))
      }
    }
    return picture
  }
}

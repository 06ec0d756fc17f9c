import Glibc
import PixelTypes

/// A city at night: lit windows, dark sky, cars on a wet street. Edges everywhere, but no horizon.
final class CityScene: Scene {
  private let settings: SceneSettings
  private let background: PlanarPicture
  private let random: ValueNoise

  private static let carsEachWay = 9
  private static let beacons = 5

  init(_ settings: SceneSettings) {
    self.settings = settings
    background = CityPainter.paint(settings)
    random = ValueNoise(seed: settings.seed ^ 0x6361_7273)
  }

  func render(frame: Int, into picture: PlanarPicture) {
    background.copyWindow(into: picture)
    let seconds = Float(settings.seconds(atFrame: frame))
    let (w, h) = (Float(picture.size.width), Float(picture.size.height))
    let white = YCbCr(RGB(1, 0.95, 0.80))
    let red = YCbCr(RGB(0.95, 0.10, 0.07))
    for way in 0..<2 {
      for car in 0..<Self.carsEachWay {
        let index = way * 100 + car
        // Each car has its own speed and place; the road is slightly longer than the picture.
        let speed = 0.06 + 0.05 * random.uniform(index)
        let travelled = (random.uniform(index + 50) + seconds * speed).truncatingRemainder(dividingBy: 1)
        let x = (way == 0 ? travelled : 1 - travelled) * 1.2 * w - 0.1 * w
        let y = h * (way == 0 ? 0.885 : 0.845) + h * 0.008 * random.uniform(index + 70)
        let size = h * (way == 0 ? 0.0075 : 0.006)
        let color = way == 0 ? white : red
        for lamp in 0..<2 {
          let lampX = x + Float(lamp) * size * 4.2
          light(
            x: lampX, y: y, radiusX: size * 3.6, radiusY: size * 3.6, color, strength: 1.25, into: picture)
          // The wet street stretches the light downwards.
          light(
            x: lampX, y: y + size * 9, radiusX: size * 2.6, radiusY: size * 10, color, strength: 0.32,
            into: picture)
        }
      }
    }
    for beacon in 0..<Self.beacons {
      let pulse = sinf(seconds * 2.6 + 6.3 * random.uniform(300 + beacon))
      light(
        x: w * (Float(beacon) + 0.2 + 0.6 * random.uniform(310 + beacon)) / Float(Self.beacons),
        y: h * (0.08 + 0.14 * random.uniform(320 + beacon)), radiusX: h * 0.012, radiusY: h * 0.012, red,
        strength: max(0, pulse) * 0.9, into: picture)
    }
  }

  /// Adds an elliptical light that falls off to zero at its radii, and shifts chroma towards its colour.
  private func light(
    x: Float, y: Float, radiusX: Float, radiusY: Float, _ color: YCbCr, strength: Float,
    into picture: PlanarPicture
  ) {
    let (luma, cb, cr) = (picture.luma, picture.cb, picture.cr)
    let top = max(0, Int(y - radiusY))
    let bottom = min(luma.height, Int(y + radiusY) + 2)
    let left = max(0, Int(x - radiusX)) / 2
    let right = min(cb.width, Int(x + radiusX) / 2 + 2)
    guard top < bottom, left < right else { return }
    func share(_ px: Float, _ py: Float) -> Float {
      let (dx, dy) = ((px - x) / radiusX, (py - y) / radiusY)
      let inside = max(0, 1 - dx * dx - dy * dy)
      return inside * inside * inside
    }
    for row in top..<bottom {
      // SAFETY: rows and columns are clamped to the planes; luma has two samples for each of chroma.
      let (lumaRow, cbRow, crRow) = unsafe (
        luma.base + row * luma.bytesPerRow, cb.base + row * cb.bytesPerRow, cr.base + row * cr.bytesPerRow
      )
      let py = Float(row) + 0.5
      for pair in left..<right {
        let px = Float(2 * pair)
        let (first, second) = (strength * share(px + 0.5, py), strength * share(px + 1.5, py))
        guard first + second > 0 else { continue }
        unsafe lumaRow[2 * pair] = UInt8(nearest: Float(lumaRow[2 * pair]) + (color.y + 60) * first)
        unsafe lumaRow[2 * pair + 1] = UInt8(nearest: Float(lumaRow[2 * pair + 1]) + (color.y + 60) * second)
        let tint = min(1, (first + second) * 0.7)
        let (blue, crimson) = unsafe (Float(cbRow[pair]), Float(crRow[pair]))
        unsafe cbRow[pair] = UInt8(nearest: blue + (color.cb - blue) * tint)
        unsafe crRow[pair] = UInt8(nearest: crimson + (color.cr - crimson) * tint)
      }
    }
  }
}

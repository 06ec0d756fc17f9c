import Glibc
import PixelTypes

/// A test chart that pans by two pixels a frame: gratings down to one pixel, a Siemens star, a zone plate, colour
/// patches and a grey scale. It moves by whole pairs of pixels, so that fine lines stay sharp.
final class ChartScene: Scene {
  private let chart: PlanarPicture

  init?(_ settings: SceneSettings) {
    guard let size = PixelSize(width: settings.size.width * 9 / 8, height: settings.size.height) else {
      return nil
    }
    chart = Self.paint(size)
  }

  func render(frame: Int, into picture: PlanarPicture) {
    chart.copyWindow(step: frame, into: picture)
  }

  private static func paint(_ size: PixelSize) -> PlanarPicture {
    let (w, h) = (Float(size.width), Float(size.height))
    var painting = ScenePainting(size, fill: RGB(0.80, 0.79, 0.77))
    let ink = RGB(repeating: 0.06)
    // Grid and frame.
    let pitch = h / 18
    var line = w / 2 - (w / 2 / pitch).rounded(.down) * pitch
    while line < w {
      painting.rectangle(x: line.rounded(), y: 0, width: 1, height: h, RGB(repeating: 0.70))
      line += pitch
    }
    for row in 1..<18 {
      painting.rectangle(x: 0, y: (Float(row) * pitch).rounded(), width: w, height: 1, RGB(repeating: 0.70))
    }
    star(on: &painting, x: w / 2, y: h * 0.44, radius: h * 0.30, ink: ink)
    for (x, y) in [(0.13 as Float, 0.20 as Float), (0.87, 0.20), (0.13, 0.66), (0.87, 0.66)] {
      zonePlate(on: &painting, x: w * x, y: h * y, radius: h * 0.115)
    }
    gratings(on: &painting, left: (w * 0.215).rounded(), ink: ink, isUpright: true)
    gratings(on: &painting, left: (w * 0.715).rounded(), ink: ink, isUpright: false)
    patches(on: &painting)
    return painting.picture()
  }

  /// 36 pairs of rays; towards the middle they become finer than the pixels and must blend into an even grey.
  private static func star(on painting: inout ScenePainting, x: Float, y: Float, radius: Float, ink: RGB) {
    let rays: Float = 36
    painting.disc(x: x, y: y, radius: radius * 1.03, RGB(repeating: 0.93))
    painting.blend(x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius) { px, py in
      let (dx, dy) = (px - x, py - y)
      let distance = (dx * dx + dy * dy).squareRoot()
      guard distance < radius else { return (ink, 0) }
      // The phase's slope in pixels makes the edge one pixel wide.
      let phase = sinf(atan2f(dy, dx) * rays)
      let slope = rays / max(0.5, distance)
      return (ink, min(1, max(0, 0.5 + phase / max(slope, 0.02) * min(1, 1 / slope))))
    }
    painting.disc(x: x, y: y, radius: radius * 0.035, RGB(repeating: 0.5))
  }

  /// A Fresnel zone plate: its frequency increases from the middle outwards to just below the pixel limit.
  private static func zonePlate(on painting: inout ScenePainting, x: Float, y: Float, radius: Float) {
    painting.blend(x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius) { px, py in
      let (dx, dy) = (px - x, py - y)
      let square = dx * dx + dy * dy
      let level = 0.5 + 0.43 * cosf(square * 0.42 * .pi / radius)
      return (RGB(repeating: level), min(1, max(0, radius + 0.5 - square.squareRoot())))
    }
  }

  /// Bars of 1, 2, 3, 4, 6 and 8 pixels, black and white, on whole pixels.
  private static func gratings(on painting: inout ScenePainting, left: Float, ink: RGB, isUpright: Bool) {
    let h = Float(painting.height)
    let side = (h * 0.125).rounded()
    for (index, bar) in [1, 2, 3, 4, 6, 8].enumerated() {
      let x = left
      let y = (h * (0.055 + 0.135 * Float(index))).rounded()
      painting.rectangle(x: x, y: y, width: side, height: side * 0.85, RGB(repeating: 0.94))
      painting.blend(x: x, y: y, width: side, height: side * 0.85) { px, py in
        guard px > x, px < x + side, py > y, py < y + side * 0.85 else { return (ink, 0) }
        let along = Int(isUpright ? px - x : py - y)
        return (ink, along / bar % 2 == 0 ? 1 : 0)
      }
    }
  }

  private static func patches(on painting: inout ScenePainting) {
    let (w, h) = (Float(painting.width), Float(painting.height))
    let colors = [
      RGB(0.45, 0.32, 0.27), RGB(0.80, 0.63, 0.55), RGB(0.36, 0.48, 0.62), RGB(0.34, 0.43, 0.26),
      RGB(0.51, 0.50, 0.69), RGB(0.37, 0.74, 0.67), RGB(0.88, 0.49, 0.19), RGB(0.27, 0.36, 0.66),
      RGB(0.77, 0.33, 0.38), RGB(0.36, 0.23, 0.42), RGB(0.63, 0.74, 0.25), RGB(0.90, 0.63, 0.18),
      RGB(0.16, 0.24, 0.58), RGB(0.25, 0.58, 0.29), RGB(0.69, 0.19, 0.22), RGB(0.93, 0.78, 0.13),
      RGB(0.75, 0.33, 0.59), RGB(0.00, 0.53, 0.65),
    ]
    let step = (w * 0.92 / Float(colors.count)).rounded()
    let left = ((w - step * Float(colors.count)) / 2).rounded()
    let top = (h * 0.875).rounded()
    for (index, color) in colors.enumerated() {
      painting.rectangle(
        x: left + Float(index) * step, y: top, width: step - 4, height: (h * 0.055).rounded(), color)
    }
    let greys = 24
    let width = step * Float(colors.count) - 4
    for index in 0..<greys {
      painting.rectangle(
        x: left + (width * Float(index) / Float(greys)).rounded(), y: (h * 0.942).rounded(),
        width: (width / Float(greys)).rounded(.up), height: (h * 0.03).rounded(),
        RGB(repeating: Float(index) / Float(greys - 1)))
    }
  }
}

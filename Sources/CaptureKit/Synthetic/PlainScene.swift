import PixelTypes

/// Pictures with nothing to find: `fog`, `grey` and `noise`. A detector must stay silent on them.
final class PlainScene: Scene {
  private let settings: SceneSettings
  // Wider than the picture, to allow the fog to drift; `nil` for `grey` and `noise`.
  private let fog: PlanarPicture?

  init?(_ settings: SceneSettings) {
    self.settings = settings
    guard settings.scene == .fog else {
      fog = nil
      return
    }
    let (width, height) = (settings.size.width, settings.size.height)
    guard let size = PixelSize(width: width + width / 4, height: height) else { return nil }
    let noise = ValueNoise(seed: settings.seed)
    let cell = Float(height) * 0.45
    var painting = ScenePainting(size)
    painting.paint { x, y, _ in
      let density = noise.turbulence(x / cell, y / cell * 1.4, octaves: 2)
      let light = 0.66 + 0.10 * (density - 0.5) - 0.05 * (y / Float(height) - 0.5)
      return RGB(light * 0.985, light, light * 1.012)
    }
    fog = painting.picture()
  }

  func render(frame: Int, into picture: PlanarPicture) {
    guard let fog else {
      fill(picture.luma, 128)
      fill(picture.cb, 128)
      fill(picture.cr, 128)
      return
    }
    let travelled = Int(settings.seconds(atFrame: frame) * Double(picture.size.width) * 0.005)
    fog.copyWindow(step: travelled, into: picture)
  }

  private func fill(_ plane: PixelPlane, _ value: UInt8) {
    plane.withMutableBytes { bytes in bytes.update(repeating: value) }
  }
}

extension PlanarPicture {
  /// Copies a part into a picture that is no wider or higher. With each step, from 0, it moves by two columns,
  /// as pairs of pixels share chroma: to the right end and back.
  func copyWindow(step: Int = 0, into picture: PlanarPicture) {
    precondition(step >= 0 && picture.size.width <= size.width && picture.size.height <= size.height)
    let spare = (size.width - picture.size.width) / 2
    let phase = step % max(1, 2 * spare)
    let pair = phase < spare ? phase : 2 * spare - phase
    Self.copy(from: luma, column: 2 * pair, to: picture.luma)
    Self.copy(from: cb, column: pair, to: picture.cb)
    Self.copy(from: cr, column: pair, to: picture.cr)
  }

  private static func copy(from source: PixelPlane, column: Int, to target: PixelPlane) {
    for y in 0..<target.height {
      // SAFETY: the window lies within the source, as copyWindow checked; both planes outlive the call.
      unsafe (target.base + y * target.bytesPerRow)
        .update(from: source.base + y * source.bytesPerRow + column, count: target.width)
    }
  }
}

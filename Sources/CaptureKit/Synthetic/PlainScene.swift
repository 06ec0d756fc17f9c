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
    let noise = ValueNoise(seed: settings.seed)
    let cell = Float(height) * 0.45
    var painting = ScenePainting(width: width + width / 4, height: height)
    painting.paint { x, y, _ in
      let density = noise.turbulence(x / cell, y / cell * 1.4, octaves: 2)
      let light = 0.66 + 0.10 * (density - 0.5) - 0.05 * (y / Float(height) - 0.5)
      return RGB(light * 0.985, light, light * 1.012)
    }
    guard let fog = painting.picture() else { return nil }
    self.fog = fog
  }

  func render(frame: Int, into picture: PlanarPicture) {
    guard let fog else {
      fill(picture.luma, 128)
      fill(picture.cb, 128)
      fill(picture.cr, 128)
      return
    }
    // Back and forth over the spare quarter, in even steps, because pairs of pixels share chroma.
    let spare = (fog.size.width - picture.size.width) / 2
    let travelled = Int(settings.seconds(atFrame: frame) * Double(picture.size.width) * 0.005)
    let phase = travelled % max(1, 2 * spare)
    fog.copyWindow(fromPair: phase < spare ? phase : 2 * spare - phase, into: picture)
  }

  func truth(frame: Int) -> SceneTruth { settings.emptyTruth(frame: frame) }

  private func fill(_ plane: PixelPlane, _ value: UInt8) {
    plane.withMutableBytes { bytes in bytes.update(repeating: value) }
  }
}

extension PlanarPicture {
  /// Copies the part that begins at column `2 · pair` into a picture that is no wider or higher.
  func copyWindow(fromPair pair: Int, into picture: PlanarPicture) {
    precondition(
      2 * pair + picture.size.width <= size.width && picture.size.height <= size.height && pair >= 0)
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

// The sea is drawn level, in a world higher than the picture, and then sheared: each column moves by its own
// distance, interpolating between two rows. This keeps the horizon an exact straight line at any angle and
// reads memory in order. The scene contains nothing upright that would reveal the shear.

import Glibc
import PixelTypes

/// Sky with drifting clouds, sea with waves, the sun and a distant headland; the horizon may sway.
final class CoastScene: Scene {
  private let settings: SceneSettings
  private let layers: CoastLayers
  // The level world of the current frame.
  private let world: PlanarPicture

  convenience init?(_ settings: SceneSettings) {
    guard let layers = CoastLayers(settings) else { return nil }
    self.init(settings, layers)
  }

  private init(_ settings: SceneSettings, _ layers: CoastLayers) {
    self.settings = settings
    self.layers = layers
    world = PlanarPicture(size: layers.still.size, subsampling: .yuv422)
  }

  func twin() -> any Scene { CoastScene(settings, layers) }

  private static let swayPeriodSeconds = 8.0

  private func angleDegrees(frame: Int) -> Double {
    let phase = 2 * Double.pi * settings.seconds(atFrame: frame) / Self.swayPeriodSeconds
    return settings.rollDegrees + settings.swayDegrees * sin(phase)
  }

  func horizon(frame: Int) -> SceneTruth.Horizon? {
    let angle = angleDegrees(frame: frame)
    let height = Double(settings.size.height)
    let middle = Double(layers.horizonRow - layers.margin)
    let rise = Double(settings.size.width) / 2 * tan(angle * .pi / 180)
    return SceneTruth.Horizon(
      angleDegrees: angle, leftY: (middle + rise) / height, rightY: (middle - rise) / height)
  }

  func render(frame: Int, into picture: PlanarPicture) {
    let seconds = settings.seconds(atFrame: frame)
    drawSky(seconds)
    drawSea(seconds)
    let slope = tan(angleDegrees(frame: frame) * .pi / 180)
    shear(world.luma, into: picture.luma, slope: slope)
    // A chroma sample covers two columns.
    shear(world.cb, into: picture.cb, slope: 2 * slope)
    shear(world.cr, into: picture.cr, slope: 2 * slope)
  }

  private func drawSky(_ seconds: Double) {
    let still = layers.still
    let width = world.size.width
    let drift = seconds * Double(width) * 0.006
    let whole = drift.rounded(.down)
    let fraction = Int16((drift - whole) * 128)
    let column = Int(whole) % layers.cloudPeriod
    let cloud = layers.cloudLight
    let alpha = layers.cloudAlpha
    let chromaAlpha = layers.cloudChromaAlpha
    for y in 0..<layers.horizonRow {
      // SAFETY: cloud planes are a period and a picture wide, and one sample more; rows exist in all planes,
      // which are as high as the sky or higher.
      unsafe RowKernels.clouds(
        world.luma.base + y * world.luma.bytesPerRow, sky: still.luma.base + y * still.luma.bytesPerRow,
        cloud: cloud.base + y * cloud.bytesPerRow + column,
        alpha: alpha.base + y * alpha.bytesPerRow + column,
        fraction: fraction, count: width)
      let chromaRow = y * world.cb.bytesPerRow
      let shares = unsafe chromaAlpha.base + y * chromaAlpha.bytesPerRow + column / 2
      unsafe RowKernels.cloudChroma(
        world.cb.base + chromaRow, sky: still.cb.base + chromaRow, level: 127, alpha: shares, count: width / 2
      )
      unsafe RowKernels.cloudChroma(
        world.cr.base + chromaRow, sky: still.cr.base + chromaRow, level: 130, alpha: shares, count: width / 2
      )
    }
  }

  private func drawSea(_ seconds: Double) {
    let still = layers.still
    let waves = layers.waves
    let width = world.size.width
    let reach = Float(layers.waveReach)
    for y in layers.horizonRow..<world.size.height {
      let depth = y - layers.horizonRow
      // Near water moves further. The two layers swing out of step, so that no turning point shows.
      let near = min(1, Float(depth + 4) / Float(settings.size.height) * 2)
      let time = Float(seconds)
      let first = reach * (0.5 + 0.5 * near * sinf(time * 0.31))
      let second = reach * (0.5 + 0.5 * near * sinf(time * 0.23 + 2))
      // Swell: rows of equal phase move closer.
      let swell = sinf(logf(Float(depth) + 8) * 9 - time * 1.9)
      // The second layer is the first, shifted down, so that the two never coincide.
      let other = depth + 11 < waves.height ? depth + 11 : max(0, waves.height - 1 - depth % 11)
      let row = y * world.luma.bytesPerRow
      // SAFETY: both starts lie within `waveReach`, by which wave rows exceed the picture.
      let source = unsafe UnsafeRawPointer(waves.base).assumingMemoryBound(to: Int8.self)
      unsafe RowKernels.waves(
        world.luma.base + row, water: still.luma.base + row,
        a: source + depth * waves.bytesPerRow + Int(first), gainA: Int16(44 + 16 * swell),
        b: source + other * waves.bytesPerRow + Int(second), gainB: Int16(44 - 16 * swell),
        glitter: layers.glitter.base + depth * layers.glitter.bytesPerRow, count: width)
      let chromaRow = y * world.cb.bytesPerRow
      unsafe (world.cb.base + chromaRow).update(from: still.cb.base + chromaRow, count: width / 2)
      unsafe (world.cr.base + chromaRow).update(from: still.cr.base + chromaRow, count: width / 2)
    }
  }

  /// Moves column x of the world down by `margin + (x + ½ − width / 2) · slope` rows, and crops to the picture.
  private func shear(_ source: PixelPlane, into target: PixelPlane, slope: Double) {
    let width = target.width
    // The world row, in 16-bit fixed point, that appears in column x of the picture's row 0: start + x · step.
    let step = Int((slope * 65_536).rounded())
    let start = layers.margin * 65_536 + Int(((0.5 - Double(width) / 2) * slope * 65_536).rounded())
    var x = 0
    while x < width {
      let shift = start + x * step
      let whole = shift >> 16
      let share = shift & 0xFFFF
      // Continues as long as the same two rows apply.
      let run =
        step > 0 ? (65_535 - share) / step + 1 : step < 0 ? share / -step + 1 : width
      let count = min(run, width - x)
      for y in 0..<target.height {
        // SAFETY: the margin is at least the largest shift plus two rows, on both sides.
        let top = unsafe source.base + (y + whole) * source.bytesPerRow + x
        unsafe RowKernels.between(
          target.base + y * target.bytesPerRow + x, top: top, bottom: top + source.bytesPerRow,
          share: Int32(share), step: Int32(step), count: count)
      }
      x += count
    }
  }
}

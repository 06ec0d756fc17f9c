import Glibc
import PixelTypes

/// The still layers of `CoastScene`, in a level world: rows above `horizonRow` are sky, the others sea.
struct CoastLayers {
  /// Sky, headland and water, without clouds and waves.
  let still: PlanarPicture
  /// Rows that the world adds above and below the picture, each.
  let margin: Int
  /// First row of the sea.
  let horizonRow: Int
  /// Clouds repeat after this many columns.
  let cloudPeriod: Int
  let cloudLight: PixelPlane
  let cloudAlpha: PixelPlane
  let cloudChromaAlpha: PixelPlane
  /// Height of the waves, as signed bytes; `waveReach` columns wider than the picture.
  let waves: PixelPlane
  let waveReach: Int
  /// How much sun each point of the sea reflects.
  let glitter: PixelPlane

  /// `nil` when the world would be too high.
  init?(_ settings: SceneSettings) {
    let (width, height) = (settings.size.width, settings.size.height)
    let steepest = (abs(settings.rollDegrees) + settings.swayDegrees) * .pi / 180
    margin = Int(tan(steepest) * Double(width) / 2) + 4
    horizonRow = margin + Int(Double(height) * 0.46)
    guard let size = PixelSize(width: width, height: height + 2 * margin) else { return nil }
    let noise = ValueNoise(seed: settings.seed)
    let sun = (x: Float(width) * (0.66 + 0.1 * noise.uniform(1)), rise: Float(height) * 0.135)
    let slope = Float(tan(settings.rollDegrees * .pi / 180))
    still = Self.paintStill(
      size, unit: Float(height), noise: noise, horizon: horizonRow, sun: sun, slope: slope)

    cloudPeriod = max(2, width / 2 * 4)
    (cloudLight, cloudAlpha, cloudChromaAlpha) = Self.clouds(
      width: width, period: cloudPeriod, horizon: horizonRow, unit: Float(height), noise: noise)

    waveReach = width / 4
    let seaRows = size.height - horizonRow
    waves = Self.waves(
      width: width + waveReach, rows: seaRows, unit: Float(height) / 720, seed: settings.seed)
    glitter = PixelPlane(width: width, height: seaRows)
    for y in 0..<seaRows {
      let spread = Float(height) * (0.045 + 0.22 * Float(y) / Float(height))
      for x in 0..<width {
        let offset = (Float(x) - sun.x) / spread
        let share = expf(-offset * offset) * (1 - 0.55 * min(1, Float(y) / Float(height)))
        glitter[x, y] = UInt8(nearest: min(255, 330 * share))
      }
    }
  }

  private static func paintStill(
    _ size: PixelSize, unit: Float, noise: ValueNoise, horizon: Int, sun: (x: Float, rise: Float),
    slope: Float
  ) -> PlanarPicture {
    let level = Float(horizon)
    var painting = ScenePainting(size)
    let zenith = RGB(0.26, 0.47, 0.74)
    let middle = RGB(0.55, 0.73, 0.88)
    let haze = RGB(0.90, 0.86, 0.80)
    painting.paint(rows: 0..<horizon) { x, y, _ in
      let rise = (level - y) / (unit * 0.5)
      var color = interpolate(haze, middle, smoothStep(0, 0.42, rise))
      color = interpolate(color, zenith, smoothStep(0.25, 1.15, rise))
      // Undo the shear at rest, so that the sun is round.
      let dx = x - sun.x
      let dy = y - (level - sun.rise) - dx * slope
      let distance = (dx * dx + dy * dy).squareRoot() / unit
      // The sun's light mostly replaces the sky's: adding it would turn everything around it white.
      let halo = 0.55 * expf(-distance * 8) + 0.25 * expf(-distance * 2.8)
      color = interpolate(color, RGB(1.0, 0.80, 0.50), halo)
      let disc = 1 - smoothStep(0.0265, 0.0285, distance)
      return interpolate(color, RGB(1, 0.985, 0.93), disc)
    }
    let nearWater = RGB(0.055, 0.20, 0.29)
    let farWater = RGB(0.27, 0.43, 0.53)
    painting.paint(rows: horizon..<size.height) { x, y, _ in
      let depth = (y - level) / (unit * 0.54)
      var color = interpolate(farWater, nearWater, smoothStep(0, 0.85, depth.squareRoot()))
      let offset = (x - sun.x) / (unit * (0.12 + 0.4 * depth))
      color += RGB(0.26, 0.18, 0.08) * expf(-offset * offset) * (1 - 0.6 * min(1, depth))
      return color
    }
    // Two ridges, the farther one paler; both end in the sea.
    let ridges: [(end: Float, height: Float, color: RGB, salt: Float)] = [
      (0.47, 0.052, RGB(0.53, 0.60, 0.66), 3), (0.30, 0.088, RGB(0.27, 0.35, 0.37), 11),
    ]
    for ridge in ridges {
      painting.blend(
        x: 0, y: level - unit * 0.16, width: ridge.end * Float(size.width), height: unit * 0.16 - 1.5
      ) {
        x, y in
        let along = x / (ridge.end * Float(size.width))
        guard y < level, along < 1 else { return (ridge.color, 0) }
        let taper = smoothStep(0, 0.35, 1 - along) * (0.65 + 0.35 * (1 - along))
        let rough = noise.turbulence(x / unit * 9 + ridge.salt, ridge.salt, octaves: 5)
        let top = level - unit * ridge.height * taper * (0.55 + 0.9 * rough)
        let texture = noise.turbulence(x / unit * 60, y / unit * 90 + ridge.salt, octaves: 3) - 0.5
        // Haze covers the foot of the land.
        let foot = smoothStep(level - unit * 0.05, level, y)
        let color = interpolate(ridge.color * (1 + 0.28 * texture), RGB(0.66, 0.69, 0.70), 0.35 * foot)
        return (color, min(1, max(0, y - top + 0.5)))
      }
    }
    return painting.picture()
  }

  /// Light, alpha and alpha at half width. Computed at a quarter of the resolution: clouds have no sharp edges.
  private static func clouds(
    width: Int, period: Int, horizon: Int, unit: Float, noise: ValueNoise
  ) -> (PixelPlane, PixelPlane, PixelPlane) {
    let columns = period / 4
    let rows = horizon / 4 + 2
    let cells = 9
    var density = [Float](repeating: 0, count: columns * rows)
    for row in 0..<rows {
      // Perspective: clouds lie flatter towards the horizon.
      let rise = max(0.02, Float(horizon - 4 * row) / unit)
      let v = 2.1 / (rise + 0.22)
      for column in 0..<columns {
        let u = Float(column) / Float(columns) * Float(cells)
        let value = noise.turbulence(u, v, octaves: 5, period: cells)
        let clear = smoothStep(0.02, 0.20, rise)
        density[row * columns + column] = smoothStep(0.47, 0.74, value) * clear
      }
    }
    func sample(_ x: Int, _ y: Int) -> Float {
      let column = x / 4 % columns
      let row = min(y / 4, rows - 2)
      let next = (column + 1) % columns
      let tx = Float(x % 4) / 4
      let ty = Float(y % 4) / 4
      let top = interpolate(density[row * columns + column], density[row * columns + next], tx)
      let bottom = interpolate(density[(row + 1) * columns + column], density[(row + 1) * columns + next], tx)
      return interpolate(top, bottom, ty)
    }
    let light = PixelPlane(width: period + width + 2, height: horizon)
    let alpha = PixelPlane(width: period + width + 2, height: horizon)
    let chroma = PixelPlane(width: (period + width) / 2 + 2, height: horizon)
    let lift = max(2, Int(unit * 0.02))
    for y in 0..<horizon {
      for x in 0..<light.width {
        let here = sample(x, y)
        let above = sample(x, max(0, y - lift))
        // Lit from above: bright where there is less cloud above.
        light[x, y] = UInt8(nearest: 240 + 60 * (here - above) - 14 * here)
        alpha[x, y] = UInt8(nearest: 235 * here)
        if x % 2 == 0, x / 2 < chroma.width { chroma[x / 2, y] = UInt8(nearest: 235 * here) }
      }
    }
    return (light, alpha, chroma)
  }

  private static func waves(width: Int, rows: Int, unit: Float, seed: UInt64) -> PixelPlane {
    let plane = PixelPlane(width: width, height: rows)
    let noise = ValueNoise(seed: seed ^ 0x7761_7665)
    for y in 0..<rows {
      let depth = Float(y) / unit + 2
      let length = 5 + depth * 0.16
      let v = logf(depth + 6) * 26
      let strength = 34 + 40 * min(1, depth / 300)
      for x in 0..<width {
        let u = (Float(x) - Float(width) / 2) / unit / length
        let value = noise.turbulence(u, v, octaves: 3) - 0.5
        plane[x, y] = UInt8(bitPattern: Int8(max(-120, min(120, value * 2 * strength))))
      }
    }
    return plane
  }
}

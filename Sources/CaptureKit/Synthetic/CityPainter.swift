import Glibc
import PixelTypes

/// Paints the city's still parts: sky, three rows of buildings with lit windows, lamps, a wet street.
enum CityPainter {
  private static let streetTop: Float = 0.80

  static func paint(_ settings: SceneSettings) -> PlanarPicture {
    let (w, h) = (Float(settings.size.width), Float(settings.size.height))
    let noise = ValueNoise(seed: settings.seed &+ 4242)
    var painting = ScenePainting(settings.size)
    let zenith = RGB(0.016, 0.026, 0.065)
    let glow = RGB(0.34, 0.20, 0.19)
    painting.paint { x, y, _ in
      let cloud = noise.turbulence(x / h * 2.2, y / h * 4, octaves: 4)
      let depth = y / (streetTop * h)
      return interpolate(zenith, glow, min(1, depth * depth * 0.9)) * (0.8 + 0.4 * cloud)
    }
    for star in 0..<60 {
      painting.disc(
        x: w * noise.uniform(star), y: h * 0.38 * noise.uniform(1000 + star), radius: max(0.55, h * 0.0009),
        RGB(0.9, 0.93, 1), opacity: 0.15 + 0.45 * noise.uniform(2000 + star))
    }
    for depth in 0..<3 { addBuildings(to: &painting, noise: noise, depth: depth) }
    addStreet(to: &painting, noise: noise)
    addLamps(to: &painting)
    return painting.picture()
  }

  private static func addBuildings(to painting: inout ScenePainting, noise: ValueNoise, depth: Int) {
    let (w, h) = (Float(painting.width), Float(painting.height))
    let wall = [RGB(0.085, 0.075, 0.105), RGB(0.055, 0.055, 0.080), RGB(0.030, 0.033, 0.050)][depth]
    let near = Float(depth)
    let cellWidth = h * (0.011 + 0.007 * near)
    let cellHeight = h * (0.017 + 0.009 * near)
    var x = -0.03 * w
    var building = 0
    while x < w {
      let salt = depth * 10_000 + building * 37
      let columns = 5 + Int(7 * noise.uniform(salt))
      let tall = noise.uniform(salt + 1)
      let buildingWidth = (Float(columns) + 0.6) * cellWidth
      let roof = h * (0.20 + 0.13 * near + (0.36 - 0.06 * near) * (1 - tall * tall))
      let bottom = streetTop * h
      let shade = wall * (0.8 + 0.5 * noise.uniform(salt + 2))
      painting.rectangle(x: x, y: roof, width: buildingWidth, height: bottom - roof, shade)
      // The edge that catches the city's glow, and the mast on the roof.
      painting.rectangle(x: x, y: roof, width: buildingWidth, height: max(1, h * 0.0015), shade * 2.2)
      if tall > 0.6 {
        let mast = h * (0.02 + 0.05 * noise.uniform(salt + 3))
        painting.rectangle(
          x: x + buildingWidth * 0.5, y: roof - mast, width: max(1, h * 0.002), height: mast, shade)
      }
      let rows = Int((bottom - roof) / cellHeight - 0.7)
      let lit = 0.32 + 0.40 * noise.uniform(salt + 4)
      for row in 0..<max(0, rows) {
        for column in 0..<columns {
          let key = salt * 131 + row * 64 + column
          // Whole storeys are more often all lit or all dark than independent windows would be.
          let chance = lit * (0.35 + 1.2 * noise.uniform(salt * 7 + row))
          guard noise.uniform(key) < chance else { continue }
          let warmth = noise.uniform(key + 7_000_000)
          let color = interpolate(
            RGB(1.0, 0.72, 0.36), RGB(0.86, 0.93, 1.0), warmth > 0.78 ? 1 : warmth * 0.35)
          let level = (0.42 + 0.58 * noise.uniform(key + 9_000_000)) * (0.66 + 0.18 * near)
          painting.rectangle(
            x: x + (Float(column) + 0.5) * cellWidth, y: roof + (Float(row) + 0.6) * cellHeight,
            width: cellWidth * 0.58, height: cellHeight * 0.55, color * level)
        }
      }
      x += buildingWidth + w * 0.006 * (1 + 4 * noise.uniform(salt + 5)) * (depth == 2 ? 4 : 0.4)
      building += 1
    }
  }

  private static func addStreet(to painting: inout ScenePainting, noise: ValueNoise) {
    let (width, height) = (painting.width, painting.height)
    let h = Float(height)
    let top = Int(streetTop * h)
    let above = painting.pixels
    painting.paint(rows: top..<height) { x, y, _ in
      let depth = (y - streetTop * h) / (h * (1 - streetTop))
      // Reflections of the lights above, smeared downwards and broken by the texture of the asphalt.
      let ripple = noise.turbulence(x / h * 26, y / h * 150, octaves: 2) - 0.5
      let mirror = Float(top) - 3 - (y - Float(top)) * 2.1
      let sampleX = min(width - 1, max(0, Int(x + ripple * h * 0.02)))
      var light = RGB(repeating: 0)
      for tap in 0..<7 {
        let row = min(top - 1, max(0, Int(mirror - Float(tap) * h * 0.012)))
        light += above[row * width + sampleX]
      }
      let asphalt =
        RGB(0.045, 0.045, 0.060) * (0.85 + 0.5 * noise.turbulence(x / h * 70, y / h * 70, octaves: 2))
      return asphalt + light * (0.13 * (1 - 0.55 * depth) * (0.75 + ripple))
    }
    painting.rectangle(
      x: 0, y: streetTop * h, width: Float(width), height: h * 0.012, RGB(0.10, 0.095, 0.10), opacity: 0.9)
    var dash: Float = 0
    while dash < Float(width) {
      painting.rectangle(
        x: dash, y: 0.866 * h, width: 0.045 * h, height: 0.0035 * h, RGB(0.62, 0.60, 0.52), opacity: 0.65)
      dash += 0.11 * h
    }
  }

  private static func addLamps(to painting: inout ScenePainting) {
    let (w, h) = (Float(painting.width), Float(painting.height))
    for lamp in 0..<6 {
      let x = w * (Float(lamp) + 0.5) / 6
      let y = h * 0.655
      painting.rectangle(
        x: x - 0.0015 * h, y: y, width: 0.003 * h, height: h * 0.15, RGB(0.11, 0.10, 0.10))
      painting.glow(x: x, y: y, radius: h * 0.14, RGB(0.55, 0.33, 0.13))
      painting.glow(x: x, y: y, radius: h * 0.022, RGB(1.2, 1.15, 1.0))
      painting.glow(x: x, y: h * 0.815, radius: h * 0.11, RGB(0.20, 0.12, 0.05))
    }
  }
}

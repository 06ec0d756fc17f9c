import Glibc
import PixelTypes

/// Paints the walker's background: out-of-focus trees, a lawn, a paved path in perspective, evening light.
enum ParkPainter {
  static func paint(_ settings: SceneSettings) -> PlanarPicture {
    let noise = ValueNoise(seed: settings.seed &+ 77)
    let (w, h) = (Float(settings.size.width), Float(settings.size.height))
    let horizon = 0.52 * h
    var painting = ScenePainting(settings.size)
    let middle = w * (0.50 + 0.12 * (noise.uniform(1) - 0.5))

    painting.paint(rows: 0..<Int(horizon + 0.08 * h)) { x, y, _ in
      let sky = interpolate(RGB(0.86, 0.90, 0.93), RGB(1.0, 0.93, 0.80), smoothStep(0.05 * h, horizon, y))
      // Crowns at three depths, nearer ones darker; all soft, as through a wide aperture.
      var color = sky
      for depth in 0..<3 {
        let d = Float(depth)
        let crown = noise.turbulence(x / h * (2.2 + 0.8 * d) + 13 * d, 5 + d, octaves: 3)
        let top = h * (0.36 - 0.17 * d) - (crown - 0.35) * h * (0.42 - 0.08 * d)
        let leaves = noise.turbulence(x / h * (6 + 3 * d) + 31 * d, y / h * (7 + 3 * d), octaves: 3)
        let tone = interpolate(
          RGB(0.56, 0.66, 0.48), RGB(0.16, 0.25, 0.13), 0.22 + 0.36 * d)
        let lit = tone * (0.72 + 0.62 * leaves) + RGB(0.10, 0.08, 0.02) * smoothStep(0.55, 0.75, leaves)
        // Sky shows through the gaps, more of them near the crown's edge.
        let density = smoothStep(top - 0.02 * h, top + 0.06 * h, y + (leaves - 0.5) * 0.14 * h)
        color = interpolate(color, lit, density * (depth == 2 ? 0.75 : 0.92))
      }
      return color
    }
    addTrunks(to: &painting, noise: noise, horizon: horizon)
    painting.paint(rows: Int(horizon - 0.05 * h)..<settings.size.height) { x, y, below in
      // The border between lawn and trees is neither straight nor sharp, so that it isn't a horizon.
      let border = horizon + h * 0.075 * (noise.turbulence(x / h * 1.7, 3, octaves: 3) - 0.62)
      let grass = smoothStep(border - 0.012 * h, border + 0.022 * h, y)
      guard grass > 0 else { return below }
      let depth = max(1, y - horizon + 0.05 * h) / (h - horizon + 0.05 * h)
      let grain = noise.turbulence(x / h * 6 / (depth + 0.08), 40 * logf(depth + 0.1), octaves: 3)
      let stripes = noise.field(x / h * 1.3 / (depth + 0.12), 9 * logf(depth + 0.05))
      var lawn = interpolate(RGB(0.60, 0.66, 0.36), RGB(0.27, 0.40, 0.17), smoothStep(0, 0.8, depth))
      lawn *= 0.84 + 0.24 * grain + 0.14 * stripes
      // The path narrows to the vanishing point.
      let side = (x - middle) / w
      let halfWidth = 0.035 + 0.62 * depth
      let edge = smoothStep(halfWidth, halfWidth - 0.012 - 0.02 * depth, abs(side))
      guard edge > 0 else { return interpolate(below, lawn, grass) }
      var stone = interpolate(RGB(0.80, 0.74, 0.64), RGB(0.58, 0.55, 0.51), smoothStep(0, 0.9, depth))
      stone *=
        0.93 + 0.14 * noise.turbulence(x / h * 14 / (depth + 0.1), 90 * logf(depth + 0.1), octaves: 2)
      let row = 5.2 / (depth + 0.14)
      let rowPhase = row - row.rounded(.down)
      let column = side / halfWidth * 3.5 + (Int(row.rounded(.down)) % 2 == 0 ? 0.5 : 0)
      let columnPhase = column - column.rounded(.down)
      let joint = max(
        1 - smoothStep(0.0, 0.05 + 0.02 / (depth + 0.1), min(rowPhase, 1 - rowPhase)),
        1 - smoothStep(0.0, 0.03 + 0.004 / (depth + 0.05), min(columnPhase, 1 - columnPhase)))
      stone *= 1 - 0.16 * joint * smoothStep(0.06, 0.3, depth)
      return interpolate(below, interpolate(lawn, stone, edge), grass)
    }
    addLight(to: &painting, noise: noise)
    return painting.picture()
  }

  private static func addTrunks(to painting: inout ScenePainting, noise: ValueNoise, horizon: Float) {
    let (w, h) = (Float(painting.width), Float(painting.height))
    for tree in 0..<7 {
      let x = w * (Float(tree) + 0.2 + 0.6 * noise.uniform(100 + tree)) / 7
      // None in the middle, where the path leads away.
      guard abs(x - w / 2) > 0.07 * w else { continue }
      let half = h * (0.007 + 0.013 * noise.uniform(200 + tree))
      let foot = horizon + h * 0.03 * noise.uniform(300 + tree)
      let color = RGB(0.27, 0.22, 0.17) * (0.8 + 0.5 * noise.uniform(400 + tree))
      let soft = h * 0.006
      painting.blend(x: x - 3 * half, y: h * 0.2, width: 6 * half, height: foot - h * 0.2) { px, py in
        let flare = half * (1 + 0.8 * smoothStep(foot - 0.06 * h, foot, py))
        let inside = smoothStep(flare + soft, flare - soft, abs(px - x))
        let fade = smoothStep(0.2 * h, 0.38 * h, py) * (1 - smoothStep(foot - soft, foot + soft, py))
        let side = 1 + 0.35 * (x - px) / flare
        return (color * side, inside * fade)
      }
    }
  }

  private static func addLight(to painting: inout ScenePainting, noise: ValueNoise) {
    let (w, h) = (Float(painting.width), Float(painting.height))
    // Blurred points of light between the leaves.
    for spot in 0..<26 {
      let x = w * noise.uniform(500 + spot)
      let y = h * (0.08 + 0.34 * noise.uniform(600 + spot))
      let radius = h * (0.008 + 0.014 * noise.uniform(700 + spot))
      painting.disc(
        x: x, y: y, radius: radius, RGB(1, 0.95, 0.78), opacity: 0.10 + 0.16 * noise.uniform(800 + spot))
    }
    // Warm light from the upper left, and a lens's darker corners.
    painting.paint { x, y, below in
      let glow = expf(-((x - 0.16 * w) * (x - 0.16 * w) + (y - 0.1 * h) * (y - 0.1 * h)) / (0.22 * w * w))
      let (dx, dy) = ((x - w / 2) / w, (y - h / 2) / h)
      let corner = 1 - 0.42 * (dx * dx + dy * dy)
      return (below + RGB(0.17, 0.12, 0.05) * glow) * corner
    }
  }
}

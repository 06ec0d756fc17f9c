import Geometry
import PixelTypes
import RealModule

/// What a body adds to its texels, computed when the body is made.
extension GlassBody {
  /// The light that press and touch add to each texel; `nil` if nothing glows.
  static func glow(_ elements: [GlassElement], _ tile: SceneTile, _ scale: Double) -> SamplePlane? {
    guard elements.contains(where: { $0.glass.isInteractive && ($0.press > 0 || $0.touchStrength > 0) })
    else {
      return nil
    }
    let glow = SamplePlane(width: tile.texels.width, height: tile.texels.height)
    let size = Double(tile.texelSize)
    for row in 0..<glow.height {
      for column in 0..<glow.width {
        let x = (Double(tile.texels.x + column) + 0.5) * size
        let y = (Double(tile.texels.y + row) + 0.5) * size
        var light = 0.0
        for element in elements where element.glass.isInteractive {
          let f = element.frame.scaled(by: scale)
          let isInside = x > f.x - size && x < f.maxX + size && y > f.y - size && y < f.maxY + size
          if isInside { light += 0.035 * min(max(element.press, 0), 1) }
          if let touch = element.touch {
            let (dx, dy) = (x - touch.x * scale, y - touch.y * scale)
            let reach = 34 * scale
            light +=
              0.11 * min(max(element.touchStrength, 0), 1)
              * Double.exp(-(dx * dx + dy * dy) / (reach * reach))
          }
        }
        glow[column, row] = UInt16((min(light, 1) * 65_535).rounded())
      }
    }
    return glow
  }

  /// Each element's share of each texel's wash: the nearest element's, blended over `blend` pixels between two.
  static func shares(_ outlines: [ShapeOutline], _ tile: SceneTile, blend: Double) -> [SamplePlane] {
    let size = tile.texelSize
    let cover = PixelRect(
      x: tile.texels.x * size, y: tile.texels.y * size, width: tile.texels.width * size,
      height: tile.texels.height * size)
    let reach = blend + Double(2 * size)
    let fields = outlines.map { ShapeField($0, area: cover, reach: reach) }
    let planes = outlines.map { _ in SamplePlane(width: tile.texels.width, height: tile.texels.height) }
    for row in 0..<tile.texels.height {
      for column in 0..<tile.texels.width {
        let at = (row * size + size / 2) * cover.width + column * size + size / 2
        let distances = fields.map { Double($0.distance[at]) }
        let deepest = distances.max() ?? 0
        let weights = distances.map { max(0, blend - (deepest - $0)) }
        let sum = weights.reduce(0, +)
        for i in planes.indices {
          planes[i][column, row] = UInt16((weights[i] / max(sum, 1e-9) * 65_535).rounded())
        }
      }
    }
    return planes
  }
}

import PixelTypes
import RealModule

/// What lies around the viewfinders and behind the glass: the primary picture continued, out of focus and dimmed.
final class AmbientBackdrop {
  private let tiles: [SceneTile]
  /// Pixel-wide strips beside viewfinders of odd size, whose chroma is the viewfinder's.
  private let slivers: [SceneTile]
  private let wash: LightWash
  private let deviation: Double
  private let saturation: Int32 = 300
  private let subsampling: ChromaSubsampling

  init(layout: ChromeLayout, style: ChromeStyle, grid: SceneGrid, subsampling: ChromaSubsampling) {
    self.subsampling = subsampling
    deviation = 22 * layout.scale
    wash =
      style.appearance == .dark
      ? LightWash(color: LinearColor(red: 0.006, green: 0.006, blue: 0.008), opacity: 0.72)
      : LightWash(color: LinearColor(red: 0.80, green: 0.81, blue: 0.83), opacity: 0.42)
    let bounds = PixelRect(x: 0, y: 0, width: layout.canvas.width, height: layout.canvas.height)
    let even = layout.viewfinders.map { layout.chromaOut($0, subsampling).intersection(bounds) }
    tiles = Self.free(bounds, even).map { SceneTile(area: $0, grid: grid, subsampling: subsampling) }
    slivers = zip(layout.viewfinders, even).flatMap { exact, even in
      Self.free(even, [exact]).map { SceneTile(area: $0, grid: grid, subsampling: subsampling) }
    }
  }

  /// The part of `bounds` outside `holes`, as rectangles.
  private static func free(_ bounds: PixelRect, _ holes: [PixelRect]) -> [PixelRect] {
    let rows = Set([bounds.y, bounds.maxY] + holes.flatMap { [$0.y, $0.maxY] }).sorted()
    var free: [PixelRect] = []
    for (top, bottom) in zip(rows, rows.dropFirst()) {
      var x = bounds.x
      let across = holes.filter { $0.y <= top && $0.maxY >= bottom && !$0.isEmpty }
      for hole in across.sorted(by: { $0.x < $1.x }) {
        if hole.x > x { free.append(PixelRect(x: x, y: top, width: hole.x - x, height: bottom - top)) }
        x = max(x, hole.maxX)
      }
      if x < bounds.maxX {
        free.append(PixelRect(x: x, y: top, width: bounds.maxX - x, height: bottom - top))
      }
    }
    return free
  }

  /// Lets panels cast soft shadows: `strength` of the light at the edge, gone within `reach` pixels.
  func castShadows(of panels: [PixelRect], radius: Double, strength: Double, reach: Double, drop: Double) {
    let texel = Double(tiles.first?.texelSize ?? 8)
    let margin = Int(reach * 2)
    for tile in tiles {
      let reached = tile.area.insetBy(-tile.texelSize - margin)
      for row in 0..<tile.texels.height {
        for column in 0..<tile.texels.width {
          let x = (Double(tile.texels.x + column) + 0.5) * texel
          let y = (Double(tile.texels.y + row) + 0.5) * texel - drop
          var kept = 1.0
          for index in panels.indices where panels[index].intersects(reached) {
            let p = panels[index]
            let qx = abs(x - Double(p.x) - Double(p.width) / 2) - Double(p.width) / 2 + radius
            let qy = abs(y - Double(p.y) - Double(p.height) / 2) - Double(p.height) / 2 + radius
            let outside = Double.hypot(max(qx, 0), max(qy, 0)) + min(max(qx, qy), 0) - radius
            let t = max(outside, 0) / reach
            kept *= 1 - strength * Double.exp(-t * t * 3)
          }
          tile.shade[column, row] = UInt16((kept * 65_535).rounded())
        }
      }
    }
  }

  func paint(_ pyramid: BlurPyramid, into canvas: PlanarPicture) {
    for i in tiles.indices {
      update(tiles[i], pyramid)
      for channel in 0..<3 { paint(tiles[i], channel, into: canvas) }
    }
    for i in slivers.indices {
      update(slivers[i], pyramid)
      paint(slivers[i], 0, into: canvas)
    }
  }

  private func update(_ tile: SceneTile, _ pyramid: BlurPyramid) {
    tile.sample(pyramid, deviation: deviation)
    _ = saturate(tile.light, by: saturation)
    encode(tile.light, shade: tile.shade, wash: wash, into: tile.codes)
    tile.stretch()
  }

  private func paint(_ tile: SceneTile, _ channel: Int, into canvas: PlanarPicture) {
    let plane = channel == 0 ? canvas.luma : channel == 1 ? canvas.cb : canvas.cr
    let h = channel == 0 ? 1 : subsampling.horizontal
    let v = channel == 0 ? 1 : subsampling.vertical
    let x0 = tile.area.x / h
    let x1 = min((tile.area.maxX + h - 1) / h, plane.width)
    let lines = tile.lines(channel)
    for y in tile.area.y / v..<min((tile.area.maxY + v - 1) / v, plane.height) where x0 < x1 {
      let at = tile.line(at: (Double(y) + 0.5) * Double(v))
      // SAFETY: the tile's area lies inside the canvas, its lines are as wide as the area's share of the plane.
      unsafe paintRow(
        lines.row(at.index), lines.row(min(at.index + 1, lines.height - 1)), fraction: at.fraction,
        count: x1 - x0, dither: DitherTable.shared.row(y), column: x0,
        to: plane.base + y * plane.bytesPerRow + x0)
    }
  }
}

import HUDGeometry
import PixelTypes

/// The scene around the viewfinders and behind the glass: the primary picture continued, out of focus and dimmed, with
/// the glass's shadows on it.
final class AmbientScene {
  /// A rectangle of the canvas outside the viewfinders.
  private final class Piece {
    let tile: SceneTile
    /// For pixel-wide strips beside viewfinders of odd size: their chroma is the viewfinder's.
    let isSliver: Bool

    init(tile: SceneTile, isSliver: Bool) {
      self.tile = tile
      self.isSliver = isSliver
    }
  }

  private let pieces: [Piece]
  private let wash: LightWash
  private let deviation: Double
  private let saturation: Int32 = 300
  private let subsampling: ChromaSubsampling
  private var casters: [GlassBody] = []
  /// Replaces the blurred scene under the glass's shadows; as large as the canvas, with its subsampling.
  var picture: PlanarPicture?

  init(layout: ChromeLayout, style: ChromeStyle, grid: SceneGrid, subsampling: ChromaSubsampling) {
    self.subsampling = subsampling
    deviation = 22 * layout.scale
    wash =
      style.appearance == .dark
      ? LightWash(color: LinearColor(red: 0.006, green: 0.006, blue: 0.008), opacity: 0.72)
      : LightWash(color: LinearColor(red: 0.80, green: 0.81, blue: 0.83), opacity: 0.42)
    let bounds = PixelRect(x: 0, y: 0, width: layout.canvas.width, height: layout.canvas.height)
    let even = layout.viewfinders.map { layout.chromaOut($0, subsampling).intersection(bounds) }
    let free = Self.free(bounds, even).flatMap(Self.cut).map {
      Piece(tile: SceneTile(area: $0, grid: grid, subsampling: subsampling), isSliver: false)
    }
    let slivers = zip(layout.viewfinders, even).flatMap { exact, even in
      Self.free(even, [exact]).map {
        Piece(tile: SceneTile(area: $0, grid: grid, subsampling: subsampling), isSliver: true)
      }
    }
    pieces = free + slivers
  }

  /// Where glass may be drawn: rectangles that together cover all of the canvas outside the viewfinders.
  var freeAreas: [PixelRect] { pieces.filter { !$0.isSliver }.map(\.tile.area) }

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

  /// Pieces small enough that a local change of the scene doesn't redraw all of it.
  private static func cut(_ rect: PixelRect) -> [PixelRect] {
    let (width, height) = (TileMap.width * 8, TileMap.height * 4)
    var cuts: [PixelRect] = []
    var y = rect.y
    while y < rect.maxY {
      let bottom = min((y / height + 1) * height, rect.maxY)
      var x = rect.x
      while x < rect.maxX {
        let right = min((x / width + 1) * width, rect.maxX)
        cuts.append(PixelRect(x: x, y: y, width: right - x, height: bottom - y))
        x = right
      }
      y = bottom
    }
    return cuts
  }

  /// Takes over the shadows of a new arrangement and marks the tiles they change.
  func cast(_ bodies: [GlassBody], marking tiles: inout TileMap) {
    let casters = bodies.filter { $0.shadow != nil }
    let changed =
      self.casters.filter { old in !casters.contains { $0 === old } }
      + casters.filter { new in !self.casters.contains { $0 === new } }
    guard !changed.isEmpty else { return }
    self.casters = casters
    for piece in pieces {
      func reaches(_ body: GlassBody) -> Bool { body.shadow?.texels.intersects(piece.tile.texels) == true }
      guard changed.contains(where: reaches) else { continue }
      shade(piece.tile, casters.filter(reaches).compactMap(\.shadow))
      encode(piece.tile)
      tiles.mark(piece.tile.area)
    }
  }

  private func shade(_ tile: SceneTile, _ shadows: [GlassShadow]) {
    for row in 0..<tile.texels.height {
      for column in 0..<tile.texels.width {
        var kept: Float = 1
        for shadow in shadows { kept *= shadow.light(x: tile.texels.x + column, y: tile.texels.y + row) }
        tile.shade[column, row] = UInt16((kept * 65_535).rounded())
      }
    }
  }

  /// Takes this frame's scene and marks the tiles in which it has visibly changed.
  ///
  /// - Parameter turn: counts frames; pieces show slight changes in turn, or all at once if it is `nil`.
  func update(_ pyramid: BlurPyramid, turn: Int?, marking tiles: inout TileMap) {
    for i in pieces.indices {
      let change = pieces[i].tile.change(pyramid, deviation: deviation)
      guard change.isDue(isTurn: turn.map { (i + $0) % SceneMemory.turns == 0 } ?? true) else { continue }
      pieces[i].tile.sample(pyramid, deviation: deviation)
      _ = saturate(pieces[i].tile.light, by: saturation)
      encode(pieces[i].tile)
      tiles.mark(pieces[i].tile.area)
    }
  }

  private func encode(_ tile: SceneTile) {
    GlassChrome.encode(tile.light, shade: tile.shade, wash: wash, into: tile.codes)
    tile.stretch()
  }

  /// Draws the scene inside a clip of whole chroma samples.
  func paint(into canvas: PlanarPicture, clip: PixelRect) {
    for i in pieces.indices where pieces[i].tile.area.intersects(clip) {
      if let picture {
        pieces[i].tile.paint(picture, subsampling, clip: clip, into: canvas)
        continue
      }
      paint(pieces[i].tile, 0, clip, canvas)
      if pieces[i].isSliver { continue }
      paint(pieces[i].tile, 1, clip, canvas)
      paint(pieces[i].tile, 2, clip, canvas)
    }
  }

  private func paint(_ tile: SceneTile, _ channel: Int, _ clip: PixelRect, _ canvas: PlanarPicture) {
    let plane = channel == 0 ? canvas.luma : channel == 1 ? canvas.cb : canvas.cr
    let h = channel == 0 ? 1 : subsampling.horizontal
    let v = channel == 0 ? 1 : subsampling.vertical
    let part = tile.area.intersection(clip)
    let x0 = part.x / h
    let x1 = min((part.maxX + h - 1) / h, plane.width)
    let lines = tile.lines(channel)
    let skip = x0 - tile.area.x / h
    for y in part.y / v..<min((part.maxY + v - 1) / v, plane.height) where x0 < x1 {
      let at = tile.line(at: (Double(y) + 0.5) * Double(v))
      // SAFETY: the part lies inside the tile's area, and the area inside the canvas; lines are as wide as the area's share
      // of the plane.
      unsafe paintRow(
        LinePair(lines, line: at.index, fraction: at.fraction, from: skip),
        to: SampleRun(
          base: plane.base + y * plane.bytesPerRow + x0, count: x1 - x0, dither: DitherTable.shared.row(y),
          column: x0))
    }
  }
}

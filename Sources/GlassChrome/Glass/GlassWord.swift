import Geometry
import PixelTypes

/// A word or mark on glass, and how bright or dark the glass behind it may get.
struct GlassWord: Equatable {
  /// Pixels around it that belong to it.
  static let margin = 3
  /// Points over which lens and mirror return beside it.
  static let cover = 16.0

  /// The ids of its item and of the glass under it.
  var id: ElementID
  var element: ElementID
  /// The ink's box in canvas pixels.
  var box: PixelRect
  /// The greatest luminance allowed behind it in light ink, and the least in dark ink, 0...1.
  var most: Double
  var least: Double
  /// How much of it is there, 0...1, on glass that grows or shrinks: lens and mirror yield to it as it comes.
  var share = 1.0
  /// Whether any of it is drawn, in 8-bit codes.
  var isSeen: Bool { share >= 1.0 / 256 }

  /// The texels of a tile that feed its pixels, counted from the tile's corner.
  func core(in tile: SceneTile) -> PixelRect {
    let all = PixelRect(x: 0, y: 0, width: tile.texels.width, height: tile.texels.height)
    return SceneTile.texels(covering: box.insetBy(-Self.margin), tile.texelSize)
      .moved(byX: -tile.texels.x, y: -tile.texels.y).intersection(all)
  }
}

extension [GlassWord] {
  /// How much of lens and mirror they hide at each texel of a tile, row by row, 0...1.
  ///
  /// - Parameter fade: the points over which those return beside a word.
  func cover(in tile: SceneTile, fade: Double, scale: Double) -> [Float] {
    let (width, height) = (tile.texels.width, tile.texels.height)
    let all = PixelRect(x: 0, y: 0, width: width, height: height)
    let far = Int((fade * scale / Double(tile.texelSize)).rounded(.up))
    var most = [Float](repeating: 0, count: width * height)
    for word in self {
      let core = word.core(in: tile)
      guard !core.isEmpty else { continue }
      let reach = core.insetBy(-far).intersection(all)
      for y in reach.y..<reach.maxY {
        for x in reach.x..<reach.maxX {
          let gap = core.gap(toX: x, y: y)
          let texels = Point(Double(gap.across), Double(gap.down)).length
          let t = Swift.max(1 - texels * Double(tile.texelSize) / scale / fade, 0)
          most[y * width + x] = Swift.max(
            most[y * width + x], Float(t * t * (3 - 2 * t) * word.share))
        }
      }
    }
    return most
  }
}

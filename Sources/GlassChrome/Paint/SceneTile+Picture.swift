import PixelTypes
import RealModule

extension SceneTile {
  /// Copies the tile's part of a picture onto the canvas, darkened by shadows.
  ///
  /// - Parameters:
  ///   - picture: as large as the canvas, with its subsampling.
  ///   - clip: whole chroma samples.
  func paint(
    _ picture: PlanarPicture, _ subsampling: ChromaSubsampling, clip: PixelRect, into canvas: PlanarPicture
  ) {
    let part = area.intersection(clip)
    let (h, v) = (subsampling.horizontal, subsampling.vertical)
    for y in part.y..<part.maxY {
      for x in part.x..<part.maxX {
        let kept = kept(x, y)
        canvas.luma[x, y] = UInt8((Double(picture.luma[x, y]) * kept).rounded())
        guard x % h == 0, y % v == 0 else { continue }
        let (cx, cy) = (x / h, y / v)
        for (from, to) in [(picture.cb, canvas.cb), (picture.cr, canvas.cr)] {
          to[cx, cy] = UInt8(((Double(from[cx, cy]) - 128) * kept + 128).rounded())
        }
      }
    }
  }

  /// What shadows leave of a code at a pixel, 0 … 1: their share of light to the power 1/2.2, close to sRGB's curve.
  private func kept(_ x: Int, _ y: Int) -> Double {
    func along(_ pixel: Int, _ first: Int, _ count: Int) -> (index: Int, fraction: Double) {
      let t = min(max((Double(pixel) + 0.5) / Double(texelSize) - 0.5 - Double(first), 0), Double(count - 1))
      let index = min(Int(t), max(count - 2, 0))
      return (index, t - Double(index))
    }
    let (column, row) = (along(x, texels.x, texels.width), along(y, texels.y, texels.height))
    let (right, below) = (min(column.index + 1, texels.width - 1), min(row.index + 1, texels.height - 1))
    func mixed(_ row: Int) -> Double {
      Double(shade[column.index, row]) * (1 - column.fraction) + Double(shade[right, row]) * column.fraction
    }
    let share = (mixed(row.index) * (1 - row.fraction) + mixed(below) * row.fraction) / 65_535
    return share >= 1 ? 1 : Double.pow(share, 1 / 2.2)
  }
}

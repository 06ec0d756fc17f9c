import PixelTypes

/// A viewfinder's picture continued over the whole canvas, mirrored repeatedly at its edges, and
/// dimmed so that the viewfinders stand out.
package struct MirroredScene {
  /// Of the canvas's size and subsampling.
  package let picture: PlanarPicture
  private let rect: PixelRect
  /// How much of each code remains: luma about 0, chroma about 128.
  private static let kept: Int32 = 205

  /// - Parameter rect: the viewfinder on the canvas.
  package init(_ rect: PixelRect, canvas: PlanarPicture) {
    self.rect = rect
    picture = PlanarPicture(size: canvas.size, subsampling: canvas.subsampling)
  }

  /// Takes the viewfinder's picture from the canvas.
  package func take(_ canvas: PlanarPicture) {
    let chroma = rect.inChroma(canvas.subsampling)
    fill(picture.luma, from: canvas.luma, rect, zero: 0)
    fill(picture.cb, from: canvas.cb, chroma, zero: 128)
    fill(picture.cr, from: canvas.cr, chroma, zero: 128)
  }

  private func fill(_ target: PixelPlane, from source: PixelPlane, _ rect: PixelRect, zero: Int32) {
    guard !rect.isEmpty else { return }
    for y in 0..<target.height {
      let from = Self.mirrored(y - rect.y, rect.height) + rect.y
      // SAFETY: rows and columns are mirrored into the viewfinder, which lies in the source; both planes have one size.
      let (row, to) = unsafe (
        source.base + from * source.bytesPerRow, target.base + y * target.bytesPerRow
      )
      var x = 0
      while x < target.width {
        // Runs between two edges of the repeated picture go one way.
        let place = x - rect.x
        let tile = place >= 0 ? place / rect.width : -((rect.width - 1 - place) / rect.width)
        let end = min((tile + 1) * rect.width + rect.x, target.width)
        let first = Self.mirrored(place, rect.width) + rect.x
        let step = tile.isMultiple(of: 2) ? 1 : -1
        for i in 0..<end - x {
          let code = unsafe Int32(row[first &+ i &* step])
          unsafe to[x &+ i] = UInt8(truncatingIfNeeded: zero &+ ((code &- zero) &* Self.kept) >> 8)
        }
        x = end
      }
    }
  }

  /// A place along an axis of `count` samples, mirrored into it: … 1, 0 | 0, 1, 2 … | … 2, 1, 0 | 0, 1 ….
  static func mirrored(_ place: Int, _ count: Int) -> Int {
    let turn = ((place % (2 * count)) + 2 * count) % (2 * count)
    return turn < count ? turn : 2 * count - 1 - turn
  }
}

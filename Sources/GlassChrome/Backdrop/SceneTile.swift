import PixelTypes

/// Light over a rectangle of the canvas on a coarse grid, in three steps: linear light, then codes,
/// then rows stretched to the canvas's width. The canvas's rows are interpolated between those.
final class SceneTile {
  /// Pixels of the canvas that the tile covers.
  let area: PixelRect
  /// The texels under them, counted from the canvas's corner; they may extend past the canvas.
  let texels: PixelRect
  /// Pixels per texel, in both directions.
  let texelSize: Int
  /// Linear light of each texel.
  let light: SampleTriple
  /// Y, Cb, Cr of each texel, in 1/16 code steps.
  let codes: SampleTriple
  /// `codes` stretched along rows: luma as wide as `area`, chroma subsampled.
  private let lines: [SamplePlane]
  private let subsampling: ChromaSubsampling

  /// - Parameter texel: pixels per texel: 2, 4, 8 or 16.
  init(area: PixelRect, texel: Int, subsampling: ChromaSubsampling) {
    self.area = area
    texelSize = texel
    texels = Self.texels(covering: area, texel)
    light = SampleTriple(width: texels.width, height: texels.height)
    codes = SampleTriple(width: texels.width, height: texels.height)
    self.subsampling = subsampling
    let (width, height) = (area.width, texels.height)
    lines = (0..<3).map { channel in
      let step = subsampling.step(channel).across
      return SamplePlane(width: (width + step - 1) / step, height: height)
    }
  }

  /// Pixels per texel of the continued picture and of shadows.
  static func texel(scale: Double) -> Int { scale < 1.5 ? 4 : scale < 3 ? 8 : 16 }

  /// The texels that bilinear interpolation needs for a rectangle's pixels.
  static func texels(covering rect: PixelRect, _ texel: Int) -> PixelRect {
    func floorDivide(_ a: Int) -> Int { a >= 0 ? a / texel : -((-a + texel - 1) / texel) }
    let half = texel / 2
    let (x0, y0) = (floorDivide(rect.x - half), floorDivide(rect.y - half))
    let (x1, y1) = (floorDivide(rect.maxX - 1 + half) + 1, floorDivide(rect.maxY - 1 + half) + 1)
    return PixelRect(x: x0, y: y0, width: x1 - x0 + 1, height: y1 - y0 + 1)
  }

  /// The plane of stretched rows for a channel: 0 luma, 1 Cb, 2 Cr.
  func lines(_ channel: Int) -> SamplePlane { lines[channel] }

  /// Stretches `codes` into the lines that rows are painted from.
  func stretch() {
    for channel in 0..<3 { stretch(codes[channel], into: lines[channel], channel) }
  }

  /// Stretches another plane of texels to a channel's samples.
  func stretch(_ plane: SamplePlane, into target: SamplePlane, _ channel: Int) {
    stretchRows(
      plane, firstTexel: texels.x, texel: texelSize, from: area.x, step: subsampling.step(channel).across,
      into: target)
  }

  /// The line above a canvas position, and how far the next one mixes in, 0...16.
  ///
  /// - Parameter y: canvas rows, 0 at the top edge of the first row; clamped to the tile.
  func line(at y: Double) -> (index: Int, fraction: Int) {
    let t = y / Double(texelSize) - 0.5 - Double(texels.y)
    let held = min(Int(max(t * 16 + 0.5, 0)), (texels.height - 1) * 16)
    let index = min(held / 16, max(texels.height - 2, 0))
    return (index, min(held - index * 16, 16))
  }
}

import PixelTypes

extension PlanarPicture {
  /// A channel's plane: 0 luma, 1 Cb, 2 Cr.
  func plane(_ channel: Int) -> PixelPlane { channel == 0 ? luma : channel == 1 ? cb : cr }

  /// A channel's samples under luma pixels whose left and top edges lie on whole samples.
  func samples(_ channel: Int, under area: PixelRect) -> PixelRect {
    let (plane, step) = (plane(channel), subsampling.step(channel))
    let (x, y) = (area.x / step.across, area.y / step.down)
    return PixelRect(
      x: x, y: y, width: min((area.maxX + step.across - 1) / step.across, plane.width) - x,
      height: min((area.maxY + step.down - 1) / step.down, plane.height) - y)
  }
}

extension ChromaSubsampling {
  /// Luma pixels per sample of a channel, along rows and down columns.
  func step(_ channel: Int) -> (across: Int, down: Int) { channel == 0 ? (1, 1) : (horizontal, vertical) }

  /// The chroma samples of a rectangle of luma pixels, without those that its right and bottom edges cut.
  func chroma(_ area: PixelRect) -> PixelRect {
    PixelRect(
      x: area.x / horizontal, y: area.y / vertical, width: area.width / horizontal,
      height: area.height / vertical)
  }
}

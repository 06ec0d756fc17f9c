import PixelTypes

/// The coarse grid that the backdrop is computed on: texel i spans pixels [i·size, (i + 1)·size) of the canvas.
///
/// The backdrop is the primary viewfinder's picture, mirrored beyond its edges, so that it meets the viewfinder without
/// a seam.
struct SceneGrid {
  /// Pixels per texel, both ways: 4, 8 or 16.
  let texel: Int
  let canvas: PixelSize
  /// The viewfinder whose picture is mirrored.
  let anchor: PixelRect

  init(canvas: PixelSize, anchor: PixelRect, scale: Double) {
    self.canvas = canvas
    self.anchor = anchor
    texel = scale < 0.75 ? 4 : scale < 1.75 ? 8 : 16
  }

  /// The texels that bilinear interpolation needs for a rectangle's pixels; may reach past the canvas.
  func texels(covering rect: PixelRect) -> PixelRect {
    let half = texel / 2
    let x0 = floorDivide(rect.x - half, texel)
    let y0 = floorDivide(rect.y - half, texel)
    let x1 = floorDivide(rect.maxX - 1 + half, texel) + 1
    let y1 = floorDivide(rect.maxY - 1 + half, texel) + 1
    return PixelRect(x: x0, y: y0, width: x1 - x0 + 1, height: y1 - y0 + 1)
  }

  private func floorDivide(_ a: Int, _ b: Int) -> Int { a >= 0 ? a / b : -((-a + b - 1) / b) }
}

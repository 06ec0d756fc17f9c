import PixelTypes

/// One channel of a body of glass: where its samples lie, and what they may look at on the canvas.
struct GlassChannel {
  /// The body's pixels, and those of the canvas that lie behind it, not empty.
  let area: PixelRect
  let visible: PixelRect
  /// Luma pixels per sample, along rows and down columns.
  let across: Int
  let down: Int
  /// Of the canvas.
  let plane: PixelPlane

  /// - Parameter channel: 0 luma, 1 Cb, 2 Cr.
  init(_ channel: Int, area: PixelRect, visible: PixelRect, canvas: PlanarPicture) {
    (self.area, self.visible) = (area, visible)
    (across, down) = canvas.subsampling.step(channel)
    plane = canvas.plane(channel)
  }

  /// A sample's middle, in luma pixels of the canvas, as are all places.
  func place(_ column: Int, _ row: Int) -> SIMD2<Float> {
    SIMD2(
      Float(area.x) + (Float(column) + 0.5) * Float(across),
      Float(area.y) + (Float(row) + 0.5) * Float(down))
  }

  /// The canvas's column left of a place, held inside the visible ones, and how much of the next one to mix in.
  func column(seenAt x: Float) -> (index: Int, fraction: Int) { held(x, visible.x, visible.maxX, across) }

  /// The canvas's row above a place, likewise.
  func row(seenAt y: Float) -> (index: Int, fraction: Int) { held(y, visible.y, visible.maxY, down) }

  private func held(_ place: Float, _ first: Int, _ end: Int, _ step: Int) -> (index: Int, fraction: Int) {
    let steps = EdgeLook.steps
    let (low, high) = (first / step, max(end / step - 1, first / step))
    let at = Int(((place / Float(step) - 0.5) * Float(steps)).rounded())
    let clamped = min(max(at, low * steps), high * steps)
    let index = min(clamped / steps, max(high - 1, low))
    return (index, clamped - index * steps)
  }

  /// The canvas's column at a place, or the nearest one.
  func column(mirroredAt x: Float) -> Int { min(max(Int(x) / across, 0), plane.width - 1) }

  /// The canvas's row at a place, or the nearest one.
  func row(mirroredAt y: Float) -> Int { min(max(Int(y) / down, 0), plane.height - 1) }
}

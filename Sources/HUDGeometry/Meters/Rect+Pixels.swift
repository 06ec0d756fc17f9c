import PixelTypes

extension Rect {
  /// The pixels that a box in fractions of a picture covers, at least `margin` from the picture's edges.
  func pixels(width: Int, height: Int, margin: Int) -> PixelRect {
    let left = max(margin, Int((x * Double(width)).rounded(.down)))
    let top = max(margin, Int((y * Double(height)).rounded(.down)))
    let right = min(width - margin, Int((maxX * Double(width)).rounded(.up)))
    let bottom = min(height - margin, Int((maxY * Double(height)).rounded(.up)))
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

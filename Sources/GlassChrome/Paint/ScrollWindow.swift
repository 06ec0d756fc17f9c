import PixelTypes

/// The window of a scroll view in canvas pixels, in strips that fade ink towards the edges.
struct ScrollWindow {
  struct Strip {
    /// With even edges.
    var area: PixelRect
    /// How much of ink's opacity it leaves, 0...256.
    var share: Int
  }

  /// The whole window, with even edges.
  let area: PixelRect
  /// The part in which ink doesn't fade; empty if there is none.
  let whole: PixelRect
  /// The strips that show anything; together they form the window.
  let strips: [Strip]

  /// - Parameters:
  ///   - clip: in points.
  ///   - canvas: the pixels that may be drawn on.
  init(_ clip: ScrollClip, scale: Double, canvas: PixelRect) {
    func even(_ points: Double) -> Int { Int((points * scale / 2).rounded()) * 2 }
    let (x, y) = (even(clip.frame.x), even(clip.frame.y))
    let box = PixelRect(x: x, y: y, width: even(clip.frame.maxX) - x, height: even(clip.frame.maxY) - y)
    let isAcross = clip.axis == .horizontal
    // Across the axis the window cuts nothing: shadows of plates and round letters may extend over it.
    let area =
      (isAcross
      ? PixelRect(x: box.x, y: canvas.y, width: box.width, height: canvas.height)
      : PixelRect(x: canvas.x, y: box.y, width: canvas.width, height: box.height)).intersection(canvas)
    self.area = area
    let length = isAcross ? box.width : box.height
    let (before, after) = (even(clip.fadeBefore), even(clip.fadeAfter))
    var strips: [Strip] = []
    func add(_ from: Int, _ to: Int, _ share: Int) {
      guard to > from else { return }
      let part =
        isAcross
        ? PixelRect(x: box.x + from, y: area.y, width: to - from, height: area.height)
        : PixelRect(x: area.x, y: box.y + from, width: area.width, height: to - from)
      strips.append(Strip(area: part.intersection(area), share: share))
    }
    func share(_ pixels: Int, of fade: Int) -> Int { 256 * (pixels + 1) / (fade + 1) }
    for at in stride(from: 0, to: before, by: 2) { add(at, at + 2, share(at, of: before)) }
    add(before, length - after, 256)
    for at in stride(from: 0, to: after, by: 2).reversed() {
      add(length - at - 2, length - at, share(at, of: after))
    }
    self.strips = strips
    whole = strips.first { $0.share == 256 }?.area ?? .empty
  }
}

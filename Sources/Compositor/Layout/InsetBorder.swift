import PixelTypes

/// What sets off a viewfinder inside another one: a gap around it, and round corners.
///
/// It is drawn like ink, and only with ink: the gap on the outer viewfinder, the corners on the
/// inner one. Everywhere else both keep their cameras' data.
package struct InsetBorder: Sendable, Hashable {
  /// The gap between the inner viewfinder and the picture around it, in canvas pixels.
  package let gap: Int
  /// The radius of the inner viewfinder's corners, in canvas pixels.
  package let cornerRadius: Int
  /// The inner viewfinder, in canvas pixels.
  package let inset: PixelRect
  /// The outer viewfinder, in canvas pixels.
  package let outer: PixelRect
  /// Where the outer viewfinder has no ink of its own: around the inner one, and from there to its corner.
  package let clearing: PixelRect

  // In points.
  private static let gapPoints = 6.0
  private static let cornerPoints = 14.0
  private static let clearPoints = 10.0

  package init(inset: PixelRect, in outer: PixelRect, scale: Double) {
    self.inset = inset
    self.outer = outer
    gap = max(3, Int((Self.gapPoints * scale).rounded()))
    cornerRadius = min(Int((Self.cornerPoints * scale).rounded()), min(inset.width, inset.height) / 4)
    let reach = gap + Int((Self.clearPoints * scale).rounded())
    let x = max(outer.x, inset.x - reach)
    clearing = PixelRect(
      x: x, y: outer.y, width: outer.maxX - x, height: min(outer.maxY, inset.maxY + reach) - outer.y)
  }
}

extension CanvasLayout {
  /// The border of the secondary's viewfinder in picture-in-picture; `nil` in all other modes.
  package var insetBorder: InsetBorder? {
    guard mode == .pip, viewfinders.count == 2 else { return nil }
    return InsetBorder(inset: viewfinders[1], in: viewfinders[0], scale: scale)
  }
}

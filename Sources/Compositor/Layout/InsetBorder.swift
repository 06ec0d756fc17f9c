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
  /// Where the outer viewfinder has no ink of its own: around the inner one, and from there to its edges nearby.
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
    let isLeft = inset.x + inset.width / 2 < outer.x + outer.width / 2
    let x = isLeft ? outer.x : max(outer.x, inset.x - reach)
    let y = inset.y - outer.y <= max(reach, PlaceGrid.blocks.gap) ? outer.y : max(outer.y, inset.y - reach)
    clearing = PixelRect(
      x: x, y: y, width: (isLeft ? min(outer.maxX, inset.maxX + reach) : outer.maxX) - x,
      height: min(outer.maxY, inset.maxY + reach) - y)
  }
}

extension CanvasLayout {
  /// The borders of all viewfinders but the first in picture-in-picture; none in all other modes.
  package var insetBorders: [InsetBorder] {
    guard mode == .pip else { return [] }
    return viewfinders.dropFirst().map { InsetBorder(inset: $0, in: viewfinders[0], scale: scale) }
  }

  /// Where a viewfinder has no ink because of others in it.
  package func clearings(in viewfinder: PixelRect) -> [PixelRect] {
    insetBorders.filter { $0.outer == viewfinder }.map(\.clearing)
  }
}

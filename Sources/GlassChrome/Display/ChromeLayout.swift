import PixelTypes

/// Where the chrome may draw on a canvas. Pixels, y down.
public struct ChromeLayout: Sendable, Hashable {
  /// Size of the whole picture.
  public var canvas: PixelSize
  /// The cameras' rectangles, which the chrome never touches; the first is the main camera. Left and
  /// top edges are even, to fall on chroma samples.
  public var viewfinders: [PixelRect]
  /// For the top bar; empty for none. Doesn't overlap a viewfinder.
  public var topRegion: PixelRect
  /// For shelf and hint; empty for none. Doesn't overlap a viewfinder.
  public var bottomRegion: PixelRect
  /// For panels and sheets, beside or under viewfinders; empty for none. Doesn't overlap a viewfinder.
  public var sideRegion: PixelRect
  /// Pixels per point, 0.1...8.
  public var scale: Double

  /// A layout, unchecked: ``ChromePainter`` checks it.
  public init(
    canvas: PixelSize, viewfinders: [PixelRect], topRegion: PixelRect, bottomRegion: PixelRect,
    sideRegion: PixelRect = PixelRect(x: 0, y: 0, width: 0, height: 0), scale: Double
  ) {
    self.sideRegion = sideRegion
    self.canvas = canvas
    self.viewfinders = viewfinders
    self.topRegion = topRegion
    self.bottomRegion = bottomRegion
    self.scale = scale
  }

  /// Checks edges, overlaps and the scale.
  ///
  /// - Throws: ``GlassError/badLayout(_:)`` naming the broken rule.
  func validate() throws(GlassError) {
    let bounds = canvas.bounds
    guard scale.isFinite, (0.1...8).contains(scale) else { throw .badLayout("scale must be 0.1 to 8") }
    for v in viewfinders {
      guard bounds.contains(v), !v.isEmpty else { throw .badLayout("viewfinder \(v) leaves the canvas") }
      guard v.x.isMultiple(of: 2), v.y.isMultiple(of: 2) else {
        throw .badLayout("viewfinder \(v) must start at even pixels")
      }
    }
    for (i, v) in viewfinders.enumerated() {
      for w in viewfinders[(i + 1)...] where chromaOut(v, .yuv420).intersects(chromaOut(w, .yuv420)) {
        throw .badLayout("viewfinders \(v) and \(w) overlap")
      }
    }
    for r in [topRegion, bottomRegion, sideRegion] where !r.isEmpty {
      guard bounds.contains(r) else { throw .badLayout("region \(r) leaves the canvas") }
      for v in viewfinders where v.intersects(r) { throw .badLayout("region \(r) overlaps viewfinder \(v)") }
    }
    if topRegion.intersects(bottomRegion) || sideRegion.intersects(topRegion)
      || sideRegion.intersects(bottomRegion)
    {
      throw .badLayout("the regions overlap")
    }
  }

  /// A rectangle whose right and bottom edges are rounded up to whole chroma samples.
  func chromaOut(_ r: PixelRect, _ subsampling: ChromaSubsampling) -> PixelRect {
    let (h, v) = (subsampling.horizontal, subsampling.vertical)
    return PixelRect(
      x: r.x, y: r.y, width: (r.maxX + h - 1) / h * h - r.x, height: (r.maxY + v - 1) / v * v - r.y)
  }
}

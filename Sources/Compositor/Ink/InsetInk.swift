import GlassChrome
import HUDGeometry
import PixelTypes

/// Draws the border of each viewfinder inside another: a gap in the scene's own dark tone and a light
/// rim, visible over any two pictures.
package struct InsetInk {
  // What lies on each viewfinder, the outer one first.
  private var gaps: [[CoverageSpans]]
  private var rims: [[CoverageSpans]]

  /// Draws the borders once; `nil` for a layout without any.
  ///
  /// - Throws: ``GlassError``.
  package init?(_ layout: CanvasLayout) throws(GlassError) {
    let borders = layout.insetBorders
    if borders.isEmpty { return nil }
    let rasterizer = try OutlineRasterizer()
    let line = max(1, layout.scale.rounded())
    func filled(_ border: InsetBorder, _ width: Double, isOuter: Bool) -> CoverageSpans {
      var spans = CoverageSpans()
      rasterizer.fill(
        Self.ring(border, width: width), transform: .identity, clip: isOuter ? border.outer : border.inset,
        into: &spans)
      return isOuter ? spans.outside(border.inset) : spans
    }
    func all(_ width: (InsetBorder) -> Double) -> [[CoverageSpans]] {
      [borders.map { filled($0, width($0), isOuter: true) }]
        + borders.map { [filled($0, width($0), isOuter: false)] }
    }
    gaps = all { Double($0.gap) }
    rims = all { _ in line }
  }

  /// The band of a given width around the inner viewfinder's rounded corners.
  private static func ring(_ border: InsetBorder, width: Double) -> Path {
    let inset = border.inset
    let inner = Rect(
      x: Double(inset.x), y: Double(inset.y), width: Double(inset.width), height: Double(inset.height))
    let outer = Rect(
      x: inner.x - width, y: inner.y - width, width: inner.width + 2 * width,
      height: inner.height + 2 * width)
    let radius = Double(border.cornerRadius)
    var path = Path.roundedRect(outer, radius: radius + width)
    path.append(Path.roundedRect(inner, radius: radius).reversed)
    return path
  }

  /// Draws what lies on a viewfinder, over everything that it shows.
  ///
  /// - Parameters:
  ///   - viewfinder: its number in the layout.
  ///   - tone: the gaps' colour.
  package func draw(
    on viewfinder: Int, tone: GuideColor, into canvas: PlanarPicture, with painter: inout InkPainter
  ) {
    for i in gaps[viewfinder].indices {
      painter.paint(gaps[viewfinder][i], color: tone, opacity: 1, into: canvas)
      painter.paint(rims[viewfinder][i], color: .white, opacity: InkTone.rim, into: canvas)
    }
  }
}

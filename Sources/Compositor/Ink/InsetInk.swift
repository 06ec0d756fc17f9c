import GlassChrome
import HUDGeometry
import PixelTypes

/// Draws the border of a viewfinder inside another: a gap in the scene's own dark tone and a light
/// rim, visible over any two pictures.
package struct InsetInk {
  /// The two viewfinders that the border lies on.
  package enum Part: Int, CaseIterable {
    /// The outer one.
    case gap
    /// The inner one.
    case corners
  }

  private var gaps: [CoverageSpans]
  private var rims: [CoverageSpans]

  /// Draws its parts once; `nil` for a layout without such a border.
  ///
  /// - Throws: ``GlassError``.
  package init?(_ layout: CanvasLayout) throws(GlassError) {
    guard let border = layout.insetBorder else { return nil }
    let rasterizer = try OutlineRasterizer()
    let line = max(1, layout.scale.rounded())
    let (gap, rim) = (
      Self.ring(border, width: Double(border.gap)), Self.ring(border, width: line)
    )
    func both(_ path: Path) -> [CoverageSpans] {
      Part.allCases.map { part in
        var spans = CoverageSpans()
        rasterizer.fill(
          path, transform: .identity, clip: part == .gap ? border.outer : border.inset, into: &spans)
        return part == .gap ? spans.outside(border.inset) : spans
      }
    }
    gaps = both(gap)
    rims = both(rim)
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

  /// Draws a part over everything that its viewfinder shows.
  ///
  /// - Parameter tone: the gap's colour.
  package func draw(
    _ part: Part, tone: GuideColor, into canvas: PlanarPicture, with painter: inout InkPainter
  ) {
    painter.paint(gaps[part.rawValue], color: tone, opacity: 1, into: canvas)
    painter.paint(rims[part.rawValue], color: .white, opacity: InkTone.rim, into: canvas)
  }
}

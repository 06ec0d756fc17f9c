import GlassChrome
import PixelTypes

/// Draws what assists say of a viewfinder's picture: false colours, zebra, focus peaking, onion skin, and plots.
package struct AssistInk {
  /// Codes at or above this are striped: 100 IRE is 235 in video range, about 254 in full range; 95 % of that warns in time.
  package static let zebraLevel: UInt8 = 242

  private let rect: PixelRect
  private let scale: Double
  package let assists: Set<Assist>
  private var spans = CoverageSpans()
  private var scopes: ScopeInk
  private var edges: EdgeInk
  /// A colour for each luma level, and all of the viewfinder; `nil` for the picture's own colours.
  private let falseColors: (table: [GuideColor], area: CoverageSpans)?
  /// The small luma of the picture that was kept last.
  private var kept: PixelPlane?

  /// - Parameters:
  ///   - layout: of the viewfinder; has the plots' places.
  ///   - letters: draws those of plots; without it lines have no names.
  ///   - former: the same before, whose onion skin stays.
  package init(layout: InkLayout, assists: Set<Assist>, letters: TextInk?, after former: AssistInk? = nil) {
    rect = layout.rect
    scale = layout.scale
    self.assists = assists
    kept = assists.contains(.onionSkin) ? former?.kept : nil
    scopes = ScopeInk(layout, letters: letters)
    edges = EdgeInk(rect: rect, scale: scale)
    if let kind = [Assist.elZone, .falseColor].first(where: assists.contains) {
      var area = CoverageSpans()
      for y in rect.y..<rect.maxY {
        area.append(CoverageSpan(x: Int32(rect.x), y: Int32(y), length: Int32(rect.width), coverage: 255))
      }
      falseColors = (FalseColors.table(of: kind), area)
    } else {
      falseColors = nil
    }
    if assists.contains(.zebra) { spans.reserveCapacity(1 << 16) }
  }

  /// Draws what lies on the picture, below the guides.
  package mutating func draw(_ small: PixelPlane, into canvas: PlanarPicture, with painter: inout InkPainter)
  {
    if let falseColors { painter.recolor(falseColors.area, by: falseColors.table, into: canvas) }
    if let kept { edges.draw(kept, .cyan, below: 256, into: canvas, with: &painter) }
    if assists.contains(.zebra) { drawZebra(small, canvas, &painter) }
    if assists.contains(.peaking) {
      // A clipped edge says nothing about focus.
      let limit = assists.contains(.zebra) ? Int(Self.zebraLevel) : 256
      edges.draw(small, .red, below: limit, into: canvas, with: &painter)
    }
  }

  /// Draws plots, above the guides.
  ///
  /// - Parameters:
  ///   - small: the small luma.
  ///   - color: the small picture in colour, if there is one.
  package mutating func drawScopes(
    _ small: PixelPlane, color: PlanarPicture?, into canvas: PlanarPicture, with painter: inout InkPainter
  ) {
    scopes.draw(small, color, into: canvas, with: &painter)
  }

  /// Forgets the picture that was kept last: it shows what is hidden now.
  package mutating func forgetKept() { kept = nil }

  /// Notes a picture that was kept, for the onion skin.
  package mutating func keep(_ small: PixelPlane) {
    guard assists.contains(.onionSkin) else { return }
    let copy = kept ?? PixelPlane(width: small.width, height: small.height)
    PlaneFill.copy(small, small.bounds, to: copy, copy.bounds)
    kept = copy
  }

  /// Diagonal stripes, a quarter black and a quarter white, over every cell that is too bright.
  private mutating func drawZebra(
    _ small: PixelPlane, _ canvas: PlanarPicture, _ painter: inout InkPainter
  ) {
    let period = max(8, Int(12 * scale))
    for phase in 0..<2 {
      spans.removeAll()
      for y in 0..<rect.height {
        let row = min(y * small.height / rect.height, small.height - 1)
        var x = (period - (y % period) + phase * period / 2) % period - period
        while x < rect.width {
          appendBright(small, row: row, from: x, to: x + period / 4, y: y)
          x += period
        }
      }
      painter.paint(spans, color: phase == 0 ? .black : .white, opacity: 0.85, into: canvas)
    }
  }

  /// The part of a run whose cell is bright: a run is at most a few cells long, so its middle decides.
  private mutating func appendBright(_ small: PixelPlane, row: Int, from x: Int, to end: Int, y: Int) {
    let (start, stop) = (max(x, 0), min(end, rect.width))
    guard start < stop else { return }
    let cell = min((start + stop) / 2 * small.width / rect.width, small.width - 1)
    guard small[cell, row] >= Self.zebraLevel else { return }
    spans.append(
      CoverageSpan(x: Int32(rect.x + start), y: Int32(rect.y + y), length: Int32(stop - start), coverage: 255)
    )
  }
}

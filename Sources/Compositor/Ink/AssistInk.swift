import GlassChrome
import PixelTypes

/// Draws what assists say of a viewfinder's small pictures: zebra, focus peaking, onion skin, and plots.
package struct AssistInk {
  /// Codes at or above this are striped: 100 IRE is 235 in video range, about 254 in full range; 95 % of that warns in time.
  package static let zebraLevel: UInt8 = 242
  /// Central differences at or above this are dotted.
  package static let peakingGradient = 44

  private let rect: PixelRect
  private let scale: Double
  package let assists: Set<Assist>
  private var spans = CoverageSpans()
  private var scopes: ScopeInk
  /// The small luma of the picture that was kept last.
  private var kept: PixelPlane?

  /// - Parameters:
  ///   - layout: of the viewfinder; has the plots' places.
  ///   - former: the same before, whose onion skin stays.
  package init(layout: InkLayout, assists: Set<Assist>, after former: AssistInk? = nil) {
    rect = layout.rect
    scale = layout.scale
    self.assists = assists
    kept = assists.contains(.onionSkin) ? former?.kept : nil
    scopes = ScopeInk(layout)
    if !assists.isEmpty { spans.reserveCapacity(1 << 16) }
  }

  /// Draws what lies on the picture, below the guides.
  package mutating func draw(_ small: PixelPlane, into canvas: PlanarPicture, with painter: inout InkPainter)
  {
    if let kept { drawEdges(of: kept, .cyan, canvas, &painter, onStripes: true) }
    if assists.contains(.zebra) { drawZebra(small, canvas, &painter) }
    if assists.contains(.peaking) {
      drawEdges(of: small, .red, canvas, &painter, onStripes: !assists.contains(.zebra))
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

  /// Notes a picture that was kept, for the onion skin.
  package mutating func keep(_ small: PixelPlane) {
    guard assists.contains(.onionSkin) else { return }
    let copy = kept ?? PixelPlane(width: small.width, height: small.height)
    PlaneFill.copy(small, small.bounds, to: copy, copy.bounds)
    kept = copy
  }

  /// Canvas column or row where the small luma's cell begins.
  private func edge(_ cell: Int, of cells: Int, along length: Int) -> Int { cell * length / cells }

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

  /// Dots on the edges of a small picture.
  ///
  /// - Parameter onStripes: whether dots may lie on cells that are too bright, where zebra's stripes are.
  private mutating func drawEdges(
    of small: PixelPlane, _ color: GuideColor, _ canvas: PlanarPicture, _ painter: inout InkPainter,
    onStripes: Bool
  ) {
    let dot = max(2, Int(2 * scale))
    guard small.width > 2, small.height > 2 else { return }
    spans.removeAll()
    for row in 1..<(small.height - 1) {
      let top = edge(row, of: small.height, along: rect.height)
      for line in top..<min(top + dot, rect.height, edge(row + 1, of: small.height, along: rect.height)) {
        for column in 1..<(small.width - 1) {
          let across = abs(Int(small[column + 1, row]) - Int(small[column - 1, row]))
          let down = abs(Int(small[column, row + 1]) - Int(small[column, row - 1]))
          guard across + down >= Self.peakingGradient, onStripes || small[column, row] < Self.zebraLevel
          else {
            continue
          }
          let x = edge(column, of: small.width, along: rect.width)
          let end = min(x + dot, edge(column + 1, of: small.width, along: rect.width))
          guard end > x else { continue }
          spans.append(
            CoverageSpan(x: Int32(rect.x + x), y: Int32(rect.y + line), length: Int32(end - x), coverage: 255)
          )
        }
      }
    }
    painter.paint(spans, color: color, opacity: 0.9, into: canvas)
  }
}

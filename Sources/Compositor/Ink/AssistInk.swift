import GlassChrome
import PixelTypes

/// Draws zebra, focus peaking and a histogram from a viewfinder's small luma.
package struct AssistInk {
  /// Codes at or above this are striped: 100 IRE is 235 in video range, about 254 in full range; 95 % of that warns in time.
  package static let zebraLevel: UInt8 = 242
  /// Central differences at or above this are dotted.
  package static let peakingGradient = 44

  private let rect: PixelRect
  private let scale: Double
  package let assists: Set<Assist>
  private var spans = CoverageSpans()
  private var counts = [Int](repeating: 0, count: 64)

  package init(rect: PixelRect, scale: Double, assists: Set<Assist>) {
    self.rect = rect
    self.scale = scale
    self.assists = assists
    if !assists.isEmpty { spans.reserveCapacity(1 << 16) }
  }

  package mutating func draw(_ small: PixelPlane, into canvas: PlanarPicture, with painter: inout InkPainter)
  {
    if assists.contains(.zebra) { drawZebra(small, canvas, &painter) }
    if assists.contains(.peaking) {
      drawPeaking(small, canvas, &painter, onStripes: !assists.contains(.zebra))
    }
    if assists.contains(.histogram) { drawHistogram(small, canvas, &painter) }
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

  /// - Parameter onStripes: whether dots may lie on cells that are too bright, where zebra's stripes are.
  private mutating func drawPeaking(
    _ small: PixelPlane, _ canvas: PlanarPicture, _ painter: inout InkPainter, onStripes: Bool
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
    painter.paint(spans, color: .red, opacity: 0.9, into: canvas)
  }

  /// 64 bars at the lower left, the highest 80 points tall; clipped levels are the outermost bars.
  private mutating func drawHistogram(
    _ small: PixelPlane, _ canvas: PlanarPicture, _ painter: inout InkPainter
  ) {
    for index in counts.indices { counts[index] = 0 }
    for y in 0..<small.height {
      for x in 0..<small.width { counts[Int(small[x, y]) >> 2] += 1 }
    }
    var most = 1
    for index in counts.indices { most = max(most, counts[index]) }
    let bar = max(2, Int((2.5 * scale).rounded()))
    let (width, height) = (bar * 64, min(Int(80 * scale), rect.height / 2))
    let margin = Int(14 * scale)
    guard width + 2 * margin <= rect.width, height + 2 * margin <= rect.height else { return }
    let (left, bottom) = (rect.x + margin, rect.maxY - margin)
    spans.removeAll()
    for y in (bottom - height - 4)..<(bottom + 4) {
      spans.append(
        CoverageSpan(x: Int32(left - 4), y: Int32(y), length: Int32(width + 8), coverage: 255))
    }
    painter.paint(spans, color: .black, opacity: 0.6, into: canvas)
    spans.removeAll()
    for y in (bottom - height)..<bottom {
      for index in counts.indices where (bottom - y) * most <= counts[index] * height {
        spans.append(
          CoverageSpan(x: Int32(left + index * bar), y: Int32(y), length: Int32(bar), coverage: 255))
      }
    }
    painter.paint(spans, color: .white, opacity: 0.94, into: canvas)
  }
}

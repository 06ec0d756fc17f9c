import GlassChrome
import PixelTypes

/// Measures a viewfinder's small pictures and plots them, each on a dark plate at its place in the layout.
struct ScopeInk {
  private let scale: Double
  private let scopes: [(kind: Assist, plate: PixelRect)]
  private var spans = CoverageSpans()
  /// How often each value occurred.
  private var counts: [UInt32]

  private static let waveColumns = 64
  private static let waveLevels = 64
  private static let hues = 48
  /// Of the zones, black to white in equal steps of lightness (CIE L*); a share of black or white that is worth a warning.
  private static let zones = 11
  private static let clipped = 0.02
  /// The sRGB levels of lightness 0, 10 … 100, and those where zones begin, halfway between.
  private static let zoneLevels: [UInt8] = [0, 27, 48, 71, 94, 119, 145, 171, 198, 226, 255]
  private static let zoneOfLevel: [Int] = {
    let starts = [17, 38, 60, 83, 107, 132, 158, 185, 213, 241]
    return (0..<256).map { level in starts.count { level >= $0 } }
  }()

  init(_ layout: InkLayout) {
    scale = layout.scale
    scopes = Assist.scopes.compactMap { scope in layout[.scope(scope)].map { (scope, $0) } }
    counts = Array(repeating: 0, count: scopes.isEmpty ? 0 : Self.waveColumns * Self.waveLevels)
    if !scopes.isEmpty { spans.reserveCapacity(1 << 14) }
  }

  /// - Parameter color: for the vectorscope; without it there is none.
  mutating func draw(
    _ luma: PixelPlane, _ color: PlanarPicture?, into canvas: PlanarPicture, with painter: inout InkPainter
  ) {
    guard luma.width > 1, luma.height > 1 else { return }
    for (scope, plate) in scopes {
      let columns = Self.columns(of: scope)
      let room = plate.insetBy(max(2, points(4)))
      let step = max(1, (scope == .vectorscope ? min(room.width, room.height) : room.width) / columns)
      let (width, height) = (columns * step, scope == .vectorscope ? columns * step : room.height)
      let plot = PixelRect(
        x: room.x + (room.width - width) / 2, y: room.y + (room.height - height) / 2, width: width,
        height: height)
      fill(plate, .black, 0.6, canvas, &painter)
      switch scope {
      case .histogram: plotHistogram(luma, plot, step, canvas, &painter)
      case .waveform: plotWaveform(luma, plot, step, canvas, &painter)
      case .vectorscope: if let color { plotHues(color, plot, step, canvas, &painter) }
      default: plotZones(luma, plot, step, canvas, &painter)
      }
    }
  }

  private func points(_ value: Double) -> Int { Int((value * scale).rounded()) }

  private static func columns(of scope: Assist) -> Int {
    switch scope {
    case .histogram: 64
    case .waveform: waveColumns
    case .vectorscope: hues
    default: zones
    }
  }

  // MARK: - Plots

  /// 64 bars, the highest as tall as the plot; clipped levels are the outermost bars.
  private mutating func plotHistogram(
    _ luma: PixelPlane, _ plot: PixelRect, _ step: Int, _ canvas: PlanarPicture, _ painter: inout InkPainter
  ) {
    count(luma, into: 64) { Int($0) >> 2 }
    bars(64, plot, step, .white, canvas, &painter) { _ in true }
  }

  /// Each column's levels, black at the bottom, the brighter the more often; lines at every quarter.
  private mutating func plotWaveform(
    _ luma: PixelPlane, _ plot: PixelRect, _ step: Int, _ canvas: PlanarPicture, _ painter: inout InkPainter
  ) {
    for i in counts.indices { counts[i] = 0 }
    let (columns, levels) = (Self.waveColumns, Self.waveLevels)
    luma.withBytes { bytes in
      // Every third row says as much.
      for y in stride(from: 0, to: luma.height, by: 3) {
        for x in 0..<luma.width {
          let level = Int(bytes[y * luma.bytesPerRow + x]) >> 2
          counts[(levels - 1 - level) * columns + x * columns / luma.width] &+= 1
        }
      }
    }
    spans.removeAll()
    for quarter in 0...4 {
      let y = plot.y + (plot.height - 1) * quarter / 4
      append(plot.x, y, plot.width, 255)
    }
    painter.paint(spans, color: .white, opacity: 0.3, into: canvas)
    let most = Double(luma.height) / 3
    dots(columns, levels, plot, step, scaledTo: most / 12, canvas, &painter)
  }

  /// Blue-yellow from left to right, red-green from top to bottom, grey in the middle; boxes where the six colours of a
  /// 75 % bar lie, and the line of skin of all shades.
  private mutating func plotHues(
    _ color: PlanarPicture, _ plot: PixelRect, _ step: Int, _ canvas: PlanarPicture,
    _ painter: inout InkPainter
  ) {
    for i in 0..<Self.hues * Self.hues { counts[i] = 0 }
    color.cb.withBytes { cb in
      color.cr.withBytes { cr in
        for y in 0..<color.cb.height {
          for x in 0..<color.cb.width {
            let at = y * color.cb.bytesPerRow + x
            let row = Self.hues - 1 - Int(cr[at]) * Self.hues / 256
            counts[row * Self.hues + Int(cb[at]) * Self.hues / 256] &+= 1
          }
        }
      }
    }
    spans.removeAll()
    // The +I axis of NTSC, 123° from the blue-yellow axis, along which skin lies.
    let half = plot.height / 2
    for row in 0..<half * 3 / 4 {
      append(plot.x + half - (half - row) * 65 / 100, plot.y + row, max(1, points(1)), 255)
    }
    painter.paint(spans, color: .amber, opacity: 0.5, into: canvas)
    for bits in 1...6 {
      let bar = GuideColor(
        red: bits & 1 == 0 ? 0 : 191, green: bits & 2 == 0 ? 0 : 191, blue: bits & 4 == 0 ? 0 : 191)
      box(
        plot.x + Int(bar.cb) * plot.width / 256, plot.y + (255 - Int(bar.cr)) * plot.height / 256, points(3),
        bar, canvas, &painter)
    }
    dots(
      Self.hues, Self.hues, plot, step, scaledTo: Double(color.size.area) / 200, canvas, &painter)
  }

  /// Eleven bars, from black to white, each over a patch of its zone; amber if too much is black or white.
  private mutating func plotZones(
    _ luma: PixelPlane, _ plot: PixelRect, _ step: Int, _ canvas: PlanarPicture, _ painter: inout InkPainter
  ) {
    count(luma, into: Self.zones) { Self.zoneOfLevel[Int($0)] }
    let foot = points(8)
    let above = PixelRect(x: plot.x, y: plot.y, width: plot.width, height: max(1, plot.height - foot - 2))
    let all = Double(counts[0..<Self.zones].reduce(0, +))
    func isClipped(_ zone: Int) -> Bool {
      (zone == 0 || zone == Self.zones - 1) && Double(counts[zone]) > Self.clipped * all
    }
    let warned = (isClipped(0), isClipped(Self.zones - 1))
    func warns(_ zone: Int) -> Bool { zone == 0 ? warned.0 : zone == Self.zones - 1 && warned.1 }
    bars(Self.zones, above, step, .white, canvas, &painter) { !warns($0) }
    bars(Self.zones, above, step, .amber, canvas, &painter, where: warns)
    for zone in 0..<Self.zones {
      fill(
        PixelRect(x: plot.x + zone * step, y: plot.maxY - foot, width: step, height: foot),
        GuideColor(y: Self.zoneLevels[zone], cb: 128, cr: 128), 1, canvas, &painter)
    }
  }

  // MARK: - Parts

  private mutating func count(_ luma: PixelPlane, into bins: Int, _ bin: (UInt8) -> Int) {
    for i in 0..<bins { counts[i] = 0 }
    luma.withBytes { bytes in
      for y in 0..<luma.height {
        for x in 0..<luma.width { counts[bin(bytes[y * luma.bytesPerRow + x])] &+= 1 }
      }
    }
  }

  /// Bars as tall as their counts, the highest of all as tall as the plot.
  private mutating func bars(
    _ count: Int, _ plot: PixelRect, _ step: Int, _ color: GuideColor, _ canvas: PlanarPicture,
    _ painter: inout InkPainter, where isDrawn: (Int) -> Bool
  ) {
    let most = max(1, Int(counts[0..<count].max() ?? 0))
    spans.removeAll()
    for y in plot.y..<plot.maxY {
      for i in 0..<count where isDrawn(i) && (plot.maxY - y) * most <= Int(counts[i]) * plot.height {
        append(plot.x + i * step, y, step, 255)
      }
    }
    painter.paint(spans, color: color, opacity: 0.94, into: canvas)
  }

  /// A dot for each count, rows from the top; nearly opaque from a usual count on, and visible from one on.
  private mutating func dots(
    _ columns: Int, _ rows: Int, _ plot: PixelRect, _ step: Int, scaledTo usual: Double,
    _ canvas: PlanarPicture, _ painter: inout InkPainter
  ) {
    spans.removeAll()
    for y in 0..<plot.height {
      let row = y * rows / plot.height * columns
      for x in 0..<columns where counts[row + x] > 0 {
        let share = Double(counts[row + x]) / max(1, usual)
        append(plot.x + x * step, plot.y + y, step, UInt8(70 + 185 * share / (share + 0.6)))
      }
    }
    painter.paint(spans, color: .white, opacity: 0.94, into: canvas)
  }

  private mutating func append(_ x: Int, _ y: Int, _ length: Int, _ coverage: UInt8) {
    spans.append(CoverageSpan(x: Int32(x), y: Int32(y), length: Int32(length), coverage: coverage))
  }

  private mutating func fill(
    _ area: PixelRect, _ color: GuideColor, _ opacity: Double, _ canvas: PlanarPicture,
    _ painter: inout InkPainter
  ) {
    spans.removeAll()
    for y in area.y..<area.maxY { append(area.x, y, area.width, 255) }
    painter.paint(spans, color: color, opacity: opacity, into: canvas)
  }

  /// The outline of a square around a place.
  private mutating func box(
    _ x: Int, _ y: Int, _ reach: Int, _ color: GuideColor, _ canvas: PlanarPicture,
    _ painter: inout InkPainter
  ) {
    let line = max(1, points(1))
    spans.removeAll()
    for row in -reach...reach {
      if abs(row) > reach - line {
        append(x - reach, y + row, 2 * reach + 1, 255)
      } else {
        append(x - reach, y + row, line, 255)
        append(x + reach + 1 - line, y + row, line, 255)
      }
    }
    painter.paint(spans, color: color, opacity: 0.94, into: canvas)
  }
}

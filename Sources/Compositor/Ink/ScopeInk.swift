import GlassChrome
import PixelTypes

/// Measures a viewfinder's small pictures and plots them, each on a dark plate at its place in the layout, with its graticule.
struct ScopeInk {
  /// A plot with what never changes of it.
  private struct Scope {
    let kind: Assist
    let plate: CoverageSpans
    /// Where values are plotted.
    let plot: PixelRect
    /// Lines for orientation.
    var lines = CoverageSpans()
    /// What they mean.
    var letters = CoverageSpans()
    /// Coloured marks.
    var marks: [(color: GuideColor, spans: CoverageSpans)] = []
  }

  private let scale: Double
  private var scopes: [Scope] = []
  private var spans = CoverageSpans()
  /// How often each value occurred.
  private var counts: [UInt32]

  /// Of the zones, black to white in equal steps of lightness (CIE L*); a share of black or white that is worth a warning.
  private static let zones = 11
  private static let clipped = 0.02
  /// The sRGB levels of lightness 0, 10 … 100, and those where zones begin, halfway between.
  private static let zoneLevels: [UInt8] = [0, 27, 48, 71, 94, 119, 145, 171, 198, 226, 255]
  private static let zoneOfLevel: [Int] = {
    let starts = [17, 38, 60, 83, 107, 132, 158, 185, 213, 241]
    return (0..<256).map { level in starts.count { level >= $0 } }
  }()
  /// Levels of a waveform and bins of a histogram, at most: codes have no more.
  private static let levels = 256
  /// Counts from here on are drawn alike, and coverages in so many steps, so that runs are long.
  private static let greatest = 48
  private static let channels: [GuideColor] = [
    GuideColor(red: 255, green: 96, blue: 88), GuideColor(red: 80, green: 230, blue: 110),
    GuideColor(red: 110, green: 170, blue: 255),
  ]

  /// - Parameter letters: draws a graticule's; without it lines have no names.
  init(_ layout: InkLayout, letters: TextInk?) {
    scale = layout.scale
    counts = []
    for kind in Assist.scopes {
      guard let plate = layout[.scope(kind)] else { continue }
      var lettering = ScopeLettering(letters, in: plate)
      scopes.append(Self.scope(kind, plate, &lettering, scale))
    }
    counts = Array(
      repeating: 0,
      count: scopes.map { max(Self.levels, $0.plot.width * min($0.plot.height, Self.levels)) }.max() ?? 0)
    if !scopes.isEmpty { spans.reserveCapacity(1 << 16) }
  }

  /// Draws them.
  ///
  /// - Parameter color: for the vectorscope and the parade; without it they are empty.
  mutating func draw(
    _ luma: PixelPlane, _ color: PlanarPicture?, into canvas: PlanarPicture, with painter: inout InkPainter
  ) {
    guard luma.width > 1, luma.height > 1 else { return }
    for index in scopes.indices {
      let (kind, plot) = (scopes[index].kind, scopes[index].plot)
      painter.paint(scopes[index].plate, color: .black, opacity: InkTone.plate, into: canvas)
      painter.paint(scopes[index].lines, color: .white, opacity: 0.32, into: canvas)
      for mark in scopes[index].marks.indices {
        painter.paint(
          scopes[index].marks[mark].spans, color: scopes[index].marks[mark].color, opacity: 0.94, into: canvas
        )
      }
      switch kind {
      case .histogram: plotHistogram(luma, plot, canvas, &painter)
      case .waveform: plotWaveform(luma, plot, canvas, &painter)
      case .parade: if let color { plotParade(luma, color, plot, canvas, &painter) }
      case .vectorscope: if let color { plotHues(color, plot, canvas, &painter) }
      case .zones: plotZones(luma, plot, canvas, &painter)
      default: break
      }
      painter.paint(scopes[index].letters, color: .white, opacity: 0.9, into: canvas)
    }
  }

  /// Where a plot's values lie, in canvas pixels; `nil` if it isn't shown.
  func plot(of kind: Assist) -> PixelRect? { scopes.first { $0.kind == kind }?.plot }

  // MARK: - Graticules

  private static func scope(
    _ kind: Assist, _ plate: PixelRect, _ lettering: inout ScopeLettering, _ scale: Double
  ) -> Scope {
    var filled = CoverageSpans()
    filled.append(plate)
    let room = plate.insetBy(max(3, Int((5 * scale).rounded())))
    switch kind {
    case .histogram: return histogram(filled, room, &lettering)
    case .waveform, .parade: return wave(kind, filled, room, &lettering)
    case .vectorscope: return vectors(filled, room, &lettering, scale)
    case .zones: return zones(filled, room, &lettering)
    default: return key(kind, filled, room, &lettering)
    }
  }

  /// Bins from 0 to 100 IRE, named below.
  private static func histogram(
    _ plate: CoverageSpans, _ room: PixelRect, _ lettering: inout ScopeLettering
  ) -> Scope {
    let foot = lettering.fits(room.height, lines: 4) ? lettering.height + 3 : 0
    let plot = PixelRect(x: room.x, y: room.y, width: room.width, height: room.height - foot)
    var scope = Scope(kind: .histogram, plate: plate, plot: plot)
    let whole = 2 * (lettering.width(of: "100 IRE") + lettering.height) + lettering.width(of: "50")
    let last = whole <= plot.width ? "100 IRE" : "100"
    for ire in [0, 25, 50, 75, 100] {
      let x = plot.x + (plot.width - 1) * ire / 100
      scope.lines.append(PixelRect(x: x, y: plot.y, width: 1, height: plot.height))
      if foot > 0, ire % 50 == 0 {
        lettering.set(
          ire == 100 ? last : String(ire), ire == 0 ? .start(x) : ire == 50 ? .middle(x) : .end(x + 1),
          foot: room.maxY)
      }
    }
    scope.lines.sort()
    scope.letters = lettering.done()
    return scope
  }

  /// Levels from 0 to 100 IRE, named at the left.
  private static func wave(
    _ kind: Assist, _ plate: CoverageSpans, _ room: PixelRect, _ lettering: inout ScopeLettering
  ) -> Scope {
    let all = [0, 25, 50, 75, 100]
    let named =
      lettering.fits(room.height, lines: 6) ? all : lettering.fits(room.height, lines: 3) ? [0, 50, 100] : []
    let gutter = named.isEmpty ? 0 : lettering.width(of: "100") + max(3, lettering.height / 3)
    // Digits are centred on their lines.
    let half = named.isEmpty ? 0 : lettering.height / 2
    let plot = PixelRect(
      x: room.x + gutter, y: room.y + half, width: room.width - gutter, height: room.height - 2 * half)
    var scope = Scope(kind: kind, plate: plate, plot: plot)
    for ire in all {
      let y = plot.maxY - 1 - (plot.height - 1) * ire / 100
      scope.lines.append(PixelRect(x: plot.x, y: y, width: plot.width, height: 1))
      if named.contains(ire) {
        lettering.set(
          String(ire), .end(plot.x - max(3, lettering.height / 3)), foot: y + lettering.height / 2)
      }
    }
    if kind == .waveform, !named.isEmpty {
      lettering.set("IRE", .end(plot.maxX - 2), foot: plot.y + lettering.height + 3)
    }
    scope.lines.sort()
    scope.letters = lettering.done()
    return scope
  }

  /// A circle of hues: blue to the right at 0°, red-yellow above, with boxes where the six colours of a 75 % bar lie, and the
  /// line along which skin lies (NTSC's +I axis, at 123°).
  private static func vectors(
    _ plate: CoverageSpans, _ room: PixelRect, _ lettering: inout ScopeLettering, _ scale: Double
  ) -> Scope {
    let isNamed =
      lettering.fits(room.height, lines: 5) && room.width > room.height + 2 * lettering.width(of: "180°") + 8
    let side = min(room.width, room.height) - 1 | 1
    let plot = PixelRect(
      x: room.x + (room.width - side) / 2, y: room.y + (room.height - side) / 2, width: side, height: side)
    var scope = Scope(kind: .vectorscope, plate: plate, plot: plot)
    let (middle, radius) = ((plot.x + side / 2, plot.y + side / 2), Double(side - 1) / 2)
    for y in plot.y..<plot.maxY {
      for x in plot.x..<plot.maxX {
        let (dx, dy) = (Double(x - middle.0), Double(y - middle.1))
        let away = (dx * dx + dy * dy).squareRoot()
        var coverage = max(0, 1 - (away - radius + 0.5).magnitude)
        if dx == 0 || dy == 0 {
          coverage = max(coverage, away > radius - 4 * max(1, scale) || away < 3 * max(1, scale) ? 1 : 0.35)
        }
        if coverage > 0.02 {
          scope.lines.append(
            CoverageSpan(x: Int32(x), y: Int32(y), length: 1, coverage: UInt8(coverage * 255)))
        }
      }
    }
    var skin = CoverageSpans()
    for row in 0..<Int(radius * 0.84) {
      // tan(123° − 90°) = .65.
      skin.append(PixelRect(x: middle.0 - row * 65 / 100, y: middle.1 - row, width: 1, height: 1))
    }
    skin.sort()
    scope.marks.append((.amber, skin))
    let reach = max(2, Int((3 * scale).rounded()))
    for bits in 1...6 {
      let bar = GuideColor(
        red: bits & 1 == 0 ? 0 : 191, green: bits & 2 == 0 ? 0 : 191, blue: bits & 4 == 0 ? 0 : 191)
      var box = CoverageSpans()
      let (x, y) = (plot.x + Int(bar.cb) * side / 256, plot.y + (255 - Int(bar.cr)) * side / 256)
      for row in -reach...reach {
        if abs(row) == reach {
          box.append(PixelRect(x: x - reach, y: y + row, width: 2 * reach + 1, height: 1))
        } else {
          box.append(PixelRect(x: x - reach, y: y + row, width: 1, height: 1))
          box.append(PixelRect(x: x + reach, y: y + row, width: 1, height: 1))
        }
      }
      // Light enough for a dark plate.
      let light = GuideColor(
        red: bits & 1 == 0 ? 90 : 255, green: bits & 2 == 0 ? 90 : 255, blue: bits & 4 == 0 ? 90 : 255)
      scope.marks.append((light, box))
    }
    if isNamed {
      let half = lettering.height / 2
      lettering.set("0°", .start(plot.maxX + 4), foot: middle.1 + half)
      lettering.set("180°", .end(plot.x - 4), foot: middle.1 + half)
      lettering.set("90°", .start(middle.0 + side / 4 + 4), foot: plot.y + lettering.height)
      lettering.set("270°", .start(middle.0 + side / 4 + 4), foot: plot.maxY)
      lettering.set("123°", .end(middle.0 - side / 3 - 4), foot: plot.y + lettering.height)
    }
    scope.letters = lettering.done()
    return scope
  }

  /// Bars over patches of their zones, three of which have their numerals, after Adams.
  private static func zones(
    _ plate: CoverageSpans, _ room: PixelRect, _ lettering: inout ScopeLettering
  ) -> Scope {
    let step = room.width / zones
    let isNamed = lettering.fits(room.height, lines: 4)
    let names = isNamed ? lettering.height + 3 : 0
    let foot = max(4, room.height / 10)
    let plot = PixelRect(
      x: room.x + (room.width - step * zones) / 2, y: room.y, width: step * zones,
      height: room.height - names - foot - 2)
    var scope = Scope(kind: .zones, plate: plate, plot: plot)
    for zone in 0..<zones {
      var patch = CoverageSpans()
      patch.append(PixelRect(x: plot.x + zone * step, y: plot.maxY + 2, width: step, height: foot))
      scope.marks.append((GuideColor(y: zoneLevels[zone], cb: 128, cr: 128), patch))
    }
    if isNamed {
      for (zone, name) in [(0, "0"), (5, "V"), (10, "X")] {
        lettering.set(name, .middle(plot.x + zone * step + step / 2), foot: room.maxY)
      }
    }
    scope.letters = lettering.done()
    return scope
  }

  /// What false colours mean: a patch of each with its IRE, or its stops from middle grey.
  private static func key(
    _ kind: Assist, _ plate: CoverageSpans, _ room: PixelRect, _ lettering: inout ScopeLettering
  ) -> Scope {
    var scope = Scope(kind: kind, plate: plate, plot: room)
    let entries = FalseColors.key(of: kind)
    let most = max(1, room.height / max(1, lettering.height + 4))
    let columns = max(
      (entries.count + most - 1) / most, min(3, room.width / max(1, 7 * lettering.height)))
    let rows = (entries.count + columns - 1) / columns
    let (width, height) = (room.width / columns, room.height / rows)
    let side = max(4, min(lettering.height + 2, height - 2))
    for (index, entry) in entries.enumerated() {
      let (x, y) = (room.x + index / rows * width, room.y + index % rows * height)
      var patch = CoverageSpans()
      patch.append(PixelRect(x: x, y: y, width: side, height: side))
      scope.marks.append((entry.color, patch))
      if lettering.width(of: entry.name) + side + 3 <= width {
        lettering.set(entry.name, .start(x + side + 3), foot: y + (side + lettering.height) / 2)
      }
    }
    scope.letters = lettering.done()
    return scope
  }

  // MARK: - Plots

  /// Bars as fine as the plot, the highest as tall as it; clipped levels are the outermost.
  private mutating func plotHistogram(
    _ luma: PixelPlane, _ plot: PixelRect, _ canvas: PlanarPicture, _ painter: inout InkPainter
  ) {
    // As many levels in each.
    let shift = plot.width >= 256 ? 0 : plot.width >= 128 ? 1 : 2
    let bins = Self.levels >> shift
    for i in 0..<bins { counts[i] = 0 }
    luma.withBytes { bytes in
      for y in 0..<luma.height {
        for x in 0..<luma.width { counts[Int(bytes[y * luma.bytesPerRow + x] >> UInt8(shift))] &+= 1 }
      }
    }
    // Quantised pictures leave out levels; what is clipped stays apart.
    var before = counts[1]
    for i in 2..<bins - 2 {
      let here = counts[i]
      (counts[i], before) = ((before + 2 * here + counts[i + 1]) / 4, here)
    }
    let most = max(1, Int(counts[0..<bins].max() ?? 0))
    spans.removeAll()
    for y in plot.y..<plot.maxY {
      let least = (plot.maxY - y) * most
      var x = 0
      while x < plot.width {
        let start = x
        while x < plot.width, Int(counts[x * bins / plot.width]) * plot.height >= least { x += 1 }
        if x > start { append(plot.x + start, y, x - start, 255) }
        x += 1
      }
    }
    painter.paint(spans, color: .white, opacity: 0.8, into: canvas)
  }

  /// Each column's levels, black at the bottom, the brighter the more often.
  private mutating func plotWaveform(
    _ luma: PixelPlane, _ plot: PixelRect, _ canvas: PlanarPicture, _ painter: inout InkPainter
  ) {
    let (columns, rows) = (min(plot.width, luma.width), min(plot.height, Self.levels))
    for i in 0..<columns * rows { counts[i] = 0 }
    luma.withBytes { bytes in
      // Every other row says as much.
      for y in stride(from: 0, to: luma.height, by: 2) {
        for x in 0..<luma.width {
          let level = Int(bytes[y * luma.bytesPerRow + x]) * (rows - 1) / 255
          counts[(rows - 1 - level) * columns + x * columns / luma.width] &+= 1
        }
      }
    }
    let samples = luma.height / 2 * luma.width / columns
    dots(columns, rows, plot, usual: samples * 5 / rows, .white, canvas, &painter)
  }

  /// The same of red, green and blue, side by side.
  private mutating func plotParade(
    _ luma: PixelPlane, _ color: PlanarPicture, _ plot: PixelRect, _ canvas: PlanarPicture,
    _ painter: inout InkPainter
  ) {
    let gap = max(2, plot.width / 60)
    let third = (plot.width - 2 * gap) / 3
    let (width, height) = (min(color.cb.width, luma.width / 2), min(color.cb.height, luma.height / 2))
    let (columns, rows) = (min(third, width), min(plot.height, Self.levels))
    guard columns > 0, rows > 1 else { return }
    for channel in 0..<3 {
      for i in 0..<columns * rows { counts[i] = 0 }
      luma.withBytes { levels in
        color.cb.withBytes { cb in
          color.cr.withBytes { cr in
            for y in 0..<height {
              for x in 0..<width {
                let at = y * color.cb.bytesPerRow + x
                let (blue, red) = (Int(cb[at]) - 128, Int(cr[at]) - 128)
                // ITU-T T.871, section 7, in 1/1024.
                let more =
                  channel == 0 ? 1436 * red : channel == 1 ? -352 * blue - 731 * red : 1815 * blue
                let value = Int(levels[2 * y * luma.bytesPerRow + 2 * x]) + (more >> 10)
                let level = min(max(value, 0), 255) * (rows - 1) / 255
                counts[(rows - 1 - level) * columns + x * columns / width] &+= 1
              }
            }
          }
        }
      }
      let part = PixelRect(
        x: plot.x + channel * (third + gap), y: plot.y, width: third, height: plot.height)
      dots(
        columns, rows, part, usual: height * width / columns * 5 / rows, Self.channels[channel], canvas,
        &painter)
    }
  }

  private mutating func plotHues(
    _ color: PlanarPicture, _ plot: PixelRect, _ canvas: PlanarPicture, _ painter: inout InkPainter
  ) {
    let side = min(plot.width, Self.levels)
    for i in 0..<side * side { counts[i] = 0 }
    color.cb.withBytes { cb in
      color.cr.withBytes { cr in
        for y in 0..<color.cb.height {
          for x in 0..<color.cb.width {
            let at = y * color.cb.bytesPerRow + x
            let row = ((255 - Int(cr[at])) * side) >> 8
            let column = (Int(cb[at]) * side) >> 8
            counts[row * side + column] &+= 1
          }
        }
      }
    }
    dots(side, side, plot, usual: color.size.area * 9 / (side * side), .white, canvas, &painter)
  }

  /// Eleven bars, from black to white; amber if too much is black or white.
  private mutating func plotZones(
    _ luma: PixelPlane, _ plot: PixelRect, _ canvas: PlanarPicture, _ painter: inout InkPainter
  ) {
    let zones = Self.zones
    for i in 0..<zones { counts[i] = 0 }
    luma.withBytes { bytes in
      for y in 0..<luma.height {
        for x in 0..<luma.width { counts[Self.zoneOfLevel[Int(bytes[y * luma.bytesPerRow + x])]] &+= 1 }
      }
    }
    let all = Double(counts[0..<zones].reduce(0, +))
    let most = max(1, Int(counts[0..<zones].max() ?? 0))
    let step = plot.width / zones
    for isWarning in [false, true] {
      spans.removeAll()
      for y in plot.y..<plot.maxY {
        for zone in 0..<zones where (plot.maxY - y) * most <= Int(counts[zone]) * plot.height {
          let isEnd = zone == 0 || zone == zones - 1
          guard (isEnd && Double(counts[zone]) > Self.clipped * all) == isWarning else { continue }
          append(plot.x + zone * step, y, step - 1, 255)
        }
      }
      painter.paint(spans, color: isWarning ? .amber : .white, opacity: 0.94, into: canvas)
    }
  }

  // MARK: - Parts

  /// A dot for each count, rows from the top; nearly opaque from a usual count on, and visible from one on.
  private mutating func dots(
    _ columns: Int, _ rows: Int, _ plot: PixelRect, usual: Int, _ color: GuideColor,
    _ canvas: PlanarPicture, _ painter: inout InkPainter
  ) {
    spans.removeAll()
    for y in 0..<plot.height {
      let row = y * rows / plot.height * columns
      var x = 0
      while x < plot.width {
        let coverage = Self.coverage(counts[row + x * columns / plot.width], usual)
        let start = x
        repeat {
          x += 1
        } while x < plot.width
          && Self.coverage(counts[row + x * columns / plot.width], usual) == coverage
        if coverage > 0 { append(plot.x + start, plot.y + y, x - start, coverage) }
      }
    }
    painter.paint(spans, color: color, opacity: 0.94, into: canvas)
  }

  /// Nothing, or one of eight steps.
  private static func coverage(_ count: UInt32, _ usual: Int) -> UInt8 {
    if count == 0 { return 0 }
    let share = min(7, 8 * Int(min(count, 1 << 20)) / (Int(min(count, 1 << 20)) + max(1, usual)))
    return UInt8(80 + 25 * share)
  }

  private mutating func append(_ x: Int, _ y: Int, _ length: Int, _ coverage: UInt8) {
    spans.append(CoverageSpan(x: Int32(x), y: Int32(y), length: Int32(length), coverage: coverage))
  }
}

extension ScopeInk {
  /// Draws the letters of a viewfinder's graticules.
  ///
  /// - Throws: ``GlassError`` when there is no usable font.
  static func letters(scale: Double) throws(GlassError) -> TextInk {
    try TextInk(pixels: max(FigureInk.smallest, (10.5 * scale).rounded()), edgeWidth: 0)
  }
}

/// Small letters of a graticule, set once.
private struct ScopeLettering {
  enum Place { case start(Int), middle(Int), end(Int) }

  private let ink: TextInk?
  private let clip: PixelRect
  private var letters = CoverageSpans()
  private var one = CoverageSpans()
  /// Of capitals and digits, in pixels.
  let height: Int

  init(_ ink: TextInk?, in plate: PixelRect) {
    self.ink = ink
    clip = plate
    height = Int((ink?.height ?? 8).rounded(.up))
  }

  func fits(_ room: Int, lines: Int) -> Bool { ink != nil && room * 10 >= lines * height * 14 }

  func width(of text: String) -> Int {
    guard let ink else { return 0 }
    ink.set(text, maximum: 10_000)
    return ink.width
  }

  mutating func set(_ text: String, _ place: Place, foot: Int) {
    guard let ink else { return }
    let width = width(of: text)
    let x =
      switch place {
      case .start(let x): x
      case .middle(let x): x - width / 2
      case .end(let x): x - width
      }
    ink.cover(.figures, x: x, baseline: foot, clip: clip, into: &one)
    for span in one.spans { letters.append(span) }
  }

  mutating func done() -> CoverageSpans {
    letters.sort()
    return letters
  }
}

extension CoverageSpans {
  /// Adds all pixels of a rectangle.
  fileprivate mutating func append(_ rect: PixelRect) {
    for y in rect.y..<max(rect.y, rect.maxY) {
      append(CoverageSpan(x: Int32(rect.x), y: Int32(y), length: Int32(rect.width), coverage: 255))
    }
  }

  /// Puts them in order. Spans that meet must be equal: later ones are left out.
  fileprivate mutating func sort() {
    let sorted = spans.sorted { ($0.y, $0.x) < ($1.y, $1.x) }
    removeAll()
    var (y, end) = (Int32.min, Int32.min)
    for var span in sorted {
      if span.y == y, span.x < end {
        span.length -= end - span.x
        span.x = end
      }
      guard span.length > 0 else { continue }
      (y, end) = (span.y, span.x + span.length)
      append(span)
    }
  }
}

import GlassChrome
import HUDGeometry
import PixelTypes
import RealModule
import TestPictures
import TestSupport
import Testing

@testable import Compositor

@Suite("Assists")
struct AssistInkTests {
  /// Where peaking is red, of a small picture twice enlarged.
  private func red(_ small: PixelPlane, _ assists: Set<Assist>) throws -> Set<SIMD2<Int>> {
    let rect = PixelRect(x: 16, y: 16, width: 2 * small.width, height: 2 * small.height)
    let size = try #require(PixelSize(width: rect.maxX + 16, height: rect.maxY + 16))
    let canvas = PlanarPicture(size: size, subsampling: .yuv444)
    var painter = InkPainter(canvas: size, subsampling: .yuv444)
    painter.begin()
    let layout = layout(rect, assists)
    var ink = AssistInk(
      layout: layout, assists: assists, letters: try ScopeInk.letters(scale: layout.scale))
    ink.draw(small, into: canvas, with: &painter)
    return Set(rect.places.filter { canvas.cr[$0, $1] > 160 }.map { SIMD2($0 - rect.x, $1 - rect.y) })
  }

  @Test("with zebra, peaking keeps off what is striped, and stays on all other edges")
  func together() throws {
    let small = PixelPlane(width: 80, height: 48)
    PlaneFill.fill(small, PixelRect(x: 0, y: 0, width: 80, height: 48), with: 120)
    // A window that clips, and a dark pillar.
    PlaneFill.fill(small, PixelRect(x: 10, y: 10, width: 20, height: 20), with: 250)
    PlaneFill.fill(small, PixelRect(x: 50, y: 5, width: 8, height: 40), with: 20)
    let (alone, both) = (try red(small, [.peaking]), try red(small, [.peaking, .zebra]))
    let window = PixelRect(x: 16, y: 16, width: 48, height: 48)
    let difference = both.symmetricDifference(alone.filter { !window.contains(x: $0.x, y: $0.y) })
    #expect(difference.isEmpty)
    // Without a gap, along all of an edge and nowhere else.
    for y in 26..<54 {
      let row = alone.filter { $0.y == y }.map(\.x)
      #expect(row.contains { abs($0 - 20) <= 1 } && row.contains { abs($0 - 60) <= 1 })
      #expect(row.contains { abs($0 - 100) <= 1 } && row.contains { abs($0 - 116) <= 1 })
      #expect(row.allSatisfy { x in [20, 60, 100, 116].contains { abs(x - $0) <= 2 } })
    }
  }

  @Test(
    "peaking draws an edge of any slope as one line, as thin everywhere",
    arguments: [-70, -45, -20, 3, 30, 60, 88])
  func solid(degrees: Double) throws {
    let small = PixelPlane(width: 90, height: 90)
    let (sine, cosine) = (Double.sin(degrees * .pi / 180), Double.cos(degrees * .pi / 180))
    for (x, y) in small.places {
      // A step, softened over a cell.
      let away = (Double(x) - 44.5) * sine - (Double(y) - 44.5) * cosine
      small[x, y] = UInt8(min(max(120 + 80 * away, 40), 200))
    }
    let line = try red(small, [.peaking]).filter { (12..<168).contains($0.x) && (12..<168).contains($0.y) }
    #expect(
      line.allSatisfy { ((Double($0.x) - 89.5) * sine - (Double($0.y) - 89.5) * cosine).magnitude < 2.6 })
    // All of it can be reached from one end.
    var (seen, open) = (Set<SIMD2<Int>>(), line.prefix(1).map { $0 })
    while let place = open.popLast() {
      guard seen.insert(place).inserted else { continue }
      for y in -1...1 {
        for x in -1...1 where line.contains(place &+ SIMD2(x, y)) { open.append(place &+ SIMD2(x, y)) }
      }
    }
    #expect(seen.count == line.count && line.count > 150)
  }

  private func layout(_ rect: PixelRect, _ assists: Set<Assist>, stamp: PictureStamp.Corner? = nil)
    -> InkLayout
  {
    var request = InkLayout.Request(rect: rect, letters: 11)
    request.scopes = Assist.scopes.filter(assists.contains)
    request.stamps = stamp.map { [$0] } ?? []
    return InkLayout(request)
  }

  private static let sizes = [(1280, 720), (480, 270), (320, 240), (150, 270), (40, 30)]

  /// What assists draw of a picture whose left half is dark and whose right half is bright and red.
  private func drawn(
    _ assists: Set<Assist>, on rect: PixelRect, left: UInt8 = 40, right: UInt8 = 200,
    stamp: PictureStamp.Corner? = nil, kept: PixelPlane? = nil
  ) throws -> (canvas: PlanarPicture, mask: InkMask) {
    let size = try #require(PixelSize(width: rect.maxX + 16, height: rect.maxY + 16))
    let canvas = PlanarPicture(size: size, subsampling: .yuv422)
    PlaneFill.fill(canvas.luma, canvas.bounds, with: 111)
    let small = PixelPlane(width: 160, height: 90)
    PlaneFill.fill(small, PixelRect(x: 0, y: 0, width: 80, height: 90), with: left)
    PlaneFill.fill(small, PixelRect(x: 80, y: 0, width: 80, height: 90), with: right)
    let color = PlanarPicture(size: try #require(PixelSize(width: 80, height: 45)), subsampling: .yuv444)
    PlaneFill.fill(color.cb, color.bounds, with: 100)
    PlaneFill.fill(color.cr, color.bounds, with: 212)
    var painter = InkPainter(canvas: size, subsampling: .yuv422)
    painter.begin()
    let layout = layout(rect, assists, stamp: stamp)
    var ink = AssistInk(layout: layout, assists: assists, letters: try ScopeInk.letters(scale: layout.scale))
    if let kept { ink.keep(kept) }
    ink.draw(small, into: canvas, with: &painter)
    let settings = HUDSettings(grid: .none, viewfinderWidth: rect.width, viewfinderHeight: rect.height)
    var look = StageSettings()
    look.assists = assists
    var hud = HUDInk(
      layout: layout, settings: settings, rasterizer: try OutlineRasterizer(), figures: nil,
      look: look)
    hud.draw(HUDReading(), state: .live, isRecorded: true, into: canvas, with: &painter)
    ink.drawScopes(small, color: color, into: canvas, with: &painter)
    return (canvas, InkMask(painter.mask, on: canvas))
  }

  @Test(
    "alone and together, at any size, they stay in their viewfinder, and the mask knows every pixel of theirs",
    arguments: sizes, [nil, PictureStamp.Corner.bottomLeft])
  func places(size: (Int, Int), stamp: PictureStamp.Corner?) throws {
    let rect = PixelRect(x: 32, y: 16, width: size.0, height: size.1)
    let alone = Share.of(Assist.allCases, oneIn: 4, beside: "\(size) \(stamp != nil)")
    for assists in alone.map({ [$0] }) + [Set(Assist.allCases)] {
      let (canvas, mask) = try drawn(assists, on: rect, stamp: stamp)
      let touched = Set(mask.mcus.filter(\.isTouched).map { SIMD2($0.column, $0.row) })
      for y in 0..<canvas.size.height {
        for x in 0..<canvas.size.width where canvas.luma[x, y] != 111 {
          #expect(rect.contains(PixelRect(x: x, y: y, width: 1, height: 1)), "\(assists)")
          #expect(touched.contains(SIMD2(x / 16, y / 8)), "\(assists) at \(x), \(y)")
        }
      }
    }
  }

  private func plot(_ kind: Assist, on rect: PixelRect) throws -> PixelRect {
    let layout = layout(rect, [kind])
    return try #require(ScopeInk(layout, letters: ScopeInk.letters(scale: layout.scale)).plot(of: kind))
  }

  @Test("a waveform has each column's levels where they are, black at the bottom, as fine as its size")
  func waveform() throws {
    for size in [(1280, 720), (3840, 2160)] {
      let rect = PixelRect(x: 0, y: 0, width: size.0, height: size.1)
      let canvas = try drawn([.waveform], on: rect).canvas
      let plot = try plot(.waveform, on: rect)
      let height = plot.height
      for (column, level) in [(plot.width / 4, 40), (plot.width * 3 / 4, 200)] {
        let bright = (0..<height).filter { canvas.luma[plot.x + column, plot.y + $0] > 200 }
        let place = height - 1 - level * (height - 1) / 255
        #expect(
          !bright.isEmpty && bright.allSatisfy { abs($0 - place) <= 2 }, "\(bright) instead of \(place)")
      }
      // Columns side by side have the same level.
      #expect(canvas.luma[plot.x + 20, plot.y + 50] == canvas.luma[plot.x + 60, plot.y + 50])
      #expect(plot.width > size.0 / 9)
    }
  }

  @Test("a parade has red, green and blue where they are, side by side")
  func parade() throws {
    let rect = PixelRect(x: 0, y: 0, width: 1280, height: 720)
    let canvas = try drawn([.parade], on: rect, right: 120).canvas
    let plot = try plot(.parade, on: rect)
    // Of luma 120, Cb 100 and Cr 212.
    for (channel, level) in [238, 70, 70].enumerated() {
      let x = plot.x + plot.width * (2 * channel + 1) / 6 + plot.width / 12
      let bright = (0..<plot.height).filter { canvas.luma[x, plot.y + $0] > 115 }
      let place = plot.height - 1 - level * (plot.height - 1) / 255
      #expect(!bright.isEmpty && bright.allSatisfy { abs($0 - place) <= 2 }, "\(bright) instead of \(place)")
    }
  }

  @Test("a vectorscope shows red above the middle, on its box, and grey pictures in the middle")
  func vectorscope() throws {
    let rect = PixelRect(x: 0, y: 0, width: 1280, height: 720)
    let canvas = try drawn([.vectorscope], on: rect).canvas
    let plot = try plot(.vectorscope, on: rect)
    let bright = canvas.luma.places.filter { plot.contains(x: $0, y: $1) && canvas.luma[$0, $1] > 236 }
    #expect(!bright.isEmpty)
    for (x, y) in bright {
      #expect(
        abs(x - plot.x - 100 * plot.width / 256) <= 2
          && abs(y - plot.y - (255 - 212) * plot.height / 256) <= 2)
    }
  }

  @Test("graticules name IRE and degrees where there is room, and keep to their plates")
  func graticules() throws {
    for size in [(640, 480), (1280, 720), (1080, 1920), (3840, 2160)] {
      let rect = PixelRect(x: 0, y: 0, width: size.0, height: size.1)
      for kind in Assist.scopes {
        let layout = layout(rect, [kind])
        let plate = try #require(layout[.scope(kind)])
        let plot = try plot(kind, on: rect)
        #expect(plate.contains(plot), "\(kind) at \(size)")
        let canvas = try drawn([kind], on: rect).canvas
        guard kind == .waveform || kind == .parade else { continue }
        // Digits at the left of the plot.
        let gutter = PixelRect(x: plate.x, y: plate.y, width: plot.x - plate.x, height: plate.height)
        #expect(gutter.places.count { canvas.luma[$0, $1] > 150 } > 40, "\(kind) at \(size)")
      }
    }
  }

  @Test("zones warn in amber when too much is black or white, and only then")
  func zones() throws {
    let rect = PixelRect(x: 0, y: 0, width: 1280, height: 720)
    func amber(_ left: UInt8, _ right: UInt8) throws -> Int {
      let canvas = try drawn([.zones], on: rect, left: left, right: right).canvas
      return canvas.cb.places.count { canvas.cb[$0, $1] < 60 }
    }
    #expect(try amber(40, 200) == 0)
    #expect(try amber(2, 200) > 100)
    #expect(try amber(2, 255) > (try amber(2, 200)))
  }

  @Test("frames have the aspect they are named for, are as large as they can be, and lie in the middle")
  func frames() throws {
    let ratios: [(Assist, Double)] = [
      (.cinema239, 2.39), (.cinema185, 1.85), (.wide, 16.0 / 9), (.tall, 9.0 / 16), (.portrait, 0.8),
      (.square, 1),
    ]
    for (assist, ratio) in ratios {
      for aspect in [16.0 / 9, 4.0 / 3, 0.5625] {
        let frame = try #require(assist.frames(aspect: aspect).first)
        #expect(abs(frame.width * aspect / frame.height - ratio) < 1e-9)
        #expect(max(frame.width, frame.height) == 1 && min(frame.width, frame.height) > 0)
      }
    }
    let rect = PixelRect(x: 0, y: 0, width: 960, height: 540)
    let canvas = try drawn([.square], on: rect).canvas
    let columns = Set((0..<960).filter { canvas.luma[$0, 300] > 150 })
    #expect(columns == [210, 749] && columns.allSatisfy { canvas.luma[$0, 5] > 150 })
    // Safe areas have corners only.
    let safe = try drawn([.safeAreas], on: rect).canvas
    #expect((0..<960).count { safe.luma[$0, 27] > 150 } == 90 + 2)
    #expect((34..<926).allSatisfy { safe.luma[$0, 270] == 111 })
    // Outside of them it is darker, and outside of another aspect ratio much darker.
    #expect(safe.luma[20, 270] == 78 && safe.luma[480, 10] == 78)
    #expect(canvas.luma[209, 270] == 44 && canvas.luma[212, 270] == 111)
    // A frame of the viewfinder's own aspect is its edge.
    #expect(try drawn([.wide], on: rect).mask.mcus.allSatisfy { !$0.isTouched })
  }

  @Test("the onion skin keeps the edges of the last kept picture, whatever follows")
  func onionSkin() throws {
    let rect = PixelRect(x: 0, y: 0, width: 640, height: 360)
    let kept = PixelPlane(width: 160, height: 90)
    PlaneFill.fill(kept, PixelRect(x: 30, y: 0, width: 130, height: 90), with: 200)
    let canvas = try drawn([.onionSkin], on: rect, kept: kept).canvas
    let columns = Set(canvas.luma.places.filter { canvas.luma[$0, $1] != 111 }.map { $0.0 / 4 })
    #expect(columns == [29, 30])
    #expect(
      try drawn([.peaking], on: rect, kept: kept).mask.mcus.contains { $0.isTouched && $0.rect.x > 300 })
  }

  @Test("false colours mark black, middle grey, light skin and white; the rest stays grey")
  func falseColors() {
    let table = FalseColors.table(of: .falseColor)
    let colored = table.indices.filter { table[$0].cb != 128 || table[$0].cr != 128 }
    #expect(colored.count == 11 + 11 + 10 + 8)
    for level in [0, 8, 100, 138, 249, 255] { #expect(colored.contains(level)) }
    #expect((20..<96).allSatisfy { Int(table[$0].y) == $0 })
    #expect(FalseColors.key(of: .falseColor).map(\.name) == ["0–2", "2–4", "38–42", "52–56", "97–99", "99+"])
  }

  @Test("EL zones are stops from middle grey: half a stop around it, then whole ones")
  func elZones() {
    let table = FalseColors.table(of: .elZone)
    let key = FalseColors.key(of: .elZone)
    #expect(key.map(\.name) == ["−6", "−5", "−4", "−3", "−2", "−1", "−½", "0", "+½", "+1", "+2", "+2½"])
    func zone(_ light: Double) -> String? {
      let code = light <= 0.0031308 ? 12.92 * light : 1.055 * .pow(light, 1 / 2.4) - 0.055
      let color = table[Int((255 * code).rounded())]
      return key.first { $0.color == color }?.name
    }
    for (stops, name) in [
      (0.0, "0"), (0.5, "+½"), (1, "+1"), (2, "+2"), (2.4, "+2½"), (-0.5, "−½"), (-1, "−1"), (-2, "−2"),
      (-3, "−3"),
      (-4, "−4"), (-5, "−5"), (-9, "−6"),
    ] { #expect(zone(0.18 * .exp2(stops)) == name) }
  }

  @Test(
    "false colours replace every pixel's own, sharply, and the mask knows it",
    arguments: [ChromaSubsampling.yuv444, .yuv422, .yuv420])
  func recolors(sampling: ChromaSubsampling) throws {
    let size = try #require(PixelSize(width: 96, height: 64))
    let rect = PixelRect(x: 16, y: 16, width: 64, height: 32)
    let hole = PixelRect(x: 30, y: 20, width: 11, height: 9)
    let canvas = PlanarPicture(size: size, subsampling: sampling)
    for (x, y) in canvas.luma.places { canvas.luma[x, y] = UInt8((4 * (x / 2 * 2) + y / 2 * 2) % 256) }
    var before = [Int: UInt8]()
    for (x, y) in canvas.luma.places { before[y * 96 + x] = canvas.luma[x, y] }
    let table = FalseColors.table(of: .elZone)
    var painter = InkPainter(canvas: size, subsampling: sampling)
    painter.begin()
    painter.clearings = [hole]
    var area = CoverageSpans()
    for y in rect.y..<rect.maxY { area.append(CoverageSpan(x: 16, y: Int32(y), length: 64, coverage: 255)) }
    painter.recolor(area, by: table, into: canvas)
    for (x, y) in canvas.luma.places {
      let old = try #require(before[y * 96 + x])
      let isChanged = rect.contains(x: x, y: y) && !hole.contains(x: x, y: y)
      #expect(canvas.luma[x, y] == (isChanged ? table[Int(old)].y : old))
      if isChanged, !hole.insetBy(-2).contains(x: x, y: y) {
        let (cx, cy) = (x / sampling.horizontal, y / sampling.vertical)
        #expect(canvas.cb[cx, cy] == table[Int(old)].cb && canvas.cr[cx, cy] == table[Int(old)].cr)
        #expect(painter.mask.isTouched(column: x / 8, row: y / 8))
      }
    }
  }
}

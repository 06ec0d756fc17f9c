import PixelTypes
import TestSupport
import Testing

@testable import JPEGCodec

@Suite("Splicing a canvas")
struct CanvasSplicerTests {
  static let samplings: [CameraKind] = [
    CameraKind(width: 96, height: 48), CameraKind(width: 96, height: 48, luma: (2, 2)),
    CameraKind(width: 96, height: 48, luma: (1, 1)), CameraKind(width: 96, height: 48, luma: (1, 2)),
    CameraKind(width: 96, height: 48, luma: (2, 2), chroma: (1, 2)),
    CameraKind(width: 96, height: 48, restart: 5), CameraKind(width: 96, height: 48, optimized: true),
    CameraKind(width: 83, height: 45), CameraKind(width: 83, height: 45, luma: (2, 2)),
  ]

  static let rects = [
    PixelRect(x: 16, y: 32, width: 96, height: 48), PixelRect(x: 128, y: 32, width: 64, height: 40),
  ]

  /// Places of a viewfinder and of the canvas for a kind of camera, and both cameras' pictures.
  private static func studio(_ kind: CameraKind, seed: Int = 1) throws -> Studio {
    var second = kind
    (second.width, second.height) = (64, 40)
    var rects = rects
    (rects[0].width, rects[0].height) = (kind.width, kind.height)
    let jpegs = [try kind.encoded(seed: seed), try second.encoded(seed: seed + 1)]
    return try Studio(rects, size: (208, 128), jpegs: jpegs)
  }

  /// Blocks that differ from a camera's among those that lie wholly in its viewfinder, and how many these are.
  private static func compare(
    _ jpeg: [UInt8], _ camera: [UInt8], _ rect: PixelRect, under covering: PixelRect? = nil
  ) throws -> (wrong: [String], blocks: Int) {
    let (whole, own) = (try ReferenceCoefficients(jpeg), try ReferenceCoefficients(camera))
    #expect(whole.shape.warnings == 0)
    let (canvas, layout) = (try headers(of: jpeg).layout, try headers(of: camera).layout)
    let columns = rect.x / layout.mcuWidth
    let rows = rect.y / layout.mcuHeight
    var result = (wrong: [String](), blocks: 0)
    for mcu in 0..<layout.mcuCount {
      let (row, column) = mcu.quotientAndRemainder(dividingBy: layout.columns)
      for block in 0..<layout.blocksPerMCU {
        let component = layout.component(ofBlock: block)
        let origin = PlaneBlocks(layout: canvas).origin(
          block: block, component: component, column: column + columns, row: row + rows)
        let across = component == 0 ? 1 : layout.subsampling.horizontal
        let down = component == 0 ? 1 : layout.subsampling.vertical
        let area = PixelRect(
          x: origin.x * across, y: origin.y * down, width: 8 * across, height: 8 * down)
        guard rect.contains(area), covering?.intersects(area) != true else { continue }
        result.blocks += 1
        let there = whole.block(canvas, mcu: (row + rows) * canvas.columns + column + columns, block: block)
        if there != own.block(layout, mcu: mcu, block: block) {
          result.wrong.append("\(column),\(row) block \(block)")
        }
      }
    }
    return result
  }

  @Test("both cameras' blocks are in the canvas with the coefficients they had", arguments: samplings)
  func carried(kind: CameraKind) throws {
    let studio = try Self.studio(kind)
    let picture = try studio.picture()
    for index in 0..<2 {
      let result = try Self.compare(picture, studio.jpegs[index], studio.sources[index].rect)
      #expect(result.wrong == [])
      #expect(result.blocks > 50)
    }
    let counts = studio.splicer.counts
    #expect(try counts.total == headers(of: picture).layout.mcuCount)
    #expect(
      kind.optimized ? counts.copied == 0 && counts.recoded > 0 : counts.copied > 0 && counts.recoded == 0)
    #expect(counts.kept == 0 && counts.coded > 0)
  }

  @Test("chrome is what the planes show", arguments: samplings)
  func chrome(kind: CameraKind) throws {
    let studio = try Self.studio(kind)
    let picture = try studio.picture()
    var decoder = try JPEGDecoder()
    let decoded = PlanarPicture(size: studio.canvas.size, subsampling: studio.canvas.subsampling)
    if studio.canvas.subsampling != .yuv440 {
      let findings = try decoder.decode(picture.span, into: decoded)
      #expect(findings.damage == 0 && findings.oddities == 0)
      for (x, y) in Places(0..<208, 0..<24) {
        let difference = abs(Int(decoded.luma[x, y]) - Int(studio.canvas.luma[x, y]))
        #expect(difference < (kind.quality > 90 ? 10 : 24))
      }
    }
  }

  @Test("chrome that stands still is used again, and a change codes its own run alone")
  func cache() throws {
    let studio = try Self.studio(CameraKind(width: 96, height: 48))
    let first = try studio.picture()
    let coded = studio.splicer.counts.coded
    let second = try studio.picture()
    #expect(second == first)
    #expect(studio.splicer.counts.coded == 0 && studio.splicer.counts.kept == coded)
    // Below the tolerance nothing happens, and slow steps add up until they are shown.
    func brighten() {
      for (x, y) in Places(0..<8, 0..<8) { studio.canvas.luma[x, y] += 1 }
      studio.splicer.chromeWasDrawn(in: PixelRect(x: 0, y: 0, width: 8, height: 8))
    }
    for _ in 0..<ChromeRuns.tolerance {
      brighten()
      #expect(try studio.picture() == first)
    }
    brighten()
    #expect(try studio.picture() != first)
    #expect((1...CanvasPlan.longestRun).contains(studio.splicer.counts.coded))
  }

  @Test("only runs in which chrome was drawn are looked at")
  func drawn() throws {
    let studio = try Self.studio(CameraKind(width: 96, height: 48))
    let first = try studio.picture()
    for (x, y) in Places(0..<208, 0..<24) { studio.canvas.luma[x, y] = 0 }
    #expect(try studio.picture() == first)
    // Nowhere: empty, above, below, beside.
    for (x, y, width) in [(0, 0, 0), (0, -9, 208), (0, 128, 208), (208, 0, 9), (-9, 0, 9)] {
      studio.splicer.chromeWasDrawn(in: PixelRect(x: x, y: y, width: width, height: 9))
    }
    #expect(try studio.picture() == first)
    // The second row of MCUs alone: one run of 13.
    studio.splicer.chromeWasDrawn(in: PixelRect(x: 200, y: 15, width: 8, height: 1))
    #expect(try studio.picture() != first)
    #expect(studio.splicer.counts.coded == 13)
  }

  @Test("a used cache and a fresh one make the same bytes")
  func cacheIsInvisible() throws {
    let kind = CameraKind(width: 96, height: 48, luma: (2, 2))
    let used = try Self.studio(kind)
    _ = try used.picture()
    let fresh = try Self.studio(kind)
    let drawn = PixelRect(x: 0, y: 100, width: 200, height: 8)
    for (x, y) in drawn.places { (used.canvas.luma[x, y], fresh.canvas.luma[x, y]) = (90, 90) }
    used.splicer.chromeWasDrawn(in: drawn)
    let (a, b) = (try used.picture(), try fresh.picture())
    #expect(a == b)
  }

  @Test("ink changes the blocks it lies in and no other", arguments: samplings)
  func ink(kind: CameraKind) throws {
    let studio = try Self.studio(kind)
    let mark = PixelRect(x: 42, y: 50, width: 3, height: 2)
    let picture = try studio.picture { _ in [mark] }
    let rect = studio.sources[0].rect
    let result = try Self.compare(picture, studio.jpegs[0], rect)
    // One luma block; chroma blocks are coded anew from their own pixels, and come out the same or nearly.
    #expect(result.wrong.count >= 1 && result.wrong.count <= 4)
    #expect(try Self.compare(picture, studio.jpegs[1], studio.sources[1].rect).wrong == [])
    #expect(studio.splicer.counts.redrawn >= 1)
    if studio.canvas.subsampling == .yuv440 { return }
    #expect(try decoded(picture).luma[43, 50] > 200)
  }

  @Test("what is revealed is what libjpeg-turbo decodes", arguments: samplings)
  func reveal(kind: CameraKind) throws {
    if kind.luma == (1, 2) { return }  // the decoder's planes don't take 4:4:0
    let studio = try Self.studio(kind)
    let rect = studio.sources[0].rect
    _ = try studio.picture()
    studio.splicer.prepare(studio.sources)
    studio.splicer.revealShared(viewfinder: 0, of: studio.sources[0], into: studio.canvas)
    for y in rect.y..<rect.maxY {
      studio.sources[0].reveal(y: y, from: rect.x, to: rect.maxX, into: studio.canvas)
    }
    let own = try decoded(studio.jpegs[0])
    let (h, v) = (own.subsampling.horizontal, own.subsampling.vertical)
    for (plane, shown, left, top) in [
      (own.luma, studio.canvas.luma, rect.x, rect.y), (own.cb, studio.canvas.cb, rect.x / h, rect.y / v),
      (own.cr, studio.canvas.cr, rect.x / h, rect.y / v),
    ] { #expect(plane.places.count { plane[$0, $1] != shown[left + $0, top + $1] } == 0) }
    // And the same in another picture, inside the viewfinder only.
    let shown = PlanarPicture(size: studio.canvas.size, subsampling: studio.canvas.subsampling)
    shown.luma.withMutableBytes { bytes in for i in bytes.indices { bytes[i] = 7 } }
    studio.sources[0].show(rect.insetBy(-20), into: shown)
    let wrong = shown.luma.places.count { x, y in
      shown.luma[x, y] != (rect.contains(x: x, y: y) ? studio.canvas.luma[x, y] : 7)
    }
    #expect(wrong == 0)
  }

  @Test("a viewfinder over another hides it, block by block")
  func pictureInPicture() throws {
    let kind = CameraKind(width: 160, height: 96, luma: (2, 2))
    var small = kind
    (small.width, small.height) = (43, 29)
    let rects = [
      PixelRect(x: 16, y: 16, width: 160, height: 96), PixelRect(x: 96, y: 64, width: 43, height: 29),
    ]
    let jpegs = [try kind.encoded(seed: 1), try small.encoded(seed: 2)]
    let studio = try Studio(rects, size: (192, 128), jpegs: jpegs)
    let picture = try studio.picture { _ in [PixelRect(x: 100, y: 68, width: 20, height: 4)] }
    // Ink of the first lies under the second.
    let first = try Self.compare(picture, studio.jpegs[0], rects[0], under: rects[1])
    let second = try Self.compare(picture, studio.jpegs[1], rects[1])
    #expect(first.wrong == [] && first.blocks > 100)
    #expect(second.wrong == [] && second.blocks > 12)
  }

  @Test("a second camera of other tables is requantized, one of other blocks is coded from pixels")
  func others() throws {
    var second = CameraKind(width: 64, height: 40, quality: 60)
    let jpeg = try CameraKind(width: 96, height: 48).encoded(seed: 1)
    let studio = try Studio(Self.rects, size: (208, 128), jpegs: [jpeg, second.encoded(seed: 2)])
    let picture = try studio.picture()
    #expect(try Self.compare(picture, jpeg, Self.rects[0]).wrong == [])
    #expect(studio.splicer.counts.recoded == 4 * 5)
    second.luma = (1, 1)
    let changed = try second.encoded(seed: 3)
    let outcome = studio.sources[1].read(changed.span)
    #expect(outcome == .whole)
    let other = try studio.picture()
    #expect(studio.sources[1].obstacle == .otherBlocks)
    #expect(try Self.compare(other, jpeg, Self.rects[0]).wrong == [])
    #expect(studio.splicer.counts.recoded == 0)
  }

  @Test("frames that can't be used leave the last good one, damaged ones show what is good of them")
  func hostile() throws {
    let kind = CameraKind(width: 96, height: 48, restart: 6)
    let studio = try Self.studio(kind)
    let before = try studio.picture()
    for bad in [[], [0xFF, 0xD8], Array(repeating: 0x55, count: 900), Array(studio.jpegs[0][..<500])]
      as [[UInt8]]
    {
      guard case .unusable = studio.sources[0].read(bad.span) else {
        Issue.record("\(bad.count) bytes were taken")
        continue
      }
      #expect(try studio.picture() == before)
    }
    let small = try CameraKind().encoded(seed: 1)
    guard case .unusable(.otherSize) = studio.sources[0].read(small.span) else {
      Issue.record("a frame of another size was taken")
      return
    }
    #expect(try studio.picture() == before)
    // The last fifth is gone: from the row in which it begins the frame before shows through.
    let next = try kind.encoded(seed: 9)
    let cut = Array(next[..<(next.count * 4 / 5)])
    guard case .damaged(let report) = studio.sources[0].read(cut.span) else {
      Issue.record("a damaged frame was not taken for one")
      return
    }
    let mixed = try studio.picture()
    let reference = try ReferenceCoefficients(mixed)
    #expect(reference.shape.warnings == 0)
    let (layout, own) = (try headers(of: mixed).layout, try headers(of: next).layout)
    let first = try #require(report.firstDamagedMCU)
    let (old, new) = (try ReferenceCoefficients(studio.jpegs[0]), try ReferenceCoefficients(next))
    for mcu in 0..<own.mcuCount {
      let (row, column) = mcu.quotientAndRemainder(dividingBy: own.columns)
      let there = reference.mcu(layout, (row + 4) * layout.columns + column + 1)
      #expect(there == (row < first / own.columns ? new : old).mcu(own, mcu))
    }
  }

  @Test("random damage never breaks the canvas", arguments: 0..<6)
  func damage(seed: Int) throws {
    var random = Seeded(seed)
    let kind = Self.samplings[seed % Self.samplings.count]
    let studio = try Self.studio(kind, seed: seed)
    _ = try studio.picture()
    for _ in 0..<30 {
      for index in 0..<2 {
        var bytes = studio.jpegs[index]
        for _ in 0..<1 + random.below(6) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
        _ = studio.sources[index].read(bytes.span)
      }
      if !studio.splicer.hasTables(of: studio.sources[0]) {
        guard let other = try? CanvasSplicer(size: studio.canvas.size, sources: studio.sources) else {
          continue
        }
        studio.splicer = other
        if studio.sources[0].withScan({ $0.layout.subsampling != studio.canvas.subsampling }) { return }
      }
      let picture = try studio.picture()
      #expect(try ReferenceCoefficients(picture).shape.warnings == 0)
    }
  }
}

import CAllocationCounter
import HUDGeometry
import PixelTypes
import Testing

@testable import GlassChrome

@Suite("Glass: words stay legible, and viewfinders their camera's")
struct LegibilityTests {
  private typealias Fixtures = PainterFixtures

  private static let layout = Fixtures.open(156, 84)

  /// One container with glass of all kinds, words on each, at a moment of coming, being pressed and touched.
  private func screen(_ t: Double) -> DisplayList {
    let kinds: [Glass] = [
      .regular.interactive(), .clear.interactive(), .regular.tint(.recording).prominent().interactive(),
      .regular.tint(.success),
    ]
    var elements: [GlassElement] = []
    var items: [DisplayItem] = []
    for (i, glass) in kinds.enumerated() {
      let (x, y) = (Double(8 + i % 2 * 72), Double(6 + i / 2 * 38))
      var element = Fixtures.element(
        ElementID("e\(i)"), x, y, 66, 32, .rect(cornerRadius: 11), glass: glass, elevation: .z2,
        presence: min(t * 1.4, 1))
      element.press = max(0, 1 - abs(t - 0.6) * 4)
      element.touch = Point(x + 30 * t + 16, y + 16)
      element.touchStrength = t
      elements.append(element)
      if i == 0 {
        items.append(
          .plate(
            id: "e0/card", frame: Rect(x: x + 4, y: y + 4, width: 58, height: 24),
            form: .rect(cornerRadius: 8),
            role: nil, strength: 1))
      }
      let role: ColorRole = i == 0 ? .primary : i == 3 ? .secondary : .primary
      items.append(
        .text(
          TextItem(
            id: ElementID("e\(i)/word"), text: "Abc", size: 10, weight: 500, origin: Point(x + 8, y + 20),
            frame: Rect(x: x + 8, y: y + 11, width: 20, height: 13), role: role)))
      items.append(
        .figures(
          FiguresItem(
            id: ElementID("e\(i)/time"), slot: 0, format: .minutesSeconds, size: 9, weight: 500,
            origin: Point(x + 30, y + 20), frame: Rect(x: x + 30, y: y + 12, width: 28, height: 11))))
    }
    return Fixtures.list(elements, spacing: 12, items: items)
  }

  private struct Least {
    var ratio = Double.infinity
    var texts = 0
  }

  private func least(
    _ style: ChromeStyle, frames: Int, quality: (Int) -> GlassQuality = { _ in .full },
    _ backdrop: (Int) -> PlanarPicture
  ) throws -> Least {
    let painter = try Fixtures.painter(Self.layout, style: style, subsampling: .yuv420)
    painter.drawsInk = false
    let log = InkLog()
    painter.inkLog = log
    let canvas = PlanarPicture(size: Self.layout.canvas, subsampling: .yuv420)
    var values = FigureValues()
    var least = Least()
    for frame in 0..<frames {
      values[0] = Double(frame)
      log.clear()
      painter.paint(
        screen(Double(frame) / Double(frames - 1)), values: values, backdrop: backdrop(frame),
        nanoseconds: Int64(frame) * 33_333_333, quality: quality(frame), into: canvas)
      least.texts += log.texts.count
      for entry in log.texts { least.ratio = min(least.ratio, PlateContrast.least(entry, over: canvas)) }
    }
    return least
  }

  @Test(
    "behind every word at least 4.5:1, in every frame while glass comes, is pressed and touched",
    arguments: ChromeFixtures.Backdrop.allCases, ChromeStyle.Appearance.allCases)
  func contrast(backdrop: ChromeFixtures.Backdrop, appearance: ChromeStyle.Appearance) throws {
    let picture = backdrop.picture
    let least = try least(ChromeStyle(appearance: appearance), frames: 7) { _ in picture }
    #expect(least.texts >= 3 * 8)
    #expect(least.ratio >= 4.5)
  }

  @Test(
    "and 7:1 with increased contrast", arguments: ChromeFixtures.Backdrop.allCases,
    ChromeStyle.Appearance.allCases)
  func increased(backdrop: ChromeFixtures.Backdrop, appearance: ChromeStyle.Appearance) throws {
    let picture = backdrop.picture
    let style = ChromeStyle(appearance: appearance, increaseContrast: true)
    #expect(try least(style, frames: 4) { _ in picture }.ratio >= 7)
    let opaque = ChromeStyle(appearance: appearance, reduceTransparency: true, increaseContrast: true)
    #expect(try least(opaque, frames: 2) { _ in picture }.ratio >= 7)
  }

  @Test(
    "under a flash ten times a second too, and while quality comes and goes",
    arguments: ChromeStyle.Appearance.allCases)
  func flash(appearance: ChromeStyle.Appearance) throws {
    let (black, white) = (ChromeFixtures.Backdrop.black.picture, ChromeFixtures.Backdrop.white.picture)
    // 30 frames a second: a flash of 10 Hz is 1.5 frames of each.
    func flash(_ frame: Int) -> PlanarPicture { frame * 2 / 3 % 2 == 0 ? black : white }
    #expect(try least(ChromeStyle(appearance: appearance), frames: 16, flash).ratio >= 4.5)
    let falling = try least(
      ChromeStyle(appearance: appearance), frames: 16,
      quality: { GlassQuality(rawValue: $0 / 2 % 4) ?? .full },
      flash)
    #expect(falling.ratio >= 4.5)
  }

  @Test(
    "and while the scene changes so slowly that the glass waits for its turn",
    arguments: ChromeStyle.Appearance.allCases)
  func drift(appearance: ChromeStyle.Appearance) throws {
    let least = try least(ChromeStyle(appearance: appearance), frames: 40) { frame in
      let code = appearance == .dark ? 100 + Double(frame) * 0.7 : 160 - Double(frame) * 0.7
      return Fixtures.uniform(code, code, code)
    }
    #expect(least.ratio >= 4.5)
  }

  @Test(
    "and while a sharp scene of black and white passes behind it", arguments: ChromeStyle.Appearance.allCases,
    [5, 24, 80])
  func pan(appearance: ChromeStyle.Appearance, stripe: Int) throws {
    let painter = try Fixtures.painter(
      Self.layout, style: ChromeStyle(appearance: appearance), subsampling: .yuv444)
    painter.drawsInk = false
    let log = InkLog()
    painter.inkLog = log
    let canvas = PlanarPicture(size: Self.layout.canvas, subsampling: .yuv444)
    var least = 99.0
    for frame in 0..<24 {
      painter.scene = Fixtures.grey(156, 84) { x, y in (x + y / 3 + 7 * frame) / stripe % 2 == 0 ? 255 : 0 }
      log.clear()
      painter.paint(
        screen(1), backdrop: Fixtures.black, nanoseconds: Int64(frame) * 33_333_333, into: canvas)
      for entry in log.texts { least = min(least, PlateContrast.least(entry, over: canvas)) }
    }
    #expect(least >= 4.5)
  }

  @Test("glass whose washes are useless is found out")
  func unguarded() throws {
    var material = GlassMaterial.regular(ChromeStyle())
    material.blurPoints = GlassMaterial.smallBlur
    (material.darkWash, material.lightWash) = (LinearColor(grey: 0.5), LinearColor(grey: 0.5))
    let painter = try Fixtures.painter(Self.layout, subsampling: .yuv420, material: material)
    painter.drawsInk = false
    let log = InkLog()
    painter.inkLog = log
    let canvas = PlanarPicture(size: Self.layout.canvas, subsampling: .yuv420)
    painter.scene = PlanarPicture(size: Self.layout.canvas, subsampling: .yuv420)
    if let scene = painter.scene {
      for y in 0..<84 { for x in 0..<156 { scene.luma[x, y] = x / 20 % 2 == 0 ? 255 : 0 } }
      for plane in [scene.cb, scene.cr] {
        for y in 0..<42 { for x in 0..<78 { plane[x, y] = 128 } }
      }
    }
    painter.paint(screen(1), backdrop: Fixtures.black, nanoseconds: 0, into: canvas)
    #expect((log.texts.map { PlateContrast.least($0, over: canvas) }.min() ?? 99) < 3)
  }

  @Test(
    "glass that lies across a viewfinder leaves its bytes",
    arguments: [ChromaSubsampling.yuv444, .yuv422, .yuv420], [GlassQuality.full, .opaque])
  func viewfinder(subsampling: ChromaSubsampling, quality: GlassQuality) throws {
    let layout = ChromeLayout(
      canvas: ChromeFixtures.size(201, 121), viewfinders: [ChromeFixtures.rect(40, 30, 101, 61)],
      topRegion: ChromeFixtures.rect(0, 0, 201, 30), bottomRegion: ChromeFixtures.rect(0, 91, 201, 30),
      scale: 1)
    let elements = [
      Fixtures.element("a", 10, 14, 90, 44, glass: .regular.interactive(), elevation: .z5),
      Fixtures.element("b", 104, 50.5, 90, 60, .ellipse, glass: .clear, elevation: .z3),
    ]
    let list = Fixtures.list(
      elements, spacing: 20,
      items: [
        .plate(
          id: "a/card", frame: Rect(x: 20, y: 20, width: 70, height: 30), form: .capsule, role: .tint,
          strength: 1),
        Fixtures.text("b/word", "Across", x: 110, baseline: 84),
      ])
    // What can't be told from two fills was drawn; what keeps both was not.
    let canvases = try [UInt8(0x5A), 0xA5].map { fill -> PlanarPicture in
      let painter = try Fixtures.painter(layout, subsampling: subsampling)
      let canvas = ChromeFixtures.canvas(layout, subsampling, fill: fill)
      for frame in 0..<3 {
        var list = list
        list.groups[0].elements[0].frame.x += Double(3 * frame)
        painter.paint(
          list, backdrop: Fixtures.clouds(phase: Double(frame)), nanoseconds: Int64(frame) * 40_000_000,
          quality: quality, into: canvas)
      }
      return canvas
    }
    var (touched, missed) = (0, 0)
    for (channel, planes) in zip(
      0..., [\PlanarPicture.luma, \.cb, \.cr].map { path in canvases.map { $0[keyPath: path] } })
    {
      let (h, v) = channel == 0 ? (1, 1) : (subsampling.horizontal, subsampling.vertical)
      for y in 0..<planes[0].height {
        for x in 0..<planes[0].width {
          let sample = PixelRect(x: x * h, y: y * v, width: h, height: v)
          if layout.viewfinders[0].intersects(sample) {
            if planes[0][x, y] != 0x5A || planes[1][x, y] != 0xA5 { touched += 1 }
          } else if planes[0][x, y] != planes[1][x, y] {
            missed += 1
          }
        }
      }
    }
    #expect(touched == 0)
    #expect(missed == 0)
  }

  @Test(
    "a screen that stays allocates nothing, over a scene that drifts and with numbers that run",
    .enabled(if: callocation_available() == 1, "sanitizers replace malloc: nothing is counted"))
  func noAllocation() throws {
    let painter = try Fixtures.painter(Self.layout, subsampling: .yuv420)
    let canvas = PlanarPicture(size: Self.layout.canvas, subsampling: .yuv420)
    let list = screen(1)
    let backdrops = (0..<4).map { Fixtures.clouds(phase: Double($0) * 0.3) }
    var values = FigureValues()
    var allocations: UInt64 = 0
    var drawn = 0
    for frame in 0..<12 {
      values[0] = Double(frame * 7)
      let before = callocation_count_thread()
      painter.paint(
        list, values: values, backdrop: backdrops[frame / 2 % 4], nanoseconds: Int64(frame) * 33_000_000,
        into: canvas)
      if frame > 7 {
        allocations += callocation_count_thread() - before
        drawn += painter.tiles.count
      }
    }
    #expect(allocations == 0)
    #expect(drawn > 0)
  }
}

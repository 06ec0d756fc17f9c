import HUDGeometry
import PixelTypes
import TestSupport
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
          DisplayItem(
            id: "e0/card", frame: Rect(x: x + 4, y: y + 4, width: 58, height: 24),
            .plate(.rect(cornerRadius: 8)), role: nil))
      }
      let role: ColorRole = i == 3 ? .secondary : .primary
      items.append(
        DisplayItem(
          id: ElementID("e\(i)/word"), frame: Rect(x: x + 8, y: y + 11, width: 20, height: 13),
          .text("Abc", Lettering(size: 10, weight: 500, origin: Point(x + 8, y + 20))), role: role))
      items.append(
        DisplayItem(
          id: ElementID("e\(i)/time"), frame: Rect(x: x + 30, y: y + 12, width: 28, height: 11),
          .figures(
            LiveNumber(slot: 0, format: .minutesSeconds),
            Lettering(size: 9, weight: 500, origin: Point(x + 30, y + 20)))))
    }
    return Fixtures.list(elements, spacing: 12, items: items)
  }

  private struct Least {
    var ratio = Double.infinity
    var texts = 0
  }

  private func least(
    _ style: ChromeStyle = ChromeStyle(), frames: Int,
    _ backdrop: (Int) -> PlanarPicture = { _ in Fixtures.black }, subsampling: ChromaSubsampling = .yuv420,
    material: GlassMaterial? = nil, screen time: Double? = nil,
    quality: (Int) -> GlassQuality = { _ in .full },
    scene: (Int) -> PlanarPicture? = { _ in nil }
  ) throws -> Least {
    let painter = try Fixtures.painter(
      Self.layout, style: style, subsampling: subsampling, material: material)
    painter.drawsInk = false
    let log = InkLog()
    painter.inkLog = log
    let canvas = PlanarPicture(size: Self.layout.canvas, subsampling: subsampling)
    var values = FigureValues()
    var least = Least()
    for frame in 0..<frames {
      values[0] = Double(frame)
      log.clear()
      painter.scene = scene(frame)
      painter.paint(
        screen(time ?? Double(frame) / Double(frames - 1)), values: values, backdrop: backdrop(frame),
        nanoseconds: Int64(frame) * 33_333_333, quality: quality(frame), into: canvas)
      least.texts += log.texts.count
      for entry in log.texts { least.ratio = min(least.ratio, PlateContrast.least(entry, over: canvas)) }
    }
    return least
  }

  @Test(
    "behind every word at least 4.5:1, 7:1 with increased contrast, in every frame while glass comes and is touched",
    arguments: Share.of(
      ChromeFixtures.Backdrop.allCases.flatMap { backdrop in
        ChromeStyle.Appearance.allCases.map { (backdrop, $0) }
      }, oneIn: 4))
  func contrast(backdrop: ChromeFixtures.Backdrop, appearance: ChromeStyle.Appearance) throws {
    let picture = backdrop.picture
    let usual = try least(ChromeStyle(appearance: appearance), frames: 7) { _ in picture }
    #expect(usual.texts >= 3 * 8)
    #expect(usual.ratio >= 4.5)
    var style = ChromeStyle(appearance: appearance, increaseContrast: true)
    #expect(try least(style, frames: 4) { _ in picture }.ratio >= 7)
    style.reduceTransparency = true
    #expect(try least(style, frames: 2) { _ in picture }.ratio >= 7)
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
      ChromeStyle(appearance: appearance), frames: 16, flash,
      quality: { GlassQuality(rawValue: $0 / 2 % 4) ?? .full })
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
    let least = try least(
      ChromeStyle(appearance: appearance), frames: 24, subsampling: .yuv444, screen: 1,
      scene: { frame in
        Fixtures.grey(156, 84) { x, y in (x + y / 3 + 7 * frame) / stripe % 2 == 0 ? 255 : 0 }
      })
    #expect(least.ratio >= 4.5)
  }

  @Test("glass whose washes are useless is found out")
  func unguarded() throws {
    var material = GlassMaterial.regular(ChromeStyle())
    material.blurPoints = GlassMaterial.smallBlur
    (material.darkWash, material.lightWash) = (LinearColor(grey: 0.5), LinearColor(grey: 0.5))
    let scene = Fixtures.grey(156, 84) { x, _ in x / 20 % 2 == 0 ? 255 : 0 }
    let least = try least(
      frames: 1, subsampling: .yuv444, material: material, screen: 1, scene: { _ in scene })
    #expect(least.ratio < 3)
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
        DisplayItem(
          id: "a/card", frame: Rect(x: 20, y: 20, width: 70, height: 30), .plate(.capsule), role: .tint),
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
    #expect(ChromeFixtures.strays(canvases, layout) == (0, 0))
  }
}

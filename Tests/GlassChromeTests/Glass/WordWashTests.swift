import HUDGeometry
import PixelTypes
import Testing

@testable import GlassChrome

@Suite("Glass: words and the scene, through the painter")
struct WordWashTests {
  private typealias Fixtures = PainterFixtures

  private static let layout = Fixtures.open(320, 100)

  /// A bar of glass with a word at its left end.
  private static let bar = Fixtures.list(
    [Fixtures.element("a", 10, 20, 300, 60)], items: [Fixtures.text("a/word", "Word", x: 30, baseline: 55)])

  private static func mean(_ canvas: PlanarPicture, _ rect: PixelRect) -> Double {
    rect.places.reduce(0) { $0 + ChromeFixtures.luminance(canvas, $1.x, $1.y) }
      / Double(rect.width * rect.height)
  }

  /// The scene's light that a bar shows away from its word and beside it, and what the log says of its tone.
  private func shown(
    _ list: DisplayList = bar, style: ChromeStyle = ChromeStyle(), _ code: (Int, Int) -> Double
  )
    throws -> (far: Double, near: Double, tones: [InkLog.Tone])
  {
    let painter = try Fixtures.painter(Self.layout, style: style)
    let scene = Fixtures.grey(320, 100, code)
    painter.scene = scene
    let log = InkLog()
    painter.inkLog = log
    let canvas = PlanarPicture(size: Self.layout.canvas, subsampling: .yuv444)
    painter.paint(list, backdrop: Fixtures.black, nanoseconds: 0, into: canvas)
    let far = PixelRect(x: 110, y: 42, width: 160, height: 16)
    // The word ends at 70.
    let near = PixelRect(x: 76, y: 44, width: 8, height: 10)
    return (
      Self.mean(canvas, far) / Self.mean(scene, far), Self.mean(canvas, near) / Self.mean(scene, near),
      log.tones
    )
  }

  @Test(
    "a word leaves no stain: glass beside it is as bright as far away, and its tone has no edges",
    arguments: [70, 110, 150, 185, 230], ChromeStyle.Appearance.allCases)
  func stains(level: Int, appearance: ChromeStyle.Appearance) throws {
    let style = ChromeStyle(appearance: appearance)
    let plain = try shown(style: style) { _, _ in Double(level) }
    #expect(abs(plain.near / plain.far - 1) < 0.02)
    for scene: (Int, Int) -> Double in [
      { x, _ in x < 160 ? 20 : Double(level) }, { _, y in y < 50 ? 255 : Double(level) - 60 },
      { x, y in Double(level) + ((x * 7 + y * 3) % 20 < 10 ? 25 : -25) },
    ] {
      let tones = try shown(style: style, scene).tones
      #expect(tones.count == 1 && tones.allSatisfy { $0.steepest < 0.25 })
    }
  }

  @Test("dim scenes keep their light, bright ones turn the ink, and a third is left of those between")
  func place() throws {
    #expect(try shown { _, _ in 60 }.far > 0.8)
    #expect(try shown { _, _ in 190 }.far > 0.9)
    #expect(try shown { _, _ in 140 }.far > 0.33)
    #expect(try shown { _, _ in 140 }.tones[0].mean > 10)
  }

  @Test("tones of one piece of glass that differ from place to place are found out")
  func stained() throws {
    let elements = [
      Fixtures.element("a", 10, 20, 150, 60),
      Fixtures.element(
        "b", 164, 20, 150, 60, glass: .regular.tint(.color(red: 160, green: 160, blue: 160)).prominent()),
    ]
    let items = [
      Fixtures.text("a/word", "Word", x: 110, baseline: 55),
      Fixtures.text("b/word", "Word", x: 180, baseline: 55),
    ]
    let tones = try shown(Fixtures.list(elements, spacing: 24, items: items)) { _, _ in 150 }.tones
    #expect(tones.count == 1 && tones.allSatisfy { $0.steepest > 0.25 })
  }

  @Test("no lens, mirror or rim shows behind a word, however near to the edge", arguments: [1.0, 2])
  func rim(scale: Double) throws {
    let (width, height) = (Int(120 * scale), Int(80 * scale))
    let layout = Fixtures.open(width, height, scale: scale)
    let scene = Fixtures.grey(width, height) { x, y in (x / 4 + y / 4) % 2 == 0 ? 255 : 0 }
    func rough(_ items: [DisplayItem]) throws -> Double {
      let painter = try Fixtures.painter(layout)
      painter.scene = scene
      painter.drawsInk = false
      let canvas = PlanarPicture(size: layout.canvas, subsampling: .yuv444)
      let list = Fixtures.list(
        [Fixtures.element("a", 10, 10, 100, 60, .rect(cornerRadius: 24))], items: items)
      painter.paint(list, backdrop: Fixtures.black, nanoseconds: 0, into: canvas)
      // The word's box begins four points from the edge.
      let box = PixelRect(
        x: Int(42 * scale), y: Int(15 * scale), width: Int(12 * scale), height: Int(8 * scale))
      return EffectStage.sharpness(canvas.luma, box)
    }
    #expect(try rough([]) > 8)
    #expect(try rough([Fixtures.text("a/word", "Word", x: 38, baseline: 25)]) < 2)
  }

  /// Frames of a screen with a word on each piece of glass: its ink's luminance, and its least contrast.
  private func frames(
    _ list: DisplayList, style: ChromeStyle = ChromeStyle(), times: [Double], _ scene: (Int) -> PlanarPicture
  ) throws -> [[(ink: Double, contrast: Double)]] {
    let painter = try Fixtures.painter(Self.layout, style: style)
    painter.drawsInk = false
    let log = InkLog()
    painter.inkLog = log
    let canvas = PlanarPicture(size: Self.layout.canvas, subsampling: .yuv444)
    return times.indices.map { i in
      painter.scene = scene(i)
      log.clear()
      painter.paint(
        list, backdrop: Fixtures.black, nanoseconds: Int64(times[i] * 1_000_000_000), into: canvas)
      return log.texts.map { ($0.luminance, PlateContrast.least($0, over: canvas)) }
    }
  }

  @Test("ink turns for a bright scene, and back two seconds later at the earliest, legible in every frame")
  func turns() throws {
    let (black, white) = (Fixtures.grey(320, 100) { _, _ in 0 }, Fixtures.grey(320, 100) { _, _ in 255 })
    // White for a moment, from the tenth frame on.
    let frames = try frames(Self.bar, times: (0..<50).map { Double($0) / 10 }) {
      (10..<12).contains($0) ? white : black
    }
    let isDark = frames.map { $0[0].ink < 0.5 }
    #expect(isDark.indices.filter { isDark[$0] } == Array(10..<30))
    #expect(frames.allSatisfy { $0[0].contrast >= 4.5 })
  }

  @Test(
    "words of neighbours in different inks are legible side by side",
    arguments: ChromeStyle.Appearance.allCases,
    [2.0, 6, 14])
  func neighbours(appearance: ChromeStyle.Appearance, gap: Double) throws {
    let elements = [
      Fixtures.element("a", 20, 20, 120, 44),
      Fixtures.element("b", 140 + gap, 20, 120, 44, glass: .regular.tint(.hex(0xFFFFFF)).prominent()),
    ]
    let items = [
      Fixtures.text("a/word", "Left", x: 98, baseline: 48),
      Fixtures.text("b/word", "Right", x: 150 + gap, baseline: 48),
    ]
    let list = Fixtures.list(elements, spacing: 16, items: items)
    let middle = Int(140 + gap / 2)
    let frames = try frames(list, style: ChromeStyle(appearance: appearance), times: [0, 0.1, 0.2]) { _ in
      Fixtures.grey(320, 100) { x, _ in x < middle ? 0 : 255 }
    }
    for frame in frames {
      #expect(frame.count == 2)
      // Light glass has dark ink over black, too.
      if appearance == .dark { #expect(frame[0].ink > 0.5 && frame[1].ink < 0.5) }
      #expect(frame.allSatisfy { $0.contrast >= 4.5 })
    }
  }
}

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

  /// How much of the scene's light a bar shows away from its word and its rim, and by its word.
  private func share(_ code: (Int, Int) -> Double, _ change: (inout GlassMaterial) -> Void = { _ in }) throws
    -> (far: Double, near: Double)
  {
    var material = GlassMaterial.regular(ChromeStyle())
    change(&material)
    let scene = Fixtures.grey(320, 100, code)
    let painted = try Fixtures.still(Self.bar, Self.layout, scene: scene, material: material)
    // The word ends at 70; its wash fades over 36 points and a texel.
    let far = PixelRect(x: 110, y: 42, width: 180, height: 16)
    let near = PixelRect(x: 82, y: 44, width: 4, height: 10)
    #expect(material.wordFade <= 36)
    return (
      Self.mean(painted, far) / Self.mean(scene, far), Self.mean(painted, near) / Self.mean(scene, near)
    )
  }

  @Test(
    "away from words dark glass shows at least 60 % of the scene's light",
    arguments: [70, 110, 150, 185, 230])
  func place(level: Int) throws {
    let plain = try share { _, _ in Double(level) }
    #expect(plain.far >= 0.6)
    let busy = try share { x, y in Double(level) + ((x * 7 + y * 3) % 20 < 10 ? 25 : -25) }
    #expect(busy.far >= 0.6)
  }

  @Test("a wash that lies over all of it is found out")
  func placeOff() throws {
    let share = try share({ _, _ in 160 }, { $0.breath = 1 })
    #expect(share.far < 0.6)
    let usual = try self.share { _, _ in 160 }
    #expect(usual.near < usual.far - 0.15)
    let wide = try self.share({ _, _ in 160 }, { $0.wordFade = 4 })
    #expect(wide.near > usual.near + 0.05)
  }

  @Test("and the more of it lies there, the more the material breathes")
  func breath() throws {
    let far = try [0.0, 0.3, 0.6].map { breath in try share({ _, _ in 160 }, { $0.breath = breath }).far }
    #expect(far[0] > far[1] + 0.03 && far[1] > far[2] + 0.03)
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
      Fixtures.element("a", 20, 20, 120, 44), Fixtures.element("b", 140 + gap, 20, 120, 44),
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
      // Light glass is bright over black, too.
      if appearance == .dark { #expect(frame[0].ink > 0.5 && frame[1].ink < 0.5) }
      #expect(frame.allSatisfy { $0.contrast >= 4.5 })
    }
  }
}

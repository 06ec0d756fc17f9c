import HUDGeometry
import PixelTypes
import Testing

@testable import GlassChrome

@Suite("Glass: dark or light by the scene")
struct GroupToneTests {
  private typealias Fixtures = PainterFixtures

  private static let layout = Fixtures.open(160, 96)
  private static let list = Fixtures.list([Fixtures.element("a", 20, 16, 120, 60, .rect(cornerRadius: 20))])

  private static func grey(_ code: Double) -> PlanarPicture { Fixtures.grey(160, 96) { _, _ in code } }

  /// The code in the middle of the glass, frame by frame, a tenth of a second apart.
  private func codes(_ appearance: ChromeStyle.Appearance, _ scenes: [Double]) throws -> [Int] {
    let painter = try Fixtures.painter(Self.layout, style: ChromeStyle(appearance: appearance))
    let canvas = PlanarPicture(size: Self.layout.canvas, subsampling: .yuv444)
    return scenes.indices.map { i in
      if i == 0 || scenes[i] != scenes[i - 1] { painter.scene = Self.grey(scenes[i]) }
      painter.paint(
        Self.list, backdrop: Fixtures.black, nanoseconds: Int64(i) * 100_000_000, into: canvas)
      return Int(canvas.luma[80, 46])
    }
  }

  @Test("glass is dark over a dark scene and light over a bright one")
  func chooses() throws {
    for (code, tone) in [(60.0, ChromeStyle.Appearance.dark), (220, .light)] {
      let scenes = Array(repeating: code, count: 3)
      let (auto, fixed) = (try codes(.auto, scenes), try codes(tone, scenes))
      #expect(abs(auto[2] - fixed[2]) <= 1)
    }
    let (dark, light) = (try codes(.dark, [220]), try codes(.light, [220]))
    #expect(abs(dark[0] - light[0]) > 4)
  }

  @Test("and turns once in two seconds at most, not at all for a scene between the two")
  func dwells() throws {
    // Bright from the start, and dark from the second tenth on; every tenth.
    let scenes = Array(repeating: 250.0, count: 3) + Array(repeating: 20, count: 30)
    let auto = try codes(.auto, scenes)
    let (dark, light) = (try codes(.dark, [20])[0], try codes(.light, [20])[0])
    let turned = (3..<33).filter { abs(auto[$0] - dark) < abs(auto[$0] - light) }
    #expect((turned.first ?? 0) >= 20 && (turned.first ?? 99) <= 24)
    #expect(turned.count == 33 - (turned.first ?? 0))
    let middle = (GroupTones.bright + GroupTones.dim) / 2
    let between = TransferCurve.code(middle) * 255
    #expect(Set(try codes(.auto, Array(repeating: between, count: 8))).count == 1)
  }
}

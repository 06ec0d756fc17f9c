import HUDGeometry
import PixelTypes
import RealModule
import Testing

@testable import GlassChrome

/// Each parameter of the body's light has a metric that it moves, and that is small when its effect is off.
@Suite("Glass: each parameter of the body moves its metric")
struct BodyEffectTests {
  private typealias Fixtures = PainterFixtures
  private typealias Stage = EffectStage

  /// Mean code of the flat middle over grey.
  private func light(_ change: (inout GlassMaterial) -> Void) throws -> Double {
    Stage.mean(try Stage.still(Stage.grey, material: Fixtures.soft(change)).luma, Stage.middle)
  }

  private static func code(_ light: Double) -> Double { TransferCurve.code(light) * 255 }
  private static let light = TransferCurve.light(128.0 / 255)

  @Test("a blur softens what comes through, the wider the more")
  func blur() throws {
    func sharpness(_ points: Double) throws -> Double {
      Stage.sharpness(
        try Stage.still(Stage.stripes(), material: Fixtures.soft { $0.blurPoints = points }).luma)
    }
    let (least, some, much) = (try sharpness(2), try sharpness(6), try sharpness(12))
    #expect(least > 20)
    #expect(some < least * 0.85)
    #expect(much < some * 0.6)
  }

  @Test("the body keeps the asked share of the scene's light")
  func keep() throws {
    #expect(abs(try light { $0.keep = 1 } - 128) < 1)
    #expect(abs(try light { $0.keep = 0.5 } - Self.code(Self.light / 2)) < 1)
    #expect(try light { $0.keep = 0 } < 1)
  }

  @Test("and adds the asked light to it")
  func add() throws {
    #expect(abs(try light { $0.add = LinearColor(grey: 0.2) } - Self.code(Self.light + 0.2)) < 1)
    #expect(try light { $0.add = .white } > 254)
  }

  @Test("saturation moves colours from grey, and 256 leaves them")
  func saturation() throws {
    let skin = Stage.color(190, 140, 120)
    func chroma(_ amount: Int32) throws -> Double {
      Stage.chroma(try Stage.still(skin, material: Fixtures.soft { $0.saturation = amount }))
    }
    let (off, more, none) = (try chroma(256), try chroma(340), try chroma(0))
    #expect(abs(off - Stage.chroma(skin)) < 1.5)
    #expect(more > off + 5)
    #expect(none < 1.5)
  }

  @Test("clear glass shows the scene to the byte, soft glass doesn't")
  func clear() throws {
    let scene = Stage.stripes()
    let clear = try Stage.still(scene, material: Fixtures.pure())
    #expect(Stage.difference(clear, scene, Stage.middle) == 0)
    #expect(Stage.difference(try Stage.still(scene, material: Fixtures.soft()), scene, Stage.middle) > 10)
    let half = try Stage.still(scene, material: Fixtures.pure { $0.lens = 0.5 })
    #expect(Stage.difference(half, scene, Stage.middle) > 5)
  }

  @Test("an opaque plate shows nothing of the scene")
  func opaque() throws {
    func plate(_ scene: PlanarPicture) throws -> PlanarPicture {
      try Stage.still(scene, style: ChromeStyle(reduceTransparency: true))
    }
    let (dark, bright) = (try plate(Stage.color(0, 0, 0)), try plate(Stage.stripes()))
    let inside = PixelRect(x: 30, y: 20, width: 100, height: 52)
    #expect(Stage.difference(dark, bright, inside) == 0)
    #expect(
      Stage.difference(try Stage.still(Stage.color(0, 0, 0)), try Stage.still(Stage.stripes()), inside) > 10)
  }

  @Test(
    "each tint has its colour, and a prominent one more of it",
    arguments: Glass.Tint.meanings + [.hex(0xAF52DE)])
  func tint(_ tint: Glass.Tint) throws {
    func still(_ glass: Glass) throws -> PlanarPicture { try Stage.still(Stage.grey, Stage.element(glass)) }
    let plain = Stage.chroma(try still(.regular))
    let tinted = try still(.regular.tint(tint))
    let prominent = try still(.regular.tint(tint).prominent())
    #expect(plain < 3)
    #expect(Stage.chroma(tinted) > plain + 3)
    #expect(Stage.chroma(prominent) > Stage.chroma(tinted) + 3)
    for other in Glass.Tint.meanings where other != tint {
      let pair: Set<Glass.Tint> = [.destructive, .recording]
      if pair == [tint, other] { continue }
      #expect(Stage.difference(tinted, try still(.regular.tint(other))) > 0.2)
    }
  }

  @Test("each tier lays more over the scene than the one before")
  func tier() throws {
    let bright = Stage.color(180, 180, 180)
    let lights = try Glass.Tier.allCases.map {
      Stage.mean(try Stage.still(bright, Stage.element(Glass(.regular, tier: $0))).luma, Stage.middle)
    }
    #expect(zip(lights, lights.dropFirst()).allSatisfy { $0 > $1 + 0.5 })
  }

  @Test("clear glass is sharper than regular glass, and small glass than large")
  func variant() throws {
    let scene = Stage.stripes(90, 10)
    func sharpness(_ glass: Glass) throws -> Double {
      Stage.sharpness(try Stage.still(scene, Stage.element(glass)).luma)
    }
    #expect(try sharpness(.clear) > sharpness(.regular) * 1.5)
    func blur(_ width: Double, _ height: Double) -> Double {
      let element = Fixtures.element("a", 0, 0, width, height)
      return GlassMaterial.make(element, style: ChromeStyle()).blurPoints
    }
    #expect(blur(44, 44) == GlassMaterial.smallBlur && blur(300, 60) == GlassMaterial.smallBlur)
    #expect(blur(300, 90) == GlassMaterial.largeBlur && blur(400, 44) == GlassMaterial.largeBlur)
  }

  @Test("light and dark glass have their tones, and each setting for accessibility shows")
  func styles() throws {
    let scene = Stage.scene { x, y in 40 + Double(x) + Double(y) / 2 }
    let plain = try Stage.still(scene)
    let inside = PixelRect(x: 20, y: 16, width: 120, height: 60)
    for style in [
      ChromeStyle(appearance: .light), ChromeStyle(reduceTransparency: true),
      ChromeStyle(increaseContrast: true),
    ] {
      #expect(Stage.difference(try Stage.still(scene, style: style), plain, inside) > 1)
    }
    let light = try Stage.still(scene, style: ChromeStyle(appearance: .light))
    #expect(Stage.mean(light.luma, Stage.middle) > Stage.mean(plain.luma, Stage.middle) + 20)
  }
}

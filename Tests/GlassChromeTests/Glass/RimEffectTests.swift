import HUDGeometry
import PixelTypes
import RealModule
import Testing

@testable import GlassChrome

/// Each parameter of the edge has a metric that it moves, and that is small when its effect is off.
@Suite("Glass: each parameter of the rim moves its metric")
struct RimEffectTests {
  private typealias Fixtures = PainterFixtures
  private typealias Stage = EffectStage

  /// How much brighter than the middle the upper and the lower edge are, in codes.
  private func rims(_ change: (inout GlassMaterial) -> Void) throws -> (top: Double, bottom: Double) {
    let plane = try Stage.still(Stage.grey, material: Fixtures.pure(change)).luma
    let middle = Stage.mean(plane, Stage.middle)
    return (Stage.mean(plane, Stage.top) - middle, Stage.mean(plane, Stage.bottom) - middle)
  }

  @Test("the key light shines on the upper rim, less on the lower one, and not when it is off")
  func keyLight() throws {
    let (off, half, on) = (
      try rims { $0.keyLight = 0 }, try rims { $0.keyLight = 0.5 }, try rims { $0.keyLight = 1 }
    )
    #expect(abs(off.top) < 1 && abs(off.bottom) < 1)
    #expect(on.top > on.bottom + 4 && on.bottom > 4)
    #expect(half.top < on.top - 4 && half.top > 4)
  }

  /// How much brighter than the scene a body's upper and lower edge are under a key light, and how much redder.
  private func lit(_ body: GlassBody, _ key: KeyLight) -> (top: Double, bottom: Double, red: Double) {
    _ = body.prepare(Stage.grey, [], isTurn: true, key: key, nanoseconds: 0)
    let canvas = PlanarPicture(size: Stage.size, subsampling: .yuv444)
    body.paint(Stage.grey, into: canvas, clip: canvas.bounds)
    return (
      Stage.mean(canvas.luma, Stage.top) - 128, Stage.mean(canvas.luma, Stage.bottom) - 128,
      Stage.mean(canvas.cr, Stage.top) - 128
    )
  }

  @Test("and comes from where the key light does, in its colour, as strong as that is, and follows it")
  func key() {
    let body = Fixtures.body(
      [Stage.element()], canvas: Stage.size, material: Fixtures.pure { $0.keyLight = 1 })
    func at(_ y: Double, strength: Double = 1, cr: Double = 0) -> (top: Double, bottom: Double, red: Double) {
      lit(body, KeyLight(toward: 0, y, strength: strength, cr: cr))
    }
    let (above, below, faint) = (at(-1), at(1), at(-1, strength: 0.3))
    #expect(above.top > above.bottom + 4 && below.bottom > below.top + 4)
    #expect(abs(above.top - below.bottom) < 2)
    #expect(faint.top < above.top - 4 && faint.top > 0)
    #expect(abs(above.red) < 1 && at(-1, cr: 40).red > 5)
    #expect(at(-1) == above)
  }

  @Test("the border lightens all of the edge, as wide and strong as it is asked to be")
  func border() throws {
    func edge(_ strength: Double, _ points: Double) throws -> [Double] {
      let material = Fixtures.pure { ($0.border, $0.borderPoints) = (strength, points) }
      let plane = try Stage.still(Stage.grey, material: material).luma
      let middle = Stage.mean(plane, Stage.middle)
      return (0..<4).map { Stage.mean(plane, PixelRect(x: 60, y: 16 + $0, width: 40, height: 1)) - middle }
    }
    let (off, thin, strong, wide) = (
      try edge(0, 1.5), try edge(0.4, 0.5), try edge(0.8, 0.5), try edge(0.8, 2.5)
    )
    #expect(off.allSatisfy { abs($0) < 1 })
    #expect(thin[0] > 3 && thin[1] < 1.5)
    #expect(strong[0] > thin[0] * 2)
    #expect(wide[1] > 40 && strong[1] < 10 && wide[3] < 1.5)
  }

  @Test("a dark border darkens it")
  func darkBorder() throws {
    let dark = try rims { ($0.border, $0.borderPoints, $0.hasDarkBorder) = (0.75, 1.5, true) }
    let light = try rims { ($0.border, $0.borderPoints, $0.hasDarkBorder) = (0.75, 1.5, false) }
    #expect(dark.top < -20 && dark.bottom < -20 && light.top > 20)
  }

  @Test("the inner shadow darkens the lower bevel more than the upper one")
  func innerShadow() throws {
    let (off, on) = (try rims { $0.innerShadow = 0 }, try rims { $0.innerShadow = 0.5 })
    #expect(abs(off.top) < 1 && abs(off.bottom) < 1)
    #expect(-on.bottom > -on.top + 10 && -on.top > 5)
    // An inset element (Z1) is made so.
    func shade(_ elevation: GlassElement.Elevation) -> Double {
      GlassMaterial.make(Stage.element(elevation: elevation), style: ChromeStyle()).innerShadow
    }
    #expect(shade(.z1) > 0 && shade(.z2) == 0)
  }

  @Test("dispersion bends blue more than red, and nothing where it is off")
  func dispersion() {
    func apart(_ amount: Double, quality: GlassQuality = .full) -> Double {
      let body = Fixtures.body(
        [Stage.element()], canvas: Stage.size, quality: quality,
        material: Fixtures.pure { $0.dispersion = amount })
      let blue = Fixtures.looks(body, on: Stage.size, channel: 1)
      let red = Fixtures.looks(body, on: Stage.size, channel: 2)
      return zip(blue, red).map { blue, red in
        (blue.source - blue.at).length - (red.source - red.at).length
      }.max() ?? 0
    }
    #expect(apart(0.12) > 1.5)
    #expect(apart(0.24) > apart(0.12) * 1.5)
    #expect(apart(0) == 0)
    #expect(apart(0.12, quality: .withoutEnvironment) == 0)
    func asked(_ glass: Glass) -> Double {
      GlassMaterial.make(Stage.element(glass), style: ChromeStyle()).dispersion
    }
    #expect(asked(Glass(.regular, isDispersive: true)) > 0 && asked(.regular) == 0)
  }

  @Test("the lens shows the sharp scene at the rim, and no more than it is asked to")
  func lens() throws {
    // Fine stripes along the rim: a soft body shows none of them.
    let scene = Stage.scene { x, _ in x / 4 % 2 == 0 ? 200 : 60 }
    func rim(_ lens: Double) throws -> Double {
      let plane = try Stage.still(
        scene, material: Fixtures.soft { ($0.lens, $0.blurPoints) = (lens, GlassMaterial.largeBlur) }
      ).luma
      return Stage.sharpness(plane, PixelRect(x: 56, y: 18, width: 48, height: 2))
    }
    let (off, half, on) = (try rim(0), try rim(0.5), try rim(1))
    #expect(off < 3)
    #expect(half > on * 0.3 && half < on * 0.7)
    #expect(on > 60)
  }

  @Test("what the rim gathers runs on without steps along the edge", arguments: [1.0, 2])
  func edgeSteps(scale: Double) throws {
    let (width, height) = (Stage.size.width * Int(scale), Stage.size.height * Int(scale))
    let rising = Fixtures.grey(width, height) { _, y in 40 + 170 * Double(y) / Double(height) }
    let plane = try Fixtures.still(
      Fixtures.list([Stage.element()]), Fixtures.open(width, height, scale: scale), scene: rising,
      material: Fixtures.pure { $0.edgeGather = 0.6 }
    ).luma
    let column = Int(20 * scale) + 1
    let codes = (Int(40 * scale)..<Int(52 * scale)).map { y in
      Stage.mean(plane, PixelRect(x: column, y: y, width: 2, height: 1))
    }
    let steps = zip(codes, codes.dropFirst()).map { $1 - $0 }
    #expect((codes.last ?? 0) > (codes.first ?? 0) + 10)
    #expect((steps.max() ?? 9) < 6 / scale)
  }
}

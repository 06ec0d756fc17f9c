import HUDGeometry
import PixelTypes
import Testing

@testable import GlassChrome

/// What an element's state adds to its glass has a metric that it moves.
@Suite("Glass: each state and setting moves its metric")
struct EffectTests {
  private typealias Fixtures = PainterFixtures
  private typealias Stage = EffectStage

  @Test("the higher the glass, the further its shadow reaches, and at Z0 and Z1 there is none")
  func elevation() throws {
    let wide = Fixtures.open(288, 224)
    func shadow(_ elevation: GlassElement.Elevation) throws -> (depth: Double, reach: Int) {
      let element = Fixtures.element("a", 96, 80, 96, 60, .rect(cornerRadius: 12), elevation: elevation)
      let bright = Fixtures.uniform(230, 230, 230)
      let with = try Fixtures.still(
        Fixtures.list([element]), wide, bright, style: ChromeStyle(appearance: .light))
      let without = try Fixtures.still(DisplayList(), wide, bright, style: ChromeStyle(appearance: .light))
      var (depth, reach) = (0.0, 0)
      for y in 142..<224 {
        let rect = PixelRect(x: 136, y: y, width: 16, height: 1)
        let dark = Stage.mean(without.luma, rect) - Stage.mean(with.luma, rect)
        depth = max(depth, dark)
        if dark > 0.9 { reach = y - 140 }
      }
      return (depth, reach)
    }
    #expect(try shadow(.z0) == (0, 0))
    #expect(try shadow(.z1) == (0, 0))
    var last = 0
    for elevation in [GlassElement.Elevation.z2, .z3, .z4, .z5] {
      let (depth, reach) = try shadow(elevation)
      #expect(depth > 2 && reach > last)
      last = reach
    }
  }

  @Test("press and touch glow on interactive glass alone, and reach a neighbour in the container")
  func press() throws {
    let dark = Fixtures.uniform(60, 60, 60)
    func light(_ change: (inout [GlassElement]) -> Void, at x: Int) throws -> Double {
      var elements = [
        Fixtures.element("a", 12, 24, 60, 44, glass: .regular.interactive()),
        Fixtures.element("b", 78, 24, 60, 44, glass: .regular.interactive()),
      ]
      change(&elements)
      let canvas = try Fixtures.still(Fixtures.list(elements, spacing: 14), Stage.layout, dark)
      return Stage.mean(canvas.luma, PixelRect(x: x, y: 40, width: 10, height: 10))
    }
    let (a, b) = (try light({ _ in }, at: 36), try light({ _ in }, at: 92))
    #expect(try light({ $0[0].press = 1 }, at: 36) > a + 4)
    #expect(try light({ $0[0].press = 0.4 }, at: 36) > a + 1)
    #expect(
      try light(
        {
          $0[0].touch = Point(60, 46); $0[0].touchStrength = 1
        }, at: 36) > a + 4)
    #expect(
      try light(
        {
          $0[0].touch = Point(60, 46); $0[0].touchStrength = 1
        }, at: 92) > b + 1)
    #expect(
      try light(
        {
          $0[0].press = 1; $0[0].glass.isInteractive = false; $0[1].glass.isInteractive = false
        }, at: 36)
        == a)
  }

  @Test("presence brings bend, light and all from nothing, always further")
  func presence() throws {
    let scene = Stage.stripes()
    let steps = try [0.1, 0.25, 0.5, 0.75].map {
      Stage.difference(try Stage.still(scene, Stage.element(presence: $0)), scene)
    }
    #expect(steps[0] > 0.2)
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $0 < $1 })
    func way(_ presence: Double) -> Double {
      let body = Fixtures.body([Stage.element(presence: presence)], canvas: Stage.size)
      return Fixtures.looks(body, on: Stage.size).map { ($0.source - $0.at).length }.reduce(0, +)
    }
    #expect(way(0.2) < way(0.6) && way(0.6) < way(1) && way(0.01) < way(1) / 20)
  }

  @Test("each level of quality looks other than the last, in the rim, the bevel and all over")
  func quality() throws {
    let scene = Stage.scene { x, y in 60 + Double((x * 3 + y * 5) % 128) }
    let glass = Glass(.regular, isDispersive: true)
    let levels = try GlassQuality.allCases.map { try Stage.still(scene, Stage.element(glass), quality: $0) }
    for (finer, coarser) in zip(levels, levels.dropFirst()) {
      let inside = PixelRect(x: 20, y: 16, width: 120, height: 60)
      #expect(Stage.difference(finer, coarser, inside) > 0.3)
    }
    // Blur is what goes last: until then the flat middle stays as it is.
    #expect(Stage.difference(levels[0], levels[2], Stage.middle) == 0)
    #expect(Stage.sharpness(levels[3].luma) < 0.3)
  }
}

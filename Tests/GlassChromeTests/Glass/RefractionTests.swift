import HUDGeometry
import PixelTypes
import RealModule
import Testing

@testable import GlassChrome

@Suite("Glass: light against a ray tracer")
struct RefractionTests {
  private typealias Fixtures = PainterFixtures

  private struct Comparison {
    /// Pixels between where the painter looks and where light comes from.
    var displacement: [Double] = []
    /// How far that is from straight down.
    var way: [Double] = []
    /// Shares mirrored: the painter's and what Fresnel's equations leave beyond the share at right angles.
    var mirrored: [(painted: Double, truth: Double)] = []
  }

  private func compare(
    _ name: String, scale: Double, quality: GlassQuality = .full,
    _ change: (inout GlassMaterial) -> Void = { _ in }
  ) throws -> Comparison {
    let f = try #require(Fixtures.forms.first { $0.name == name })
    let (x, y) = (6.25, 5.5)
    let body = Fixtures.body(
      [Fixtures.element("a", x, y, f.width, f.height, f.form)],
      canvas: ChromeFixtures.size(Int((f.width + 14) * scale), Int((f.height + 14) * scale)), scale: scale,
      quality: quality, material: Fixtures.pure(change))
    let shape = TrueShape(
      f.shape, x: x * scale, y: y * scale, width: f.width * scale, height: f.height * scale, scale: scale)
    let bevel = shape.bevel(scale: scale)
    let tracer = RayTracer(
      shape: shape, bevel: bevel, floor: 45 * scale, index: 1.5, longest: shape.halfMinor)
    var comparison = Comparison()
    var number = 0
    for look in Fixtures.looks(body) where look.coverage == 256 {
      number += 1
      // Some of them, in no pattern that the rows have.
      guard number % Int(7 * scale * scale) == 0 else { continue }
      let inside = shape.distance(look.at.x, look.at.y)
      guard inside > 0.75, inside < bevel else { continue }
      let seen = tracer.trace(look.at.x, look.at.y)
      let source = Point(seen.x, seen.y)
      comparison.displacement.append((look.source - source).length)
      comparison.way.append((source - look.at).length)
      comparison.mirrored.append((Double(look.mix.mirrored) / 256, seen.mirrored))
    }
    return comparison
  }

  @Test(
    "the painter looks where light comes from, to a tenth of a pixel",
    arguments: PainterFixtures.forms.map(\.name), [1.0, 2, 3])
  func displacement(form: String, scale: Double) throws {
    let errors = try compare(form, scale: scale).displacement
    #expect(errors.count > 80)
    #expect(Fixtures.percentile(errors, 0.5) <= 0.1)
    #expect(Fixtures.percentile(errors, 0.99) <= 0.5)
  }

  @Test("glass of another index, or none that bends, is found out")
  func displacementOff() throws {
    let thin = try compare("capsule", scale: 1) { $0.refractiveIndex = 1.4 }
    #expect(Fixtures.percentile(thin.displacement, 0.5) > 0.5)
    let flat = try compare("capsule", scale: 1) { $0.refractiveIndex = 1 }
    #expect(Fixtures.percentile(flat.displacement, 0.5) > 3)
    #expect(zip(flat.displacement, flat.way).allSatisfy { abs($0 - $1) < 0.01 })
    let unbent = try compare("capsule", scale: 1, quality: .withoutRefraction)
    #expect(Fixtures.percentile(unbent.displacement, 0.5) > 3)
  }

  @Test("the rim mirrors what Fresnel's equations say, within Schlick's error", arguments: [1.0, 2, 3])
  func mirrored(scale: Double) throws {
    let shares = try compare("continuous rectangle", scale: scale).mirrored
    let errors = shares.map { abs($0.painted - $0.truth) }
    #expect(Fixtures.percentile(errors, 0.5) <= 0.004)
    #expect(errors.max() ?? 1 <= 0.05)
    let dull = try compare("continuous rectangle", scale: scale, quality: .withoutEnvironment).mirrored
    #expect(dull.map { abs($0.painted - $0.truth) }.max() ?? 0 > 0.08)
  }
}

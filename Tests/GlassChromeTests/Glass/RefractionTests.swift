import GlassTruth
import HUDGeometry
import PixelTypes
import RealModule
import Testing

@testable import GlassChrome

@Suite("Glass: light against a ray tracer")
struct RefractionTests {
  private typealias Fixtures = PainterFixtures

  private struct Comparison {
    /// Pixels between where the lens looks and where light comes from.
    var displacement: [Double] = []
    /// How far that is from straight down.
    var way: [Double] = []
    /// Shares mirrored: the painter's, and what Fresnel's equations leave beyond the share at right angles.
    var mirrored: [(painted: Double, truth: Double, u: Double)] = []
    /// Pixels between what the rim mirrors and p + n · (3 x + 1 pt).
    var mirror: [Double] = []
  }

  /// Points around the shape: the rim mirrors what lies up to 61 points away.
  private static let margin = 64.25

  private func compare(
    _ name: String, scale: Double, quality: GlassQuality = .full,
    _ change: (inout GlassMaterial) -> Void = { _ in }
  ) throws -> Comparison {
    let f = try #require(Fixtures.forms.first { $0.name == name })
    let frame = Rect(x: Self.margin, y: Self.margin - 0.75, width: f.width, height: f.height)
    let canvas = ChromeFixtures.size(
      Int((f.width + 2 * Self.margin) * scale), Int((f.height + 2 * Self.margin) * scale))
    let body = Fixtures.body(
      [Fixtures.element("a", frame.x, frame.y, f.width, f.height, f.form)], canvas: canvas, scale: scale,
      quality: quality, material: Fixtures.pure(change))
    let block = GlassBlock(f.shape.outline(in: frame), halfMinor: min(f.width, f.height) / 2)
    let substance = GlassSubstance(floor: Fixtures.pure().floorPoints, isClear: false)
    var comparison = Comparison()
    var number = 0
    for look in Fixtures.looks(body, on: canvas) where look.coverage == 256 {
      number += 1
      // Some of them, in no pattern that the rows have.
      guard number % Int(7 * scale * scale) == 0 else { continue }
      let place = SIMD2(look.at.x, look.at.y) / scale
      let surface = block.surface(at: place)
      let inside = surface.depth * scale
      guard inside > 0.75, surface.u > 0 else { continue }
      let seen = PathTracer.source(place, surface, substance) * scale
      let source = Point(seen.x, seen.y)
      comparison.displacement.append((look.source - source).length)
      comparison.way.append((source - look.at).length)
      comparison.mirrored.append(
        (Double(look.edge.mirrored) / 255, PathTracer.mirrored(surface, substance), surface.u))
      let out = Point(surface.outwards.x, surface.outwards.y)
      comparison.mirror.append((look.mirror - (look.at + out * (3 * inside + scale))).length)
    }
    return comparison
  }

  @Test(
    "the lens looks where light comes from, to a tenth of a pixel",
    arguments: PainterFixtures.forms.map(\.name), [1.0, 2, 3])
  func displacement(form: String, scale: Double) throws {
    let errors = try compare(form, scale: scale).displacement
    #expect(errors.count > 80)
    #expect(Fixtures.percentile(errors, 0.5) <= 0.1)
    #expect(Fixtures.percentile(errors, 0.99) <= 0.5)
  }

  @Test("glass of another index or depth, or none that bends, is found out")
  func displacementOff() throws {
    let thin = try compare("capsule", scale: 1) { $0.refractiveIndex = 1.3 }
    #expect(Fixtures.percentile(thin.displacement, 0.5) > 0.5)
    let deep = try compare("capsule", scale: 1) { $0.floorPoints += 8 }
    #expect(Fixtures.percentile(deep.displacement, 0.5) > 0.5)
    let flat = try compare("capsule", scale: 1) { $0.refractiveIndex = 1 }
    #expect(Fixtures.percentile(flat.displacement, 0.5) > 1.5)
    #expect(zip(flat.displacement, flat.way).allSatisfy { abs($0 - $1) < 0.01 })
    let unbent = try compare("capsule", scale: 1, quality: .withoutRefraction)
    #expect(Fixtures.percentile(unbent.displacement, 0.5) > 1.5)
  }

  @Test("the rim mirrors what Fresnel's equations say, within Schlick's error", arguments: [1.0, 2, 3])
  func mirrored(scale: Double) throws {
    let shares = try compare("continuous rectangle", scale: scale).mirrored
    let errors = shares.map { abs($0.painted - min($0.truth, 0.6)) }
    #expect(Fixtures.percentile(errors, 0.5) <= 0.004)
    #expect(errors.max() ?? 1 <= 0.05)
    let dull = try compare("continuous rectangle", scale: scale, quality: .withoutEnvironment).mirrored
    #expect(dull.map { abs($0.painted - $0.truth) }.max() ?? 0 > 0.08)
  }

  @Test("and with it gathers u³ of what lies around, at most three fifths in all", arguments: [1.0, 2, 3])
  func gathered(scale: Double) throws {
    let gather = GlassMaterial.regular(ChromeStyle()).edgeGather
    let shares = try compare("continuous rectangle", scale: scale) { $0.edgeGather = gather }.mirrored
    let errors = shares.map { abs($0.painted - min($0.truth + gather * $0.u * $0.u * $0.u, 0.6)) }
    #expect(Fixtures.percentile(errors, 0.5) <= 0.004)
    #expect(errors.max() ?? 1 <= 0.05)
    let plain = shares.map { abs($0.painted - min($0.truth, 0.6)) }
    #expect(Fixtures.percentile(plain, 0.9) > 0.08)
  }

  @Test(
    "what it mirrors lies outside, three times as far from it as from the edge, to the pixel",
    arguments: PainterFixtures.forms.map(\.name), [1.0, 2])
  func mirror(form: String, scale: Double) throws {
    let errors = try compare(form, scale: scale).mirror
    #expect(errors.count > 80)
    // A mirror shows whole pixels.
    #expect(Fixtures.percentile(errors, 0.5) < 0.6)
    // A hundredth of a turn too far at a lever of a hundred pixels is one more.
    #expect(Fixtures.percentile(errors, 0.99) < 1.5)
  }
}

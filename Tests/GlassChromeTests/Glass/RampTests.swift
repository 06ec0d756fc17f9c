import HUDGeometry
import PixelTypes
import Testing

@testable import GlassChrome

/// A scene whose codes say where they lie, seen through the whole painter, and read back.
@Suite("Glass: a ramp decoded")
struct RampTests {
  private typealias Fixtures = PainterFixtures

  private static let size = (width: 128, height: 96)
  private static let capsule = Fixtures.element("a", 9.25, 12.5, 110, 70, .rect(cornerRadius: 24))

  /// Where each pixel inside the glass looks, by its codes: one picture for each axis.
  private func decoded(quality: GlassQuality = .withoutEnvironment, _ material: GlassMaterial) throws -> [(
    at: Point, source: Point
  )] {
    let layout = Fixtures.open(Self.size.width, Self.size.height)
    let (width, height) = Self.size
    let list = Fixtures.list([Self.capsule])
    func seen(_ code: (Int, Int) -> Double) throws -> PixelPlane {
      try Fixtures.still(
        list, layout, scene: Fixtures.grey(width, height, code), quality: quality, material: material
      ).luma
    }
    let across = try seen { x, _ in 2 * Double(x) + 1 }
    let down = try seen { _, y in 2.5 * (Double(y) + 0.5) }
    let shape = TrueShape(.continuous(radius: 24), x: 9.25, y: 12.5, width: 110, height: 70)
    var decoded: [(Point, Point)] = []
    for y in stride(from: 14, to: 81, by: 2) {
      for x in stride(from: 11 + y / 2 % 2, to: 118, by: 3)
      where shape.distance(Double(x) + 0.5, Double(y) + 0.5) > 1.5 {
        decoded.append(
          (
            Point(Double(x) + 0.5, Double(y) + 0.5),
            Point(Double(across[x, y]) / 2, Double(down[x, y]) / 2.5)
          ))
      }
    }
    return decoded
  }

  private func errors(_ decoded: [(at: Point, source: Point)]) -> [Double] {
    let shape = TrueShape(.continuous(radius: 24), x: 9.25, y: 12.5, width: 110, height: 70)
    let tracer = RayTracer(
      shape: shape, bevel: shape.bevel(scale: 1), floor: Fixtures.pure().floorPoints, index: 1.5,
      longest: shape.halfMinor)
    return decoded.map { look in
      let seen = tracer.trace(look.at.x, look.at.y)
      return (look.source - Point(seen.x, seen.y)).length
    }
  }

  @Test("shows each place of the scene where a ray tracer finds it, to half a pixel")
  func bends() throws {
    let errors = errors(try decoded(Fixtures.pure()))
    #expect(errors.count > 600)
    // Codes are half a pixel apart, and dithered.
    #expect(Fixtures.percentile(errors, 0.5) < 0.4)
    #expect(Fixtures.percentile(errors, 0.99) < 1.2)
  }

  @Test("glass that doesn't bend is found out, and shows each place where it is")
  func index() throws {
    let decoded = try decoded(Fixtures.pure { $0.refractiveIndex = 1 })
    #expect(Fixtures.percentile(errors(decoded), 0.9) > 4)
    #expect(Fixtures.percentile(decoded.map { ($0.source - $0.at).length }, 0.99) < 0.8)
    let unbent = try self.decoded(quality: .withoutRefraction, Fixtures.pure())
    #expect(Fixtures.percentile(errors(unbent), 0.9) > 4)
  }
}

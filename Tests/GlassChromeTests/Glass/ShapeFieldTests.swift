import GlassTruth
import HUDGeometry
import PixelTypes
import TestSupport
import Testing

@testable import GlassChrome

@Suite("Glass: distance fields")
struct ShapeFieldTests {
  private static let star: [SIMD2<Double>] = [
    SIMD2(0.5, 0), SIMD2(0.62, 0.38), SIMD2(1, 0.4), SIMD2(0.68, 0.62), SIMD2(0.8, 1), SIMD2(0.5, 0.76),
    SIMD2(0.2, 1), SIMD2(0.32, 0.62), SIMD2(0, 0.4), SIMD2(0.38, 0.38),
  ]
  private static let triangle: [SIMD2<Double>] = [SIMD2(0.1, 0), SIMD2(1, 0.5), SIMD2(0, 1)]

  private static func path(_ corners: [SIMD2<Double>]) -> GlassForm {
    .path("M" + corners.map { "\($0.x) \($0.y)" }.joined(separator: " L") + " Z")
  }

  static let forms:
    [(name: String, form: GlassForm, shape: PainterFixtures.TrueForm, width: Double, height: Double)] =
      PainterFixtures.forms + [
        (
          "sharp rectangle", .rect(cornerRadius: 0),
          .polygon([SIMD2(0, 0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 1)]), 70, 50
        ),
        ("star", path(star), .polygon(star), 90, 90),
        ("triangle", path(triangle), .polygon(triangle), 80, 70),
      ]

  private func field(_ name: String) throws -> (field: ShapeField, truth: TrueOutline) {
    let f = try #require(Self.forms.first { $0.name == name })
    let frame = Rect(x: 11.3, y: 9.7, width: f.width, height: f.height)
    let area = PixelRect(x: 4, y: 2, width: Int(f.width) + 16, height: Int(f.height) + 16)
    let outline = ShapeOutline(f.form, in: frame)
    return (ShapeField(outline, area: area, reach: 21.5), f.shape.outline(in: frame))
  }

  @Test("are exact to a fiftieth of a pixel", arguments: ShapeFieldTests.forms.map(\.name))
  func distance(_ name: String) throws {
    let (field, outline) = try field(name)
    var worst = 0.0
    for y in stride(from: 0, to: field.area.height, by: 3) {
      for x in (y % 2)..<field.area.width where (x + y) % 2 == 0 {
        let place = SIMD2(Double(field.area.x + x) + 0.5, Double(field.area.y + y) + 0.5)
        let held = min(max(outline.place(of: place).depth, -21.5), 21.5)
        worst = max(worst, abs(Double(field.distance[y * field.area.width + x]) - held))
      }
    }
    #expect(worst <= 0.02)
  }

  @Test("face into a hole at its edge, whichever way it is drawn", arguments: [false, true])
  func holes(isReversed: Bool) {
    let hole = isReversed ? "M.2 .2 L.2 .8 L.8 .8 L.8 .2 Z" : "M.2 .2 L.8 .2 L.8 .8 L.2 .8 Z"
    let ring = isReversed ? "M0 0 L1 0 L1 1 L0 1 Z" : "M0 0 L0 1 L1 1 L1 0 Z"
    // The hole's left edge lies 1/50 pixel beside pixel centres.
    let outline = ShapeOutline(.path(ring + hole), in: Rect(x: 4.52, y: 4, width: 60, height: 60))
    let field = ShapeField(outline, area: PixelRect(x: 0, y: 0, width: 70, height: 70), reach: 9)
    for (x, facing) in [(16, 1.0), (15, 1), (17, 1), (52, -1), (53, -1), (4, -1), (64, 1)] {
      let i = 30 * 70 + x
      #expect(abs(Double(field.normalX[i]) - facing) < 1e-3, "column \(x)")
    }
    #expect(field.distance[30 * 70 + 15] > 0 && field.distance[30 * 70 + 18] < 0)
  }

  @Test(
    "rise by one a pixel against their normals over the bevel", arguments: PainterFixtures.forms.map(\.name))
  func gradient(_ name: String) throws {
    let (field, outline) = try field(name)
    let f = try #require(Self.forms.first { $0.name == name })
    let width = field.area.width
    var lengths: [Double] = []
    var angles: [Double] = []
    let deep = GlassBlock(outline, halfMinor: min(f.width, f.height) / 2).widest - 1.5
    for (x, y) in Places(1..<width - 1, 1..<field.area.height - 1) {
      let i = y * width + x
      let d = Double(field.distance[i])
      guard d > 1.5, d < deep else { continue }
      let gx = Double(field.distance[i + 1] - field.distance[i - 1]) / 2
      let gy = Double(field.distance[i + width] - field.distance[i - width]) / 2
      lengths.append(abs(Point(gx, gy).length - 1))
      angles.append((Point(gx, gy) + Point(Double(field.normalX[i]), Double(field.normalY[i]))).length)
    }
    #expect(lengths.count > 100)
    #expect(PainterFixtures.percentile(lengths, 0.99) < 0.015)
    #expect(PainterFixtures.percentile(angles, 0.99) < 0.05)
  }
}

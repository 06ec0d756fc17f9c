import GlassChrome
import HUDGeometry
import PixelTypes
import TestPictures
import TestSupport
import Testing

@testable import Compositor

@Suite("Blending ink into planes")
struct InkPainterTests {
  static let subsamplings: [ChromaSubsampling] = [.yuv422, .yuv420, .yuv444]

  private func canvas(_ width: Int, _ height: Int, _ subsampling: ChromaSubsampling, seed: UInt64) throws
    -> PlanarPicture
  {
    let size = try #require(PixelSize(width: width, height: height))
    let picture = PlanarPicture(size: size, subsampling: subsampling)
    var numbers = Seeded(seed)
    for plane in [picture.luma, picture.cb, picture.cr] {
      for (x, y) in plane.places { plane[x, y] = UInt8.random(in: 0...255, using: &numbers) }
    }
    return picture
  }

  /// Coverage as the rasteriser gives it: a slanted stroke with soft edges.
  private func spans(_ width: Int, _ height: Int, seed: UInt64, clip: PixelRect) throws -> CoverageSpans {
    var numbers = Seeded(seed)
    var path = Path()
    func point() -> Point {
      Point(
        Double.random(in: -20...Double(width + 20), using: &numbers),
        Double.random(in: -20...Double(height + 20), using: &numbers))
    }
    path.move(to: point())
    for _ in 0..<5 { path.line(to: point()) }
    var spans = CoverageSpans()
    try OutlineRasterizer().stroke(
      path, width: Double.random(in: 1...9, using: &numbers), transform: .identity, clip: clip, into: &spans)
    return spans
  }

  @Test(
    "luma is blended pixel by pixel, chroma by the mean coverage of its pixels",
    arguments: subsamplings, [(64, 48), (66, 50), (16, 16)])
  func blending(subsampling: ChromaSubsampling, size: (Int, Int)) throws {
    for seed in 1...6 as ClosedRange<UInt64> {
      let (width, height) = size
      let before = try canvas(width, height, subsampling, seed: seed)
      let after = try canvas(width, height, subsampling, seed: seed)
      let spans = try spans(width, height, seed: seed, clip: before.bounds)
      let color = [GuideColor.white, .black, .amber, .green, .cyan, .red][Int(seed) % 6]
      let opacity = [1, 0.62, 0.22][Int(seed) % 3]
      var painter = InkPainter(canvas: before.size, subsampling: subsampling)
      painter.begin()
      painter.paint(spans, color: color, opacity: opacity, into: after)

      var alpha = [Double](repeating: 0, count: width * height)
      for span in spans.spans {
        for x in Int(span.x)..<Int(span.x + span.length) {
          let exact = Double(span.coverage) / 255 * opacity
          // As much as changes a sample by three levels at most is left out.
          alpha[Int(span.y) * width + x] = exact < 3.5 / 256 ? 0 : exact
        }
      }
      #expect(alpha.contains { $0 > 0.2 }, "nothing is drawn: the test would prove nothing")
      func check(_ old: UInt8, _ new: UInt8, _ ink: UInt8, _ alpha: Double, _ what: @autoclosure () -> String)
      {
        let wanted = Double(old) + (Double(ink) - Double(old)) * alpha
        // Alpha in 1/256, cut once for a pixel and once for a mean; a level for rounding.
        if abs(Double(new) - wanted) <= 2.1 && (alpha > 0 || old == new) { return }
        Issue.record("\(what()): \(old) → \(new), not \(wanted)")
      }
      for (x, y) in before.luma.places {
        check(before.luma[x, y], after.luma[x, y], color.y, alpha[y * width + x], "luma \(x), \(y)")
      }
      let (h, v) = (subsampling.horizontal, subsampling.vertical)
      for (x, y) in before.cb.places {
        let pixels = PixelRect(x: x * h, y: y * v, width: h, height: v).places
        let mean = pixels.reduce(0) { $0 + alpha[$1.y * width + $1.x] } / Double(h * v)
        check(before.cb[x, y], after.cb[x, y], color.cb, mean, "cb \(x), \(y)")
        check(before.cr[x, y], after.cr[x, y], color.cr, mean, "cr \(x), \(y)")
      }
    }
  }

  @Test("full ink is the colour itself", arguments: subsamplings)
  func opaque(subsampling: ChromaSubsampling) throws {
    let picture = try canvas(32, 32, subsampling, seed: 1)
    var spans = CoverageSpans()
    try OutlineRasterizer().fill(
      Path(svg: "M8 8H24V24H8Z"), transform: .identity, clip: picture.bounds, into: &spans)
    var painter = InkPainter(canvas: picture.size, subsampling: subsampling)
    painter.begin()
    painter.paint(spans, color: .green, opacity: 1, into: picture)
    for (x, y) in Places(8..<24, 8..<24) {
      #expect(picture.luma[x, y] == GuideColor.green.y)
      #expect(picture.cb[x / subsampling.horizontal, y / subsampling.vertical] == GuideColor.green.cb)
      #expect(picture.cr[x / subsampling.horizontal, y / subsampling.vertical] == GuideColor.green.cr)
    }
  }

  @Test("ink that reaches over the canvas's edges is cut off there", arguments: subsamplings)
  func clipping(subsampling: ChromaSubsampling) throws {
    let large = PixelRect(x: -40, y: -40, width: 200, height: 200)
    for seed in 1...8 as ClosedRange<UInt64> {
      let cut = try canvas(48, 32, subsampling, seed: seed)
      let reference = try canvas(48, 32, subsampling, seed: seed)
      var painter = InkPainter(canvas: cut.size, subsampling: subsampling)
      painter.begin()
      painter.paint(try spans(48, 32, seed: seed, clip: large), color: .white, opacity: 1, into: cut)
      painter.begin()
      painter.paint(
        try spans(48, 32, seed: seed, clip: cut.bounds), color: .white, opacity: 1, into: reference)
      #expect(Plane.samples(cut.luma) == Plane.samples(reference.luma))
      #expect(Plane.samples(cut.cb) == Plane.samples(reference.cb))
      #expect(Plane.samples(cut.cr) == Plane.samples(reference.cr))
    }
  }

  @Test("no MCU changes without a mark, and marks lie where ink lies", arguments: subsamplings)
  func mask(subsampling: ChromaSubsampling) throws {
    var painter = InkPainter(canvas: try #require(PixelSize(width: 98, height: 70)), subsampling: subsampling)
    for seed in 1...10 as ClosedRange<UInt64> {
      let before = try canvas(98, 70, subsampling, seed: seed)
      let after = try canvas(98, 70, subsampling, seed: seed)
      let spans = try spans(98, 70, seed: seed, clip: before.bounds)
      painter.begin()
      painter.paint(spans, color: .red, opacity: 0.8, into: after)
      let mask = InkMask(painter.mask, on: after)
      #expect(mask.columns == (98 + mask.mcuWidth - 1) / mask.mcuWidth)
      #expect(mask.rows == (70 + mask.mcuHeight - 1) / mask.mcuHeight)
      var inked = Set<Int>()
      for span in spans.spans where span.coverage > 0 {
        for x in Int(span.x)..<Int(span.x + span.length) {
          inked.insert(Int(span.y) / mask.mcuHeight * mask.columns + x / mask.mcuWidth)
        }
      }
      for mcu in mask.mcus {
        if differs(before, after, in: mcu) { #expect(mcu.isTouched, "\(mcu)") }
        if mcu.isTouched { #expect(inked.contains(mcu.row * mask.columns + mcu.column), "\(mcu)") }
      }
      #expect(mask.mcus.contains { $0.isTouched } && mask.mcus.contains { !$0.isTouched })
    }
  }

  @Test("no ink at no opacity, and a new picture starts without marks")
  func nothing() throws {
    let before = try canvas(64, 48, .yuv420, seed: 2)
    let after = try canvas(64, 48, .yuv420, seed: 2)
    let spans = try spans(64, 48, seed: 2, clip: before.bounds)
    var painter = InkPainter(canvas: before.size, subsampling: .yuv420)
    painter.begin()
    painter.paint(spans, color: .red, opacity: 0, into: after)
    #expect(Plane.samples(before.luma) == Plane.samples(after.luma))
    func marks() -> Int { InkMask(painter.mask, on: after).mcus.count { $0.isTouched } }
    #expect(marks() == 0)
    painter.paint(spans, color: .red, opacity: 1, into: after)
    #expect(marks() > 0)
    painter.begin()
    #expect(marks() == 0)
  }
}

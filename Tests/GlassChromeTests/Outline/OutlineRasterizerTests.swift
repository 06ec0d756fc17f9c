import CAllocationCounter
import GlassChrome
import HUDGeometry
import PixelTypes
import Testing

@Suite("Outlines become pixels")
struct OutlineRasterizerTests {
  private static let clip = PixelRect(x: 0, y: 0, width: 200, height: 200)

  @Test("a rectangle covers whole and half pixels by their area, where y points down")
  func rectangle() throws {
    let spans = try CoverageSpans.filling(Path(svg: "M10 20H14.5V22H10Z"), clip: Self.clip)
    #expect(spans.bounds == PixelRect(x: 10, y: 20, width: 5, height: 2))
    #expect(
      spans.spans == [
        CoverageSpan(x: 10, y: 20, length: 4, coverage: 255),
        CoverageSpan(x: 14, y: 20, length: 1, coverage: 128),
        CoverageSpan(x: 10, y: 21, length: 4, coverage: 255),
        CoverageSpan(x: 14, y: 21, length: 1, coverage: 128),
      ])
  }

  @Test(
    "a closed path's stroke is a ring of the asked width, whatever the transform", arguments: [1.0, 2.5, 8])
  func ring(width: Double) throws {
    let spans = try CoverageSpans.stroking(
      Path.circle(center: .zero, radius: 1), width: width,
      transform: .scale(40, 40).then(.translation(100, 100)), clip: Self.clip)
    #expect(abs(spans.area / (2 * .pi * 40 * width) - 1) < 0.02)
    let covered = spans.spans.contains { $0.y == 100 && $0.x <= 100 && $0.x + $0.length > 100 }
    #expect(!covered)
  }

  @Test(
    "a long line that is all but level is there, whatever its tilt",
    arguments: [0.0, 0.0005, 0.001, 0.003, 0.01, 0.05, 0.3, 2])
  func allButLevel(_ degrees: Double) throws {
    let rasterizer = try OutlineRasterizer()
    var spans = CoverageSpans()
    for sign in [-1.0, 1] {
      let turn = AffineTransform.rotation(radians: sign * degrees * .pi / 180)
      for reach in [80.0, 460, 900] {
        var path = Path()
        let along = turn.apply(Point(reach, 0))
        path.move(to: Point(960, 200.3) - along)
        path.line(to: Point(960, 200.3) + along)
        let clip = PixelRect(x: 0, y: 0, width: 1920, height: 400)
        rasterizer.stroke(path, width: 4.5, cap: .butt, transform: .identity, clip: clip, into: &spans)
        #expect(abs(spans.area / (2 * reach * 4.5) - 1) < 0.005, "\(sign * degrees)° \(reach)")
      }
    }
  }

  @Test("caps lengthen a line as they should")
  func caps() throws {
    for (cap, area, most) in [
      (StrokeCap.butt, 400, 4), (.round, 400 + 25 * Double.pi, 5.0), (.square, 500, 5),
    ] {
      let spans = try CoverageSpans.stroking(Path(svg: "M50 50H90"), width: 10, cap: cap, clip: Self.clip)
      #expect(abs(spans.area - area) < most, "\(cap)")
    }
  }

  @Test("paths without area, far away or not finite come to nothing and do no harm")
  func degenerate() throws {
    let rasterizer = try OutlineRasterizer()
    var spans = try CoverageSpans.filling(Path(), clip: Self.clip)
    #expect(spans.isEmpty)
    var path = Path()
    path.move(to: Point(.nan, .infinity))
    path.line(to: Point(1e30, -1e30))
    path.line(to: Point(-1e30, 5))
    rasterizer.stroke(path, width: 3, transform: .identity, clip: Self.clip, into: &spans)
    rasterizer.fill(
      Path.circle(center: Point(-500, -500), radius: 20), transform: .identity, clip: Self.clip, into: &spans)
    #expect(spans.isEmpty)
  }

  @Test("no pixel comes twice and rows come in order")
  func order() throws {
    let circle = Path.circle(center: Point(100, 100), radius: 60)
    let spans = try CoverageSpans.stroking(circle, width: 7, clip: Self.clip)
    for (a, b) in zip(spans.spans, spans.spans.dropFirst()) {
      #expect(a.y < b.y || (a.y == b.y && a.x + a.length <= b.x))
    }
  }

  @Test("drawing again allocates nothing")
  func steadyState() throws {
    let rasterizer = try OutlineRasterizer()
    var spans = CoverageSpans()
    let path = Path.circle(center: Point(100, 100), radius: 60)
    var allocations: UInt64 = 0
    for round in 0..<6 {
      let before = callocation_count_thread()
      rasterizer.stroke(path, width: 3, transform: .identity, clip: Self.clip, into: &spans)
      rasterizer.fill(path, transform: .identity, clip: Self.clip, into: &spans)
      if round > 1 { allocations += callocation_count_thread() - before }
    }
    #expect(allocations == 0)
  }

  @Test(
    "a line that goes nowhere is a dot where caps have an extent, and what goes nowhere at all is nothing",
    arguments: StrokeCap.allCases)
  func nowhere(cap: StrokeCap) throws {
    let rasterizer = try OutlineRasterizer()
    var spans = CoverageSpans()
    func area(_ svg: String) throws -> Double {
      rasterizer.stroke(
        try Path(svg: svg), width: 8, cap: cap, transform: .identity, clip: Self.clip, into: &spans)
      return spans.area
    }
    let dot = cap == .round ? 16 * Double.pi : cap == .square ? 64 : 0
    for svg in ["M20 20L20 20", "M20 20C20 20 20 20 20 20", "M20 20Q20 20 20 20 20.0005 20 20 20"] {
      #expect(abs(try area(svg) - dot) < 1)
    }
    #expect(try area("M20 20") == 0)
    // What is drawn beside it is drawn as ever.
    let line = try area("M20 40L30 40")
    #expect(abs(try area("M20 20ZM20 40L30 40") - line) < dot + 1)
  }
}

import GlassChrome
import HUDGeometry
import PixelTypes
import RealModule
import Testing

/// Coverage against the exact area that a shape has in each pixel (`RegionOverlap`, no sampling).
@Suite("Coverage")
struct OutlineCoverageTests {
  private static let size = 24

  /// SplitMix64 (Steele, Lea, Flood 2014).
  private struct Random {
    var state: UInt64
    mutating func unit() -> Double {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return Double((z ^ (z >> 31)) >> 11) / 9_007_199_254_740_992
    }
  }

  /// The worst difference between FreeType's coverage of a filled path and the truth, as a share of a pixel.
  private static func worst(_ path: Path) throws -> Double {
    let rasterizer = try OutlineRasterizer()
    var spans = CoverageSpans()
    rasterizer.fill(path, transform: .identity, clip: clip, into: &spans)
    return difference(spans, path)
  }

  private static let clip = PixelRect(x: 0, y: 0, width: size, height: size)

  private static func difference(_ spans: CoverageSpans, _ path: Path) -> Double {
    var coverage = [Double](repeating: 0, count: size * size)
    for span in spans.spans {
      for x in span.x..<span.x + span.length {
        coverage[Int(span.y) * size + Int(x)] = Double(span.coverage) / 255
      }
    }
    let lines = path.flattened(tolerance: 1e-4)
    var worst = 0.0
    for y in 0..<size {
      for x in 0..<size {
        let pixel = Path.rect(Rect(x: Double(x), y: Double(y), width: 1, height: 1)).flattened(tolerance: 1)
        let truth = RegionOverlap(lines, pixel).intersection
        worst = max(worst, abs(coverage[y * size + x] - truth))
      }
    }
    return worst
  }

  /// Star-shaped, so that it doesn't cross itself.
  private static func star(_ random: inout Random, _ count: Int, isOnGrid: Bool) -> Path {
    var path = Path()
    for i in 0..<count {
      let angle = 2 * .pi * (Double(i) + 0.8 * random.unit()) / Double(count)
      let radius = 4 + 7 * random.unit()
      var p = Point(12 + radius * .cos(angle), 12 + radius * .sin(angle))
      if isOnGrid { p = Point((p.x * 64).rounded() / 64, (p.y * 64).rounded() / 64) }
      if i == 0 { path.move(to: p) } else { path.line(to: p) }
    }
    path.close()
    return path
  }

  @Test("polygons on the rasteriser's own grid of 1/64 are covered exactly, to 8 bits", arguments: 0..<6)
  func onGrid(_ seed: Int) throws {
    var random = Random(state: UInt64(seed))
    let worst = try Self.worst(Self.star(&random, 3 + seed, isOnGrid: true))
    print("GRID \(seed) \(worst) \(worst * 256)/256")
    #expect(worst <= 1.0 / 64)
  }

  @Test("polygons anywhere are covered to 1/64", arguments: 0..<12)
  func anywhere(_ seed: Int) throws {
    var random = Random(state: UInt64(seed + 100))
    let worst = try Self.worst(Self.star(&random, 3 + seed % 6, isOnGrid: false))
    print("ANY \(seed) \(worst) \(worst * 64)/64")
    #expect(worst <= 1.0 / 64)
  }

  @Test("MEASURE")
  func measure() throws {
    var w = [Double](repeating: 0, count: 6)
    for seed in 0..<150 {
      var random = Random(state: UInt64(seed + 500))
      w[0] = max(w[0], try Self.worst(Self.star(&random, 3 + seed % 9, isOnGrid: true)))
      w[1] = max(w[1], try Self.worst(Self.star(&random, 3 + seed % 9, isOnGrid: false)))
      var line = Path()
      line.move(to: Point(2 + 4 * random.unit(), 2 + 20 * random.unit()))
      line.line(to: Point(18 + 4 * random.unit(), 2 + 20 * random.unit()))
      let width = 1 + 3 * random.unit()
      w[2] = max(w[2], try Self.worst(line.strokeOutline(StrokePen(width: width), tolerance: 1e-3)))
      let rasterizer = try OutlineRasterizer()
      var spans = CoverageSpans()
      rasterizer.stroke(line, width: width, cap: .butt, transform: .identity, clip: Self.clip, into: &spans)
      w[3] = max(w[3], Self.difference(spans, line.strokeOutline(StrokePen(width: width), tolerance: 1e-3)))
      let circle = Path.circle(
        center: Point(12 + random.unit(), 12 + random.unit()), radius: 2 + 8 * random.unit())
      w[4] = max(w[4], try Self.worst(circle))
      var wild = Path()
      for i in 0..<5 {
        let p = Point(2 + 20 * random.unit(), 2 + 20 * random.unit())
        if i == 0 { wild.move(to: p) } else { wild.line(to: p) }
      }
      wild.close()
      w[5] = max(w[5], try Self.worst(wild))
    }
    print("MEASURE grid any lineOutline ftStroke circle wild", w.map { ($0 * 6400).rounded() / 100 })
  }

  @Test("hairlines at any angle", arguments: 0..<8)
  func hairlines(_ seed: Int) throws {
    var random = Random(state: UInt64(seed + 200))
    var line = Path()
    line.move(to: Point(2 + 4 * random.unit(), 2 + 20 * random.unit()))
    line.line(to: Point(18 + 4 * random.unit(), 2 + 20 * random.unit()))
    let worst = try Self.worst(line.strokeOutline(StrokePen(width: 1.25), tolerance: 1e-3))
    print("LINE \(seed) \(worst) \(worst * 64)/64")
  }
}

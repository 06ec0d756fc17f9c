import GlassChrome
import HUDGeometry
import PathTruth
import PixelTypes
import RealModule
import TestSupport
import Testing

/// Coverage against a reference that is exact along x and has 64 lines to a pixel along y.
@Suite("Outlines cover pixels exactly")
struct OutlineCoverageTests {
  private static let size = 24

  /// The worst difference between the coverage of a filled path and the truth, as a share of a pixel.
  private static func worst(_ path: Path) throws -> Double {
    difference(try .filling(path, clip: clip), path)
  }

  private static let clip = PixelRect(x: 0, y: 0, width: size, height: size)

  private static func difference(_ spans: CoverageSpans, _ path: Path) -> Double {
    let pixels = spans.pixels
    return reference(path).enumerated().reduce(0) { worst, truth in
      let coverage = pixels[SIMD2(truth.offset % size, truth.offset / size), default: 0]
      return max(worst, abs(Double(coverage) / 255 - truth.element))
    }
  }

  /// Each pixel's covered share by the non-zero rule.
  private static func reference(_ path: Path) -> [Double] {
    let fine = 64
    var truth = [Double](repeating: 0, count: size * size)
    var edges: [(Point, Point)] = []
    for line in path.flattened(tolerance: 1e-3) {
      for i in line.points.indices {
        let (a, b) = (line.points[i], line.points[(i + 1) % line.points.count])
        if a.y != b.y { edges.append((a, b)) }
      }
    }
    var crossings: [(x: Double, winding: Int)] = []
    for row in 0..<size * fine {
      let y = (Double(row) + 0.5) / Double(fine)
      crossings.removeAll(keepingCapacity: true)
      for (a, b) in edges where (a.y <= y) != (b.y <= y) {
        crossings.append((a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y), b.y > a.y ? 1 : -1))
      }
      crossings.sort { $0.x < $1.x }
      var winding = 0
      for i in crossings.indices.dropLast() {
        winding += crossings[i].winding
        guard winding != 0 else { continue }
        let (from, to) = (max(0, crossings[i].x), min(Double(size), crossings[i + 1].x))
        guard from < to else { continue }
        for x in Int(from)..<min(size, Int(to.rounded(.up))) {
          let share = min(to, Double(x + 1)) - max(from, Double(x))
          truth[row / fine * size + x] += share / Double(fine)
        }
      }
    }
    return truth
  }

  /// Star-shaped, so that it doesn't cross itself.
  private static func star(_ random: inout Seeded, _ count: Int) -> Path {
    var path = Path()
    for i in 0..<count {
      let angle = 2 * .pi * (Double(i) + 0.8 * random.unit()) / Double(count)
      let radius = 4 + 7 * random.unit()
      let p = Point(12 + radius * .cos(angle), 12 + radius * .sin(angle))
      if i == 0 { path.move(to: p) } else { path.line(to: p) }
    }
    path.close()
    return path
  }

  // What remains: points are on 1/1024 pixel and the answer has 8 bits, half a step of which is 0.13/64.
  private static let limit = 0.5 / 64

  @Test("polygons anywhere are covered to 8 bits", arguments: 0..<48)
  func anywhere(_ seed: Int) throws {
    var random = Seeded(UInt64(seed + 100))
    #expect(try Self.worst(Self.star(&random, 3 + seed % 9)) <= Self.limit)
  }

  @Test("lines at any angle are covered as the rectangle that they are, filled or stroked", arguments: 0..<24)
  func lines(_ seed: Int) throws {
    var random = Seeded(UInt64(seed + 200))
    let start = Point(2 + 4 * random.unit(), 2 + 20 * random.unit())
    let end = Point(18 + 4 * random.unit(), 2 + 20 * random.unit())
    let width = 1 + 3 * random.unit()
    let along = (end - start) / (end - start).length
    let side = Point(-along.y, along.x) * (width / 2)
    let line = Path(start, end)
    var outline = Path(start + side, end + side, end - side, start - side)
    outline.close()
    #expect(try Self.worst(outline) <= Self.limit)
    let spans = try CoverageSpans.stroking(line, width: width, cap: .butt, clip: Self.clip)
    #expect(Self.difference(spans, outline) <= Self.limit)
  }

  @Test("curves are covered as exactly as lines", arguments: 0..<24)
  func curves(_ seed: Int) throws {
    var random = Seeded(UInt64(seed + 300))
    let center = Point(12 + random.unit(), 12 + random.unit())
    let radius = 2.5 + 7 * random.unit()
    let circle = Path.circle(center: center, radius: radius)
    #expect(try Self.worst(circle) <= Self.limit)
    // Both sides of a thin stroke may round the same way.
    let width = 1 + 3 * random.unit()
    let spans = try CoverageSpans.stroking(circle, width: width, clip: Self.clip)
    var ring = Path.circle(center: center, radius: radius + width / 2)
    ring.append(Path.circle(center: center, radius: radius - width / 2).reversed)
    #expect(Self.difference(spans, ring) <= 1.0 / 64)
  }

  @Test(
    "loops that meet in a point, as where an outline crosses itself, are covered as exactly",
    arguments: 0..<24)
  func meeting(_ seed: Int) throws {
    var random = Seeded(UInt64(seed + 800))
    let center = Point(12 + random.unit(), 12 + random.unit())
    // Triangles in every second sector around it, some of them slivers.
    let sectors = 2 * (2 + seed % 2)
    var path = Path()
    for sector in stride(from: 0, to: sectors, by: 2) {
      path.move(to: center)
      for corner in 0...1 {
        let angle = 2 * .pi * (Double(sector + corner) + 0.9 * random.unit()) / Double(sectors)
        path.line(to: center + (3 + 7 * random.unit()) * Point(.cos(angle), .sin(angle)))
      }
      path.close()
    }
    #expect(try Self.worst(path) <= Self.limit)
  }

  @Test("a clip takes pixels away and changes none", arguments: 0..<12)
  func clips(_ seed: Int) throws {
    var random = Seeded(UInt64(seed + 500))
    let path = Self.star(&random, 3 + seed)
    let clip = PixelRect(x: Int(10 * random.unit()), y: Int(10 * random.unit()), width: 9, height: 8)
    let whole = try CoverageSpans.filling(path, clip: Self.clip).pixels
    let spans = try CoverageSpans.filling(path, clip: clip)
    let part = spans.pixels
    #expect(spans.isEmpty || clip.contains(spans.bounds))
    #expect(part.count == spans.spans.reduce(0) { $0 + Int($1.length) })
    for place in Set(whole.keys).union(part.keys) where clip.contains(x: place.x, y: place.y) {
      #expect(abs(Int(whole[place] ?? 0) - Int(part[place] ?? 0)) <= 1)
    }
  }

  @Test("the reference is the exact area: two ways to it agree")
  func reference() {
    var random = Seeded(7)
    let path = Self.star(&random, 9)
    let truth = Self.reference(path)
    let lines = path.flattened(tolerance: 1)
    for (x, y) in [(12, 12), (6, 12), (18, 12), (12, 6), (12, 18), (8, 8), (16, 16), (5, 15)] {
      let pixel = Path.rect(Rect(x: Double(x), y: Double(y), width: 1, height: 1)).flattened(tolerance: 1)
      #expect(abs(RegionOverlap(lines, pixel).intersection - truth[y * Self.size + x]) < 1e-3)
    }
    #expect(abs(truth.reduce(0, +) - path.filledArea(tolerance: 1)) < 1e-2)
  }
}

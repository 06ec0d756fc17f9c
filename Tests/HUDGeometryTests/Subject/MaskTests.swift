import TestSupport
import Testing

@testable import HUDGeometry

struct MaskTests {
  static func area(_ path: Path) -> Double {
    var sum = 0.0
    for line in path.flattened(tolerance: 0.0001) {
      for i in line.points.indices {
        sum += line.points[i].cross(line.points[(i + 1) % line.points.count]) / 2
      }
    }
    return sum
  }

  @Test("a rectangle on cell borders fills exactly its cells")
  func rectangle() {
    let path = Path.rect(Rect(x: 0.2, y: 0.25, width: 0.5, height: 0.5))
    let mask = MaskRasterizer.mask(of: path, columns: 10, rows: 8)
    for y in 0..<8 {
      for x in 0..<10 { #expect(mask[y * 10 + x] == ((2..<7).contains(x) && (2..<6).contains(y) ? 1 : 0)) }
    }
  }

  @Test("a filled path has the path's area, also where it runs out of the picture")
  func area() {
    for (center, share) in [(Point(0.5, 0.5), 1.0), (Point(0, 0.5), 0.5), (Point(1, 1), 0.25)] {
      let mask = MaskRasterizer.mask(of: .circle(center: center, radius: 0.3), columns: 200, rows: 200)
      let count = Double(mask.reduce(0) { $0 + Int($1) })
      #expect(abs(count - share * .pi * 60 * 60) < 60)
    }
    // Two overlapping circles of the same direction: non-zero winding, no hole.
    var both = Path.circle(center: Point(0.4, 0.5), radius: 0.2)
    both.append(.circle(center: Point(0.6, 0.5), radius: 0.2))
    #expect(MaskRasterizer.mask(of: both, columns: 101, rows: 101)[50 * 101 + 50] == 1)
  }

  @Test("an outline has about its mask's area, runs clockwise and stays in the picture", arguments: 0..<20)
  func outline(_ seed: Int) throws {
    var random = Seeded(UInt64(seed))
    var blob = Path()
    // A few overlapping discs, some of them over the picture's edge.
    var center = Point(random.unit(), random.unit())
    for _ in 0..<3 {
      blob.append(.circle(center: center, radius: 0.15 + 0.1 * random.unit()))
      center += Point(random.unit() - 0.5, random.unit() - 0.5) * 0.2
    }
    let mask = MaskRasterizer.mask(of: blob, columns: 120, rows: 120)
    let cells = mask.reduce(0) { $0 + Int($1) }
    let path = try outline(mask, columns: 120, rows: 120)
    #expect(abs(Self.area(path) * 14_400 / Double(cells) - 1) < 0.02)
    let bounds = path.bounds
    #expect(bounds.x >= 0 && bounds.y >= 0 && bounds.maxX <= 1 && bounds.maxY <= 1)
  }

  /// The first outline of a hard mask, as curves.
  func outline(_ mask: [UInt8], columns: Int, rows: Int) throws -> Path {
    var tracer = ContourTracer(columns: columns, rows: rows)
    let first = try #require(mask.firstIndex(of: 1))
    tracer.trace(mask, shares: mask.map(Float.init), fromX: first % columns, y: first / columns)
    return curves(of: tracer, columns: columns, rows: rows)
  }

  @Test("the thinnest masks are traced to an end", arguments: ["1", "111", "101", "110011", "011110"])
  func thin(_ rows: String) throws {
    for isDown in [false, true] {
      let cells = rows.map { $0 == "1" ? UInt8(1) : 0 }
      let (w, h) = isDown ? (1, cells.count) : (cells.count, 1)
      let path = try outline(cells, columns: w, rows: h)
      #expect(path.elements.allSatisfy { if case .move(let p) = $0 { p.isFinite } else { true } })
    }
    // Two cells that touch at a corner only are two parts.
    var components = MaskComponents(columns: 2, rows: 2)
    let isFound = components.read([1, 0, 0, 1], leastArea: 1)
    #expect(isFound)
    #expect(components.count == 2)
  }

  @Test("the subject is the largest part and what lies close to it; of two alike the one of before")
  func subject() {
    let (w, h) = (100, 40)
    func mask(_ boxes: [PixelBox]) -> [UInt8] {
      (0..<w * h).map { i in boxes.contains { $0.contains(i % w, i / w) } ? 1 : 0 }
    }
    var components = MaskComponents(columns: w, rows: h)
    let body = PixelBox(x: 10, y: 20, width: 20, height: 20)
    let head = PixelBox(x: 16, y: 10, width: 8, height: 9)
    let other = PixelBox(x: 70, y: 15, width: 22, height: 22)
    /// The left edges of the parts that are taken for the subject.
    func chosen(_ boxes: [PixelBox], leastArea: Int = 5, previous: Point? = nil) -> [Int] {
      guard components.read(mask(boxes), leastArea: leastArea, previous: previous) else { return [] }
      return components.components[0..<components.count].filter(\.isSubject).map(\.box.left).sorted()
    }
    #expect(chosen([body, head]) == [10, 16])
    #expect(chosen([body, other]) == [70])
    #expect(chosen([body, other], previous: Point(20, 30)) == [10])
    #expect(chosen([]) == [])
    #expect(chosen([head], leastArea: 72) == [16] && chosen([head], leastArea: 73) == [])
  }

  struct PixelBox {
    let x: Int
    let y: Int
    let width: Int
    let height: Int
    func contains(_ px: Int, _ py: Int) -> Bool {
      (x..<x + width).contains(px) && (y..<y + height).contains(py)
    }
  }
}

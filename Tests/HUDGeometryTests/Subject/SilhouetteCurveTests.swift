import RealModule
import TestSupport
import Testing

@testable import HUDGeometry

struct SilhouetteCurveTests {
  /// A soft mask of a few overlapping discs, some of them over the picture's edge.
  static func blob(_ seed: Int, columns: Int, rows: Int) -> [Float] {
    var random = Seeded(UInt64(seed + 1))
    var shares = [Float](repeating: 0, count: columns * rows)
    var center = Point(random.unit() * Double(columns), random.unit() * Double(rows))
    for _ in 0..<4 {
      let radius = 12 + 22 * random.unit()
      for y in 0..<rows {
        for x in 0..<columns {
          let inside = radius + 0.5 - Point(Double(x) + 0.5, Double(y) + 0.5).distance(to: center)
          shares[y * columns + x] = max(shares[y * columns + x], Float(max(0, min(1, inside))))
        }
      }
      center += Point(random.unit() - 0.5, random.unit() - 0.5) * 40
      center = Point(max(0, min(Double(columns), center.x)), max(0, min(Double(rows), center.y)))
    }
    return shares
  }

  /// From a point to a closed chain of lines.
  static func distance(_ p: Point, to line: [Point]) -> Double {
    var least = Double.infinity
    for i in line.indices {
      let (a, b) = (line[i], line[(i + 1) % line.count])
      let along = max(0, min(1, (p - a).dot(b - a) / max(1e-12, (b - a).lengthSquared)))
      least = min(least, p.distance(to: a.interpolated(to: b, along)))
    }
    return least
  }

  @Test("curves are few and stay with the mask's own contour", arguments: 0..<12)
  func fit(_ seed: Int) throws {
    let (columns, rows) = (240, 135)
    let shares = Self.blob(seed, columns: columns, rows: rows)
    let mask = shares.map { $0 >= 0.5 ? UInt8(1) : 0 }
    let first = try #require(mask.firstIndex(of: 1))
    var tracer = ContourTracer(columns: columns, rows: rows)
    tracer.trace(mask, shares: shares, fromX: first % columns, y: first / columns)
    let path = curves(of: tracer, columns: columns, rows: rows)
    #expect(path.elements.count <= 66)
    let drawn = path.transformed(by: .scale(Double(columns), Double(rows))).flattened(tolerance: 0.01)
    let line = try #require(drawn.first?.points)
    // In pixels of 1080p, eight to a cell; both ways.
    var distances = tracer.points.map { 8 * Self.distance($0, to: line) }
    distances += line.map { 8 * Self.distance($0, to: tracer.points) }
    distances.sort()
    #expect(distances[distances.count * 95 / 100] <= 2.5)
    #expect((distances.last ?? 0) <= 8)
  }

  @Test("an outline along the picture's edge lies on it and keeps its corners")
  func edge() throws {
    // A body from the bottom's middle into the lower right corner.
    let (columns, rows) = (40, 30)
    var shares = [Float](repeating: 0, count: columns * rows)
    for y in 12..<rows { for x in 20..<columns { shares[y * columns + x] = 1 } }
    var tracer = ContourTracer(columns: columns, rows: rows)
    tracer.trace(shares.map { UInt8($0) }, shares: shares, fromX: 20, y: 12)
    let corners = zip(tracer.points, tracer.isCorner).filter(\.1).map(\.0)
    for corner in [Point(40, 12), Point(40, 30), Point(20, 30)] {
      #expect(corners.contains { $0.distance(to: corner) < 0.51 }, "\(corner)")
    }
    let path = curves(of: tracer, columns: columns, rows: rows)
    #expect((MaskTests.area(path) - 0.5 * 0.6).magnitude < 0.005)
    #expect(path.bounds.maxX == 1 && path.bounds.maxY == 1)
  }

  @Test("a plane moved by whole cells is the same plane; by parts of one it stays the same wave")
  func warp() {
    var plane = CellPlane(columns: 50, rows: 20)
    func wave(_ x: Double, _ y: Double) -> Float { Float(Double.sin(x * 0.5) + Double.cos(y * 0.4)) }
    for y in 0..<20 { for x in 0..<50 { plane[x, y] = wave(Double(x), Double(y)) } }
    plane.pad()
    var out = plane
    var scratch = [Lanes](repeating: Lanes(), count: plane.vectors)
    for shift in [Point(2, -3), Point(-4, 1), Point(0.5, 0.25), Point(-1.3, 2.6), Point(3.75, -0.5)] {
      plane.warp(by: shift, gain: 2, into: &out, scratch: &scratch)
      for y in 6..<14 {
        for x in 8..<42 {
          let truth = 2 * wave(Double(x) + shift.x, Double(y) + shift.y)
          #expect((out[x, y] - truth).magnitude < 0.02, "\(shift) at \(x), \(y)")
        }
      }
    }
  }
}

import CAllocationCounter
import RealModule
import TestSupport
import Testing

@testable import HUDGeometry

struct FineMaskTests {
  private static let (width, height) = (480, 270)

  /// A red disc before a textured scene, anti-aliased, seen through a camera that is moved by `shift` pixels.
  ///
  /// - Returns: what the analyzer allocated for it.
  @discardableResult
  private static func show(_ disc: Point?, shift: Point, to analyzer: inout HUDAnalyzer, frame: Int) -> UInt64
  {
    var luma = [UInt8](repeating: 0, count: width * height)
    var cb = [UInt8](repeating: 0, count: width / 2 * (height / 2))
    var cr = cb
    func share(_ x: Double, _ y: Double) -> Double {
      disc.map { max(0, min(1, 44.5 - Point(x, y).distance(to: $0))) } ?? 0
    }
    for y in 0..<height {
      for x in 0..<width {
        let (u, v) = (Double(x) + 0.5 + shift.x, Double(y) + 0.5 + shift.y)
        let scene = 100 + 25 * Double.sin(u * 0.17) * Double.cos(v * 0.13)
        let inside = share(u, v)
        luma[y * width + x] = UInt8((scene * (1 - inside) + 170 * inside).rounded())
        guard x % 2 == 0, y % 2 == 0, y / 2 < height / 2 else { continue }
        let half = share(u + 0.5, v + 0.5)
        cb[y / 2 * (width / 2) + x / 2] = UInt8((128 - 25 * half).rounded())
        cr[y / 2 * (width / 2) + x / 2] = UInt8((130 + 45 * half).rounded())
      }
    }
    let before = callocation_count_thread()
    analyzer.update(
      luma: luma.span, bytesPerRow: width, cb: cb.span, cr: cr.span, chromaBytesPerRow: width / 2,
      nanoseconds: Int64(frame) * HUDAnalyzerTests.frame)
    return callocation_count_thread() - before
  }

  @Test("at 480 across, too, an update allocates nothing once it has seen its subject", .countsAllocations)
  func allocations() {
    var analyzer = HUDAnalyzer(
      settings: HUDSettings(template: .portrait, detectsHorizon: false), lumaWidth: Self.width,
      lumaHeight: Self.height)
    var allocations: UInt64 = 0
    for i in 0..<60 {
      let disc = i < 14 ? nil : Point(120 + 2 * Double(i), 140)
      let taken = Self.show(disc, shift: .zero, to: &analyzer, frame: i)
      if i >= 40 { allocations += taken }
    }
    #expect(analyzer.reading.silhouette.hasSubject)
    #expect(allocations == 0)
  }

  @Test(
    "at 480 across the outline lies within a pixel of the truth, before a still and a shaking camera",
    arguments: [0, 0.7])
  func outline(shake: Double) {
    var analyzer = HUDAnalyzer(
      settings: HUDSettings(detectsHorizon: false), lumaWidth: Self.width, lumaHeight: Self.height)
    var center = Point.zero
    var shift = Point.zero
    for i in 0..<40 {
      center = Point(150.3 + 3 * Double(max(i - 14, 0)), 131.6)
      shift = Point(shake * Double([0, 1, -1, 0.5][i % 4]), shake * Double([0.6, -0.4, 0][i % 3]))
      Self.show(i < 14 ? nil : center, shift: shift, to: &analyzer, frame: i)
    }
    let mask = analyzer.subjectMask
    #expect((mask.columns, mask.rows) == (Self.width, Self.height))
    let seen = center - shift
    #expect(iou(mask.cells, columns: mask.columns, rows: mask.rows) { $0.distance(to: seen) < 44 } > 0.97)
    // The path is in fractions of the picture; the truth is a circle.
    var distances: [Double] = []
    for line in analyzer.reading.silhouette.contour.flattened(tolerance: 1e-4) {
      for p in line.points {
        let place = Point(p.x * Double(Self.width), p.y * Double(Self.height))
        distances.append(abs(place.distance(to: seen) - 44))
      }
    }
    distances.sort()
    #expect(distances.count > 20)
    #expect(distances[distances.count * 95 / 100] < 1)
  }
}

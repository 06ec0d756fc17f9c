import CAllocationCounter
import Testing

@testable import HUDGeometry

struct SubjectAllocationTests {
  /// Luma, Cb and Cr of a textured scene, with a red disc before it.
  struct Picture {
    let width: Int
    let height: Int
    var luma: [UInt8]
    var cb: [UInt8]
    var cr: [UInt8]

    init(width: Int, height: Int) {
      (self.width, self.height) = (width, height)
      luma = Array(repeating: 0, count: width * height)
      cb = Array(repeating: 0, count: (width / 2) * (height / 2))
      cr = cb
    }

    /// - Parameter center: in pixels; `nil` for the empty scene.
    mutating func draw(discAt center: Point?, radius: Double) {
      for y in 0..<height {
        for x in 0..<width {
          let isDisc =
            center.map { Point(Double(x) + 0.5, Double(y) + 0.5).distance(to: $0) < radius } ?? false
          luma[y * width + x] = isDisc ? 150 : UInt8(90 + (x * 7 + y * 13) % 11)
          guard x % 2 == 0, y % 2 == 0, x / 2 < width / 2, y / 2 < height / 2 else { continue }
          cb[y / 2 * (width / 2) + x / 2] = isDisc ? 100 : 128
          cr[y / 2 * (width / 2) + x / 2] = isDisc ? 180 : 130
        }
      }
    }
  }

  @Test(
    "in colour, too, an update allocates nothing once it has seen its subject",
    .enabled(if: callocation_available() == 1, "sanitizers replace malloc: nothing is counted"),
    arguments: [(240, 135), (320, 180), (480, 270)])
  func color(width: Int, height: Int) {
    var analyzer = HUDAnalyzer(
      settings: HUDSettings(template: .portrait, detectsHorizon: false), lumaWidth: width, lumaHeight: height)
    var picture = Picture(width: width, height: height)
    let scale = Double(width) / 240
    var allocations: UInt64 = 0
    for i in 0..<60 {
      picture.draw(discAt: i < 14 ? nil : Point(60 + Double(i), 70) * scale, radius: 22 * scale)
      let before = callocation_count_thread()
      analyzer.update(
        luma: picture.luma.span, bytesPerRow: width, cb: picture.cb.span, cr: picture.cr.span,
        chromaBytesPerRow: width / 2, nanoseconds: Int64(i) * HUDAnalyzerTests.frame)
      if i >= 40 { allocations += callocation_count_thread() - before }
    }
    #expect(analyzer.reading.silhouette.hasSubject)
    #expect(allocations == 0)
  }
}

import RealModule
import TestScenes
import TestSupport
import Testing

@testable import HUDGeometry

@Suite("Lights and bodies in the dark")
struct LightTestTests {
  private static let (width, height) = (240, 136)

  private typealias Disc = DarkScene.Disc

  /// The subjects' boxes of 40 frames of a scene, and the last mask's IoU with the first disc.
  private func watch(scene: Double, _ discs: (Int) -> [Disc]) -> (seen: Int, iou: Double) {
    var tracker = SubjectTracker(width: Self.width, height: Self.height)
    let chroma = [UInt8](repeating: 128, count: Self.width / 2 * (Self.height / 2))
    var random = Seeded(3)
    var result = (seen: 0, iou: 0.0)
    for frame in 0..<40 {
      let discs = discs(frame)
      let luma = DarkScene.luma(scene, discs, width: Self.width, height: Self.height, &random)
      tracker.update(
        luma.span, bytesPerRow: Self.width, cb: chroma.span, cr: chroma.span,
        chromaBytesPerRow: Self.width / 2, nanoseconds: Int64(frame) * 33_333_333)
      if tracker.isFresh { result.seen += 1 }
      if let disc = discs.first { result.iou = Self.iou(tracker, disc) }
    }
    return result
  }

  private static func iou(_ tracker: SubjectTracker, _ disc: Disc) -> Double {
    guard tracker.isFresh else { return 0 }
    return HUDGeometryTests.iou(tracker.mask, columns: width, rows: height) {
      $0.distance(to: disc.center) < disc.radius
    }
  }

  @Test(
    "a light that moves through the dark, comes on or goes out is no subject", arguments: [false, true])
  func lights(isSoft: Bool) {
    func lamp(_ x: Double, _ y: Double, _ luma: Double) -> Disc {
      Disc(center: Point(x, y), radius: 9, luma: luma, isSoft: isSoft)
    }
    #expect(watch(scene: 24) { [lamp(30 + 2 * Double($0), 90, 250)] }.seen == 0)
    #expect(watch(scene: 24) { $0 < 14 || $0 > 28 ? [] : [lamp(80, 60, 220)] }.seen == 0)
    #expect(watch(scene: 24) { $0 > 14 ? [] : [lamp(80, 60, 250)] }.seen == 0)
  }

  @Test(
    "the same disc is a subject by day, and in the dark if it is large or itself dim",
    arguments: [(130.0, 9.0, 250.0, 0.85), (24, 18, 200, 0.9), (24, 9, 60, 0.8)])
  func bodies(scene: Double, radius: Double, luma: Double, least: Double) {
    let (start, speed) = scene > 100 ? (Point(30, 90), 2.0) : (Point(60, 70), 1)
    let body = watch(scene: scene) { frame in
      frame < 14
        ? [] : [Disc(center: start + Point(speed * Double(frame), 0), radius: radius, luma: luma)]
    }
    #expect(body.seen > 10 && body.iou > least)
  }

  @Test("somebody upright and lit in the dark is a subject from a fifth of the picture's height on")
  func upright() {
    func seen(_ radius: Double) -> Int {
      watch(scene: 24) { frame in
        frame < 14
          ? []
          : [0, 1, 2].map { part in
            Disc(center: Point(80, 40 + 1.6 * radius * Double(part)), radius: radius, luma: 240)
          }
      }.seen
    }
    // Three discs one below the other: 31 and 21 cells of 136 tall.
    #expect(seen(6) > 10)
    #expect(seen(4) == 0)
  }

  @Test("a lamp beside somebody in the dark doesn't become part of them")
  func companion() {
    let body = Disc(center: Point(110, 70), radius: 17, luma: 150)
    let alone = watch(scene: 24) { frame in frame < 14 ? [] : [body] }
    let accompanied = watch(scene: 24) { frame in
      frame < 14 ? [] : [body, Disc(center: Point(139, 70), radius: 8, luma: 250, isSoft: true)]
    }
    #expect(alone.iou > 0.9 && accompanied.iou > alone.iou - 0.01)
  }
}

import RealModule
import TestScenes
import TestSupport
import Testing

@testable import HUDGeometry

struct ForegroundTests {
  static let step: Int64 = 33_333_333

  static func tracker() -> SubjectTracker {
    SubjectTracker(width: ColorScene.width, height: ColorScene.height)
  }

  static func show(_ scene: ColorScene, to tracker: inout SubjectTracker, frame: Int) {
    show(scene, to: &tracker, at: Int64(frame) * step)
  }

  static func show(_ scene: ColorScene, to tracker: inout SubjectTracker, at nanoseconds: Int64) {
    tracker.update(
      scene.luma.span, bytesPerRow: ColorScene.width, cb: scene.cb.span, cr: scene.cr.span,
      chromaBytesPerRow: ColorScene.width / 2, nanoseconds: nanoseconds)
  }

  /// Intersection over union of the subject's cells and a disc.
  static func iou(_ tracker: SubjectTracker, _ disc: Point, _ radius: Double = 14) -> Double {
    guard tracker.isFresh else { return 0 }
    return HUDGeometryTests.iou(tracker.mask, columns: ColorScene.width, rows: ColorScene.height) {
      ColorScene.coverage($0.x, $0.y, disc, radius) >= 0.5
    }
  }

  @Test(
    "a disc is found to its border, whatever the camera does",
    arguments: [(0.0, 0.0), (0.7, 0.0), (0.0, 0.06), (0.7, 0.06)])
  func exact(_ shake: Double, _ exposure: Double) {
    var tracker = Self.tracker()
    var random = Seeded(7)
    for i in 0..<36 {
      let shift = Point(random.unit() - 0.5, random.unit() - 0.5) * (3.4 * shake)
      let gain = 1 + exposure * [0, 1, -1, 0.4][i / 6 % 4]
      let disc = i < 12 ? nil : Point(Double(i) + 20, 34)
      Self.show(ColorScene(disc: disc, shift: shift, gain: gain, seed: UInt64(i)), to: &tracker, frame: i)
      if let disc, i >= 17 { #expect(Self.iou(tracker, disc - shift) > 0.95, "frame \(i)") }
      if i < 12 { #expect(tracker.box == nil) }
    }
  }

  /// What a mask hides of a scene, as guides get it: filled with one colour, more than the mask by a pixel.
  private static func hide(_ scene: inout ColorScene, _ x: Range<Int>, _ y: Range<Int>, _ luma: UInt8)
    -> [Bool]
  {
    var samples = [Bool](repeating: false, count: ColorScene.width * ColorScene.height)
    for v in y {
      for u in x {
        samples[v * ColorScene.width + u] = true
        scene.luma[v * ColorScene.width + u] = luma
      }
    }
    return samples
  }

  @Test("a mask that moves over a scene is no subject, nor is what it uncovers", arguments: [true, false])
  func masks(_ areTold: Bool) {
    var tracker = Self.tracker()
    var isSeen = false
    for i in 0..<60 {
      var scene = ColorScene(disc: nil, seed: UInt64(i))
      // It stands, moves across, and goes.
      let left = i < 12 ? 8 : 8 + 2 * (i - 12)
      let samples = i < 45 ? Self.hide(&scene, left..<left + 24, 10..<46, UInt8(90 + i)) : nil
      if areTold { tracker.mask(samples, width: ColorScene.width) }
      Self.show(scene, to: &tracker, frame: i)
      isSeen = isSeen || tracker.box != nil
    }
    #expect(isSeen == !areTold)
  }

  @Test("somebody beside a mask is found, as far as he is seen, and no further")
  func besideMask() {
    var tracker = Self.tracker()
    for i in 0..<36 {
      let disc = i < 12 ? nil : Point(Double(i) + 20, 34)
      var scene = ColorScene(disc: disc, seed: UInt64(i))
      let samples = Self.hide(&scene, 30..<70, 0..<34, UInt8(80 + i))
      tracker.mask(samples, width: ColorScene.width)
      Self.show(scene, to: &tracker, frame: i)
      guard i >= 20, let disc else { continue }
      #expect(tracker.isFresh)
      let found = HUDGeometryTests.iou(tracker.mask, columns: ColorScene.width, rows: ColorScene.height) {
        $0.y >= 34 && ColorScene.coverage($0.x, $0.y, disc, 14) >= 0.5
      }
      #expect(found > 0.8, "frame \(i): \(found)")
    }
  }

  @Test("who stands still for a minute is still there, with and without a plate", arguments: [false, true])
  func standing(_ withPlate: Bool) {
    var tracker = Self.tracker()
    if withPlate { tracker.takePlate() }
    var time: Int64 = 0
    var ious: [Double] = []
    for i in 0..<140 {
      // A short while of frames in time, then two frames a second.
      time += i < 20 ? Self.step : 500_000_000
      let disc = i < 12 ? nil : Point(60, 34)
      Self.show(ColorScene(disc: disc, seed: UInt64(i)), to: &tracker, at: time)
      ious.append(Self.iou(tracker, Point(60, 34)))
    }
    #expect(ious[19] > 0.95)
    #expect((ious.last ?? 0) > ious[19] - 0.02)
  }

  @Test("after a plate the subject is found at once, also one that came within the first frames")
  func plate() {
    var tracker = Self.tracker()
    tracker.takePlate()
    for i in 0..<8 {
      let disc = i < 1 ? nil : Point(60, 34)
      Self.show(ColorScene(disc: disc, seed: UInt64(i)), to: &tracker, frame: i)
    }
    #expect(Self.iou(tracker, Point(60, 34)) > 0.95)
    // A new one forgets it.
    tracker.takePlate()
    for i in 8..<20 {
      Self.show(ColorScene(disc: Point(60, 34), seed: UInt64(i)), to: &tracker, frame: i)
      #expect(tracker.box == nil)
    }
  }

  @Test("what was there from the start and leaves, leaves no ghost behind")
  func ghost() {
    var tracker = Self.tracker()
    for i in 0..<50 {
      let x = i < 14 ? 30 : 30 + 2 * Double(i - 14)
      Self.show(ColorScene(disc: Point(x, 34), radius: 10, seed: UInt64(i)), to: &tracker, frame: i)
    }
    #expect(Self.iou(tracker, Point(100, 34), 10) > 0.9)
  }

  @Test("a camera that is knocked keeps its subject; one that goes on moving has none")
  func nudge() {
    var tracker = Self.tracker()
    for i in 0..<40 {
      let shift = i < 25 ? Point.zero : Point(9, -5)
      let disc = i < 12 ? nil : Point(64, 34)
      Self.show(ColorScene(disc: disc, shift: shift, seed: UInt64(i)), to: &tracker, frame: i)
    }
    #expect(Self.iou(tracker, Point(55, 39)) > 0.93)
    var panned = Self.tracker()
    for i in 0..<60 {
      Self.show(ColorScene(shift: Point(0.8 * Double(i), 0), seed: UInt64(i)), to: &panned, frame: i)
      #expect(panned.box == nil, "frame \(i)")
    }
  }

  @Test("a shadow is no subject, and neither are waves nor flicker of the light")
  func illusions() {
    var (shaded, wavy, flickering) = (Self.tracker(), Self.tracker(), Self.tracker())
    for i in 0..<50 {
      let time = Int64(i) * Self.step
      let seed = UInt64(i)
      let shadow = i < 12 ? nil : Point(40 + Double(i) / 2, 30)
      Self.show(ColorScene(shadow: shadow, seed: seed), to: &shaded, at: time)
      Self.show(ColorScene(seed: seed, waves: 60), to: &wavy, at: time)
      Self.show(
        ColorScene(gain: 1 + 0.04 * Double.sin(Double(i) * 2.1), seed: seed), to: &flickering, at: time)
      #expect(shaded.box == nil && wavy.box == nil && flickering.box == nil, "frame \(i)")
    }
  }

  @Test(
    "registration finds shifts to a twentieth of a cell, and the gain to half a percent", arguments: 0..<6)
  func registration(_ seed: Int) {
    var random = Seeded(UInt64(seed + 1))
    let shift = Point(random.unit() * 4 - 2, random.unit() * 4 - 2)
    let gain = 0.92 + 0.16 * random.unit()
    var before = CellPicture(width: ColorScene.width, height: ColorScene.height)
    var after = before
    before.load(luma: ColorScene(seed: 5).luma.span, bytesPerRow: ColorScene.width)
    after.load(luma: ColorScene(shift: shift, gain: gain, seed: 6).luma.span, bytesPerRow: ColorScene.width)
    var registration = SceneRegistration()
    let plane = CellPlane(columns: ColorScene.width, rows: ColorScene.height, fill: 1)
    var tolerance = plane
    tolerance.fill(6)
    var predicted = plane
    var scratch = [Lanes](repeating: Lanes(), count: plane.vectors)
    registration.update(
      frame: after.luma, background: before.luma, trust: plane, tolerance: tolerance, predicted: &predicted,
      scratch: &scratch)
    #expect((registration.shift - shift).length < 0.05)
    #expect((Double(registration.gain) - gain).magnitude < 0.005)
    #expect(registration.roll.magnitude < 0.001 && registration.agreement > 0.95)
  }
}

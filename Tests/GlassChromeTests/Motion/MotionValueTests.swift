import HUDGeometry
import TestSupport
import Testing

@testable import GlassChrome

@Suite("Values in motion")
struct MotionValueTests {
  static let bouncy = Motion.spring(Spring(duration: 0.5, bounce: 0.3))
  static let motions: [Motion] = [
    bouncy, .spring(.smooth), .spring(Spring(duration: 0.4, bounce: -0.5)),
    .curve(.easeOutCubic, seconds: 0.4),
  ]

  @Test("Sent elsewhere on the way, a spring goes on from where it is and as fast as it is")
  func keepsVelocity() {
    var random = Seeded(21)
    for motion in Self.motions {
      var value = MotionValue(10)
      value.retarget(to: 200, Self.bouncy, at: 1_000)
      var now: Int64 = 0
      for _ in 0..<10 {
        now += .random(in: 1_000...90_000_000, using: &random)
        let (before, speed) = (value.value(at: now), value.velocity(at: now))
        value.retarget(to: .random(in: -300...300, using: &random), motion, at: now)
        #expect((value.value(at: now) - before).magnitude < 1e-9)
        // A curve starts at its own slope; a spring at the speed there was.
        if case .spring = motion { #expect((value.velocity(at: now) - speed).magnitude < 1e-9) }
      }
    }
  }

  @Test("Said to stand, it would never have left the tolerance again", arguments: motions)
  func settlesForGood(motion: Motion) {
    var value = MotionValue(5)
    value.retarget(to: 9, motion, at: 0)
    let free = value
    var now: Int64 = 0
    while !value.settle(at: now, tolerance: 0.01) { now += 5_000_000 }
    #expect(now > 100_000_000)
    #expect(value.value(at: now) == 9 && !value.isMoving)
    for later in 0..<400 {
      #expect((free.value(at: now + Int64(later) * 3_000_000) - 9).magnitude <= 0.01)
    }
  }

  @Test("A time that jumps back waits at the start, one far ahead is the end")
  func oddTimes() {
    var value = MotionValue(1)
    value.retarget(to: 2, .spring(.smooth), at: 5_000)
    #expect(value.value(at: -7) == 1)
    #expect(value.value(at: .max) == 2)
    value.retarget(to: 3, .spring(.smooth), at: .min)
    #expect(value.value(at: .max) == 3)
  }

  @Test("No motion arrives at once")
  func none() {
    var value = MotionValue(1)
    value.retarget(to: 2, .none, at: 50)
    #expect(value.value(at: 50) == 2 && !value.isMoving)
    value.retarget(to: 4, .curve(.linear, seconds: 0), at: 50)
    #expect(value.value(at: 50) == 4)
  }

  @Test("Rectangles move as their components do")
  func components() {
    var rect = MotionRect(Rect(x: 0, y: 10, width: 40, height: 20))
    var (x, y, width) = (MotionValue(20), MotionValue(20), MotionValue(40))
    rect.retarget(to: Rect(x: 100, y: 50, width: 80, height: 60), Self.bouncy, at: 0)
    x.retarget(to: 140, Self.bouncy, at: 0)
    y.retarget(to: 80, Self.bouncy, at: 0)
    width.retarget(to: 80, Self.bouncy, at: 0)
    for now in stride(from: Int64(0), through: 900_000_000, by: 33_000_000) {
      let r = rect.value(at: now)
      #expect(r.center.distance(to: Point(x.value(at: now), y.value(at: now))) < 1e-9)
      #expect((r.width - width.value(at: now)).magnitude < 1e-9)
      #expect(rect.velocity(at: now).distance(to: Point(x.velocity(at: now), y.velocity(at: now))) < 1e-9)
    }
  }

  @Test("A rectangle that shrinks with a bounce has no negative size")
  func noNegativeSize() {
    var rect = MotionRect(Rect(x: 0, y: 0, width: 100, height: 100))
    rect.retarget(to: Rect(x: 50, y: 50, width: 0, height: 0), Self.bouncy, at: 0)
    for now in stride(from: Int64(0), through: 900_000_000, by: 10_000_000) {
      #expect(rect.value(at: now).width >= 0 && rect.value(at: now).height >= 0)
    }
  }
}

import TestSupport
import Testing

@testable import HUDGeometry

struct GlowTests {
  @Test("it rises in 100 ms by ease-out and falls in 150 ms by ease-in-out")
  func curves() {
    var glow = Glow()
    for (ms, isOn, value) in [
      (0, true, 0), (50, true, 0.875), (100, true, 1), (500, false, 1), (575, false, 0.5), (650, false, 0),
    ] as [(Int64, Bool, Double)] {
      glow.update(isOn, nanoseconds: ms * 1_000_000)
      #expect(abs(glow.value - value) < 1e-9, "at \(ms)")
    }
  }

  @Test("whatever the targets, it never jumps and stays in 0 … 1", arguments: 0..<10)
  func continuous(_ seed: Int) {
    var random = Seeded(UInt64(seed))
    var glow = Glow()
    var last = 0.0
    for ms in 0..<2_000 {
      glow.update(random.unit() < 0.5, nanoseconds: Int64(ms) * 1_000_000)
      #expect((0...1).contains(glow.value))
      // The steepest is ease-out's start: 3/100 a millisecond.
      #expect(abs(glow.value - last) <= 0.0301)
      last = glow.value
    }
  }

  @Test("time that runs back moves nothing")
  func backwards() {
    var glow = Glow()
    glow.update(true, nanoseconds: 1_000_000_000)
    glow.update(true, nanoseconds: 1_030_000_000)
    let value = glow.value
    glow.update(true, nanoseconds: 5)
    #expect(abs(glow.value - value) < 1e-9)
    glow.update(true, nanoseconds: 70_000_005)
    #expect(glow.value == 1)
  }

  @Test(
    "at any frame rate it is on from 100 ms and off from 150 ms, and on its curve in between",
    arguments: [1.0, 7.5, 15, 24, 29.97, 30, 59.94, 60, 144, 1_000])
  func frameRates(_ rate: Double) {
    var glow = Glow()
    var fine = Glow()
    var next: Int64 = 0
    for ms in 0..<6_000 {
      let now = Int64(ms) * 1_000_000
      guard now >= next else { continue }
      next += Int64(1e9 / rate)
      // On for the even seconds, switched by the frame: its time is when the curve begins.
      glow.update(ms / 1_000 % 2 == 0, nanoseconds: now)
      // Asked more often, it says the same.
      fine.update(ms / 1_000 % 2 == 0, nanoseconds: now)
      for step in stride(from: now, to: next, by: 700_000) {
        fine.update(ms / 1_000 % 2 == 0, nanoseconds: step)
      }
      var copy = glow
      copy.update(ms / 1_000 % 2 == 0, nanoseconds: now + 100_000_000)
      if ms / 1_000 % 2 == 0 { #expect(copy.value == 1) }
      copy.update(ms / 1_000 % 2 == 0, nanoseconds: now + 150_000_000)
      #expect(copy.value == (ms / 1_000 % 2 == 0 ? 1 : 0))
      var late = glow
      late.update(ms / 1_000 % 2 == 0, nanoseconds: next)
      fine.update(ms / 1_000 % 2 == 0, nanoseconds: next)
      #expect(abs(late.value - fine.value) < 1e-9)
    }
  }

  @Test("under reduced motion every change is a step", arguments: 0..<5)
  func reduced(_ seed: Int) {
    var random = Seeded(UInt64(seed))
    var glow = Glow(reducesMotion: true)
    var now: Int64 = 0
    for _ in 0..<500 {
      now += Int64(random.unit() * 5e7) - 5_000_000
      let isOn = random.unit() < 0.5
      glow.update(isOn, nanoseconds: now)
      #expect(glow.value == (isOn ? 1 : 0))
    }
  }
}

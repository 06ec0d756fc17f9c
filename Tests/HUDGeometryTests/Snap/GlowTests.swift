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
    var random = SeededRandom(seed: UInt64(seed))
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
}

import HUDGeometry
import Testing

@testable import GlassChrome

@Suite("Parallax")
struct RollParallaxTests {
  @Test("A roll shifts a little, within bounds and without a jump", arguments: [-90.0, -10, -2, 2, 10, 90])
  func shifts(roll: Double) {
    var parallax = RollParallax()
    var last = 0.0
    for frame in 0..<60 {
      _ = parallax.advance(rollDegrees: roll, reducesMotion: false, nanoseconds: Int64(frame) * 33_000_000)
      #expect(parallax.offset.length <= RollParallax.limit * 1.1)
      #expect((parallax.offset.x - last).magnitude < 0.6)
      last = parallax.offset.x
    }
    #expect(last * roll > 0)
    #expect(!parallax.isMoving)
  }

  @Test("A camera that trembles on its tripod shifts nothing")
  func deadBand() {
    var parallax = RollParallax()
    for frame in 0..<100 {
      let roll = frame % 2 == 0 ? 0.3 : -0.3
      let changed = parallax.advance(
        rollDegrees: roll, reducesMotion: false, nanoseconds: Int64(frame) * 33_000_000)
      #expect(!changed)
    }
  }

  @Test("With reduced motion there is none, and a roll that isn't known leads back to none")
  func none() {
    var parallax = RollParallax()
    for frame in 0..<20 {
      _ = parallax.advance(rollDegrees: 20, reducesMotion: false, nanoseconds: Int64(frame) * 33_000_000)
    }
    #expect(parallax.offset != .zero)
    var lost = parallax
    let changed = parallax.advance(rollDegrees: 20, reducesMotion: true, nanoseconds: 700_000_000)
    #expect(changed && parallax.offset == .zero && !parallax.isMoving)
    for frame in 20..<80 {
      _ = lost.advance(
        rollDegrees: frame % 2 == 0 ? nil : .nan, reducesMotion: false, nanoseconds: Int64(frame) * 33_000_000
      )
    }
    #expect(lost.offset == .zero && !lost.isMoving)
  }
}

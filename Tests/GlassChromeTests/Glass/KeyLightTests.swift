import PixelTypes
import RealModule
import Testing

@testable import GlassChrome

@Suite("Glass: the light of the scene")
struct KeyLightTests {
  private static let second: Int64 = 1_000_000_000

  /// A dim picture with a bright spot, in shares of its size, in a colour.
  private static func scene(_ x: Double, _ y: Double, _ color: (Double, Double, Double) = (255, 255, 255))
    -> BlurPyramid
  {
    let picture = ChromeFixtures.picture(96, 54) { px, py in
      let (dx, dy) = ((px - x) * 96, (py - y) * 54)
      return dx * dx + dy * dy < 49 ? color : (30, 30, 30)
    }
    return BlurPyramid(of: picture)
  }

  private static func light(_ pyramid: BlurPyramid, roll: Double = 0) -> KeyLight {
    var meter = KeyLightMeter()
    meter.look(at: pyramid, rollDegrees: roll, nanoseconds: 0)
    return meter.light
  }

  /// Degrees from one direction to another.
  private static func turn(_ a: KeyLight, _ b: KeyLight) -> Double {
    let turn = (b.angle - a.angle) * 180 / .pi
    return turn - 360 * (turn / 360).rounded()
  }

  @Test("comes from where the scene is brightest")
  func direction() {
    for (x, y) in [(0.1, 0.1), (0.5, 0.1), (0.9, 0.1), (0.9, 0.6)] {
      let expected = Double.atan2(y: (y - 0.9) * 54, x: (x - 0.5) * 96)
      let found = Self.light(Self.scene(x, y)).angle
      let off = (found - expected) / (2 * .pi)
      #expect(abs(off - off.rounded()) * 360 < 6)
    }
  }

  @Test("stays with the scene when the camera rolls")
  func roll() {
    let scene = Self.scene(0.5, 0.1)
    let upright = Self.light(scene)
    #expect(abs(Self.turn(upright, Self.light(scene, roll: 20)) + 20) < 4)
    #expect(abs(Self.turn(upright, Self.light(scene, roll: -20)) - 20) < 4)
  }

  @Test("has the colour of what shines, and is the stronger the more that stands out")
  func colour() {
    let (warm, cold) = (
      Self.light(Self.scene(0.5, 0.1, (255, 180, 90))), Self.light(Self.scene(0.5, 0.1, (120, 170, 255)))
    )
    #expect(warm.cr > 2 && warm.cb < -2 && cold.cb > 2 && cold.cr < -1)
    let even = Self.light(BlurPyramid(of: PainterFixtures.uniform(120, 120, 120)))
    #expect(even.strength < warm.strength && even.strength > 0)
  }

  @Test("follows the scene over some seconds, in rests of a fifth of one, and then is still")
  func follows() {
    var meter = KeyLightMeter()
    meter.look(at: Self.scene(0.1, 0.3), rollDegrees: 0, nanoseconds: 0)
    let (first, goal) = (meter.light, Self.light(Self.scene(0.9, 0.3)))
    let scene = Self.scene(0.9, 0.3)
    var changes: [Int64] = []
    for frame in Int64(1)...300 {
      let before = meter.light
      meter.look(at: scene, rollDegrees: 0, nanoseconds: frame * Self.second / 30)
      if frame == 3 { #expect(abs(Self.turn(first, meter.light)) < 45) }
      if meter.light != before { changes.append(frame * Self.second / 30) }
    }
    #expect(meter.light.isLike(goal))
    #expect(changes.count > 3)
    #expect(zip(changes, changes.dropFirst()).allSatisfy { $1 - $0 >= KeyLightMeter.restNanoseconds })
    #expect((changes.last ?? 0) < 6 * Self.second)
  }

  @Test("a flicker too small to see moves no light")
  func flicker() {
    var meter = KeyLightMeter()
    meter.look(at: Self.scene(0.5, 0.1), rollDegrees: 0, nanoseconds: 0)
    let first = meter.light
    for frame in Int64(1)...60 {
      let x = 0.5 + (frame % 2 == 0 ? 0.01 : -0.01)
      meter.look(at: Self.scene(x, 0.1), rollDegrees: 0, nanoseconds: frame * Self.second / 30)
      #expect(meter.light == first)
    }
  }
}

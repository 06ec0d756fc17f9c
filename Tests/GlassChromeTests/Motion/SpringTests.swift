import HUDGeometry
import TestSupport
import Testing

@testable import GlassChrome

@Suite("Springs")
struct SpringTests {
  /// Classical Runge-Kutta on x″ = −2ζω x′ − ω² x.
  private static func integrate(
    _ spring: Spring, way: Double, speed: Double, seconds: Double, steps: Int
  ) -> (way: Double, speed: Double) {
    let ω = spring.angularFrequency
    let h = seconds / Double(steps)
    func pull(_ x: Double, _ v: Double) -> Double { -2 * spring.dampingFraction * ω * v - ω * ω * x }
    var (x, v) = (way, speed)
    for _ in 0..<steps {
      let (x1, v1) = (v, pull(x, v))
      let (x2, v2) = (v + h / 2 * v1, pull(x + h / 2 * x1, v + h / 2 * v1))
      let (x3, v3) = (v + h / 2 * v2, pull(x + h / 2 * x2, v + h / 2 * v2))
      let (x4, v4) = (v + h * v3, pull(x + h * x3, v + h * v3))
      x += h / 6 * (x1 + 2 * x2 + 2 * x3 + x4)
      v += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4)
    }
    return (x, v)
  }

  private static func value(_ spring: Spring, way: Double, speed: Double, seconds: Double)
    -> (way: Double, speed: Double)
  {
    let r = spring.motion(after: seconds)
    return (way * r.wayToWay + speed * r.speedToWay, way * r.wayToSpeed + speed * r.speedToSpeed)
  }

  /// Undamped, under-, nearly and just critically, and overdamped.
  static let dampings = [0, 0.05, 0.5, 0.825, 0.999_999, 1, 1.000_001, 1.5, 2, 6]

  @Test("The closed form is what small steps of the equation arrive at", arguments: dampings)
  func matchesIntegration(damping: Double) {
    var random = Seeded(11)
    for _ in 0..<12 {
      let spring = Spring(response: .random(in: 0.1...1.2, using: &random), dampingFraction: damping)
      let way = Double.random(in: -300...300, using: &random)
      let speed = Double.random(in: -2000...2000, using: &random)
      let seconds = Double.random(in: 0.001...1.5, using: &random)
      let stepped = Self.integrate(spring, way: way, speed: speed, seconds: seconds, steps: 6000)
      let exact = Self.value(spring, way: way, speed: speed, seconds: seconds)
      #expect((exact.way - stepped.way).magnitude < 1e-5)
      #expect((exact.speed - stepped.speed).magnitude < 1e-3)
    }
  }

  @Test("The presets are SwiftUI's")
  func presets() {
    #expect(Spring.snappy == Spring(response: 0.5, dampingFraction: 0.85))
    #expect(Spring.smooth == Spring(response: 0.5, dampingFraction: 1))
    #expect(Spring.spring == Spring(response: 0.5, dampingFraction: 0.825))
    #expect(Spring.interactive == Spring(response: 0.15, dampingFraction: 0.86))
    // Apple's documentation of `Spring`: duration 0.5 and bounce 0.3 are a stiffness of 157.9 and a damping of 17.6.
    let bouncy = Spring(duration: 0.5, bounce: 0.3)
    let ω = bouncy.angularFrequency
    #expect((ω * ω - 157.9).magnitude < 0.05)
    #expect((2 * bouncy.dampingFraction * ω - 17.6).magnitude < 0.05)
  }

  @Test(
    "Bounce 0 is critical, 1 undamped, −0.5 damped twice", arguments: [(0, 1), (1, 0), (-0.5, 2), (0.3, 0.7)])
  func bounces(bounce: Double, damping: Double) {
    let spring = Spring(duration: 0.5, bounce: bounce)
    #expect((spring.dampingFraction - damping).magnitude < 1e-12)
  }

  @Test("Long times and stiff springs give numbers", arguments: [0.0, 0.5, 1, 2, 100])
  func staysFinite(damping: Double) {
    let spring = Spring(response: 0.001, dampingFraction: damping)
    for seconds in [0, 1e-12, 1e-3, 1, 1e6, .infinity] where damping > 0 || seconds.isFinite {
      let r = spring.motion(after: seconds)
      #expect(r.wayToWay.isFinite && r.speedToWay.isFinite)
      #expect(r.wayToSpeed.isFinite && r.speedToSpeed.isFinite)
    }
  }

  @Test("A press settles within 120 ms")
  func pressSettles() {
    for step in 0..<200 {
      #expect(Spring.interactive.motion(after: 0.12 + Double(step) * 0.001).wayToWay.magnitude <= 0.02)
    }
  }

  @Test("Curves run from 0 to 1, never back, and their slope is their slope", arguments: TimingCurve.allCases)
  func curves(curve: TimingCurve) {
    #expect(curve.value(-1) == 0 && curve.value(0) == 0 && curve.value(1) == 1 && curve.value(2) == 1)
    for step in 0..<500 {
      let t = (Double(step) + 0.5) / 500
      let (before, after) = (curve.value(t - 1e-6), curve.value(t + 1e-6))
      #expect(after >= before)
      #expect((curve.slope(t) - (after - before) / 2e-6).magnitude < 1e-4)
    }
  }
}

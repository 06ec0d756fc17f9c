import RealModule

/// A damped spring in SwiftUI's terms, in closed form: its value at a time doesn't depend on earlier frames.
///
/// Mass 1, stiffness ω² with ω = 2π / response, damping 2ζω: x″ + 2ζω x′ + ω² x = 0 for the remaining distance x to
/// the target. Any textbook on vibrations has the three solutions, for example Thomson, "Theory of Vibration",
/// section 2.6; names and presets are those of Apple's `Spring` and of "Animate with springs" (WWDC 2023).
public struct Spring: Sendable, Hashable {
  /// Period of the undamped spring in seconds, at least 0.001: how quickly it responds.
  let response: Double
  /// Damping ratio ζ ≥ 0: below 1 it overshoots, at 1 it is critically damped, above 1 it creeps.
  /// At 0 it swings forever.
  public let dampingFraction: Double

  /// A spring by its physics.
  ///
  /// - Parameters:
  ///   - response: in seconds; less than 1 ms counts as 1 ms.
  ///   - dampingFraction: ζ; negative counts as 0.
  public init(response: Double, dampingFraction: Double) {
    self.response = max(0.001, response)
    self.dampingFraction = max(0, dampingFraction)
  }

  /// A spring by how it looks.
  ///
  /// - Parameters:
  ///   - duration: perceived duration in seconds: the response.
  ///   - bounce: 1 swings forever, 0 doesn't overshoot, below 0 it creeps. Clamped to −0.99 … 1: at
  ///     −1 it would never move.
  public init(duration: Double, bounce: Double) {
    let bounce = min(1, max(-0.99, bounce))
    self.init(response: duration, dampingFraction: bounce >= 0 ? 1 - bounce : 1 / (1 + bounce))
  }

  /// Response 0.5 s, bounce 0.15.
  public static let snappy = Spring(duration: 0.5, bounce: 0.15)
  /// Response 0.5 s, no bounce.
  public static let smooth = Spring(duration: 0.5, bounce: 0)
  /// Response 0.5 s, ζ = 0.825.
  public static let spring = Spring(response: 0.5, dampingFraction: 0.825)
  /// For things that follow a finger: response 0.15 s, ζ = 0.86.
  public static let interactive = Spring(response: 0.15, dampingFraction: 0.86)

  /// ω in radians per second.
  var angularFrequency: Double { 2 * .pi / response }

  /// How distance and speed after `seconds` follow from the initial ones.
  func motion(after seconds: Double) -> MotionResponse {
    let (ω, ζ) = (angularFrequency, dampingFraction)
    // Limited so that a cosine still has a meaningful argument.
    let t = min(1e9, max(0, seconds))
    // c and s are e^−ζωt times cos and sin/ωd, or cosh and sinh/ωd: both are even in ωd, so ζ = 1 is no seam.
    let c: Double
    let s: Double
    let square = 1 - ζ * ζ
    let ωd = ω * square.magnitude.squareRoot()
    if square >= 0 {
      let decay = Double.exp(-ζ * ω * t)
      c = decay * .cos(ωd * t)
      s = decay * (ωd > 0 ? .sin(ωd * t) / ωd : t)
    } else {
      // The slower of the two exponentials, without subtracting nearly equal numbers, and the faster one's lag.
      let slow = Double.exp(-ω * t / (ζ + square.magnitude.squareRoot()))
      let lost = -Double.expMinusOne(-2 * ωd * t)
      c = slow * (2 - lost) / 2
      s = slow * lost / (2 * ωd)
    }
    return MotionResponse(
      wayToWay: c + ζ * ω * s, speedToWay: s, wayToSpeed: -ω * ω * s, speedToSpeed: c - ζ * ω * s)
  }
}

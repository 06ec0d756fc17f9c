import RealModule

/// A damped spring as SwiftUI describes it, solved in closed form: what it says of a time doesn't depend on the
/// frames before.
///
/// Mass 1, stiffness ω² with ω = 2π / response, damping 2ζω: x″ + 2ζω x′ + ω² x = 0 for the way x that is left to
/// the target. Any textbook on vibrations has the three solutions, for instance Thomson, "Theory of Vibration",
/// section 2.6; the names and the presets are those of Apple's `Spring` and of "Animate with springs" (WWDC 2023).
public struct Spring: Sendable, Hashable {
  /// Period of the undamped spring in seconds, > 0: how quickly it answers.
  public let response: Double
  /// ζ ≥ 0: below 1 it overshoots, 1 is critical, above 1 it creeps. At 0 it swings for ever.
  public let dampingFraction: Double

  /// - Parameters:
  ///   - response: seconds; at least 1 ms is taken.
  ///   - dampingFraction: ζ; at least 0 is taken.
  public init(response: Double, dampingFraction: Double) {
    self.response = max(0.001, response)
    self.dampingFraction = max(0, dampingFraction)
  }

  /// - Parameters:
  ///   - duration: how long it seems to take, in seconds: the response.
  ///   - bounce: 1 swings for ever, 0 doesn't overshoot, below 0 it creeps; above −1, where it would never move.
  public init(duration: Double, bounce: Double) {
    let bounce = min(1, max(-0.99, bounce))
    self.init(response: duration, dampingFraction: bounce >= 0 ? 1 - bounce : 1 / (1 + bounce))
  }

  public static let bouncy = Spring(duration: 0.5, bounce: 0.3)
  public static let snappy = Spring(duration: 0.5, bounce: 0.15)
  public static let smooth = Spring(duration: 0.5, bounce: 0)
  public static let spring = Spring(response: 0.5, dampingFraction: 0.825)
  /// For what follows a finger.
  public static let interactive = Spring(response: 0.15, dampingFraction: 0.86)

  /// ω in radians a second.
  public var angularFrequency: Double { 2 * .pi / response }

  /// SwiftUI's bounce, −1 … 1.
  public var bounce: Double { dampingFraction <= 1 ? 1 - dampingFraction : 1 / dampingFraction - 1 }

  /// Seconds until a spring let go at rest stays within `tolerance` of its way for good; infinite without damping.
  ///
  /// - Parameter tolerance: share of the way, 0 … 1; 0.02 is control engineering's usual 98 %.
  public func settlingDuration(tolerance: Double = 0.02) -> Double {
    guard dampingFraction > 0, tolerance > 0 else { return .infinity }
    guard tolerance < 1 else { return 0 }
    var low = 0.0
    var high: Double
    if dampingFraction < 1 {
      // Let go at rest, it turns round every half period; the last turn outside the tolerance starts the last way.
      let root = (1 - dampingFraction * dampingFraction).squareRoot()
      let shrink = -.log(tolerance) * root / (.pi * dampingFraction)
      let halfPeriod = Double.pi / (angularFrequency * root)
      guard shrink < 1e9 else { return shrink * halfPeriod }
      low = shrink.rounded(.down) * halfPeriod
      high = low + halfPeriod
    } else {
      high = response
      while motion(after: high).distance > tolerance { high *= 2 }
    }
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if motion(after: middle).distance.magnitude > tolerance { low = middle } else { high = middle }
    }
    return high
  }

  /// How way and speed after `seconds` follow from those at 0.
  func motion(after seconds: Double) -> MotionResponse {
    let (ω, ζ) = (angularFrequency, dampingFraction)
    // A time for which any cosine still has an argument.
    let t = min(1e9, max(0, seconds))
    // C and S are e^−ζωt times cos and sin/ωd, or cosh and sinh/ωd: both are even in ωd, and so ζ = 1 is no seam.
    let c: Double
    let s: Double
    let square = 1 - ζ * ζ
    let ωd = ω * square.magnitude.squareRoot()
    if square >= 0 {
      let decay = Double.exp(-ζ * ω * t)
      c = decay * .cos(ωd * t)
      s = decay * (ωd > 0 ? .sin(ωd * t) / ωd : t)
    } else {
      // The slower of two exponentials, without taking off a number near it, and how far the faster is behind.
      let slow = Double.exp(-ω * t / (ζ + square.magnitude.squareRoot()))
      let lost = -Double.expMinusOne(-2 * ωd * t)
      c = slow * (2 - lost) / 2
      s = slow * lost / (2 * ωd)
    }
    return MotionResponse(
      wayToWay: c + ζ * ω * s, speedToWay: s, wayToSpeed: -ω * ω * s, speedToSpeed: c - ζ * ω * s)
  }
}

extension MotionResponse {
  /// The way that is left of 1 let go at rest.
  fileprivate var distance: Double { wayToWay }
}

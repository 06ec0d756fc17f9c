/// The way from one value to another.
public enum Motion: Sendable, Hashable {
  case spring(Spring)
  /// A change of fixed length.
  case curve(TimingCurve, seconds: Double)
  /// At once.
  case none

  /// With reduced motion everything that changes dissolves: no spring, no morph, no parallax.
  public static let dissolve = Motion.curve(.linear, seconds: 0.3)

  func response(after seconds: Double) -> MotionResponse {
    switch self {
    case .spring(let spring): return spring.motion(after: seconds)
    case .curve(let curve, let duration):
      guard duration > 0 else { return .arrived }
      let t = seconds / duration
      return MotionResponse(
        wayToWay: 1 - curve.value(t), speedToWay: 0, wayToSpeed: -curve.slope(t) / duration, speedToSpeed: 0)
    case .none: return .arrived
    }
  }
}

/// Every motion here is linear: way and speed at a time are sums of multiples of those at its start. Ways are
/// measured from the target, speeds a second.
struct MotionResponse: Sendable {
  var wayToWay: Double
  var speedToWay: Double
  var wayToSpeed: Double
  var speedToSpeed: Double

  static let arrived = MotionResponse(wayToWay: 0, speedToWay: 0, wayToSpeed: 0, speedToSpeed: 0)
}

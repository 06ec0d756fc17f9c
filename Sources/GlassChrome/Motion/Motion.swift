/// How a value reaches its target.
public enum Motion: Sendable, Hashable {
  /// By a spring, which starts at the value's current speed.
  case spring(Spring)
  /// By a curve of fixed length, which discards the value's current speed.
  case curve(TimingCurve, seconds: Double)
  /// At once.
  case none

  /// How long it takes, or seems to take.
  var seconds: Double {
    switch self {
    case .spring(let spring): spring.response
    case .curve(_, let seconds): seconds
    case .none: 0
    }
  }

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

/// Distance and speed at a time, as multiples of the initial ones: every motion here is linear.
///
/// Distances are measured from the target, speeds per second.
struct MotionResponse: Sendable {
  var wayToWay: Double
  var speedToWay: Double
  var wayToSpeed: Double
  var speedToSpeed: Double

  static let arrived = MotionResponse(wayToWay: 0, speedToWay: 0, wayToSpeed: 0, speedToSpeed: 0)
}

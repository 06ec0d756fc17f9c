/// Up to four numbers that move to a target together.
///
/// It stores their initial values, speeds and time and computes the rest, so a given time has the
/// same values at any frame rate. Before the start, as when a file restarts, it stays there.
struct MotionState: Sendable, Hashable {
  private(set) var start: SIMD4<Double>
  private(set) var startVelocity: SIMD4<Double>
  private(set) var target: SIMD4<Double>
  private(set) var startNanoseconds: Int64
  private(set) var motion: Motion

  init(_ value: SIMD4<Double>) {
    (start, startVelocity, target, startNanoseconds, motion) = (value, .zero, value, 0, .none)
  }

  var isMoving: Bool { motion != .none }

  private func seconds(_ nanoseconds: Int64) -> Double {
    let (elapsed, overflow) = nanoseconds.subtractingReportingOverflow(startNanoseconds)
    return overflow ? .infinity : Double(max(0, elapsed)) * 1e-9
  }

  func value(at nanoseconds: Int64) -> SIMD4<Double> {
    guard isMoving else { return target }
    let response = motion.response(after: seconds(nanoseconds))
    return target + (start - target) * response.wayToWay + startVelocity * response.speedToWay
  }

  /// Per second.
  func velocity(at nanoseconds: Int64) -> SIMD4<Double> {
    guard isMoving else { return .zero }
    let response = motion.response(after: seconds(nanoseconds))
    return (start - target) * response.wayToSpeed + startVelocity * response.speedToSpeed
  }

  mutating func retarget(_ new: SIMD4<Double>, _ motion: Motion, at nanoseconds: Int64) {
    let (value, velocity) = (value(at: nanoseconds), velocity(at: nanoseconds))
    restart(value, velocity: velocity, to: new, motion, at: nanoseconds)
  }

  mutating func restart(
    _ value: SIMD4<Double>, velocity: SIMD4<Double>, to target: SIMD4<Double>, _ motion: Motion,
    at nanoseconds: Int64
  ) {
    (start, startVelocity, self.target) = (value, velocity, target)
    (self.motion, startNanoseconds) = (motion, nanoseconds)
    if motion == .none || (value == target && velocity == .zero) { self = MotionState(target) }
  }

  /// Rests at the target for good once it can't leave it by more than `tolerance`; true if it rests.
  ///
  /// A spring's energy x² + (x′/ω)² never grows, so it bounds every later x. A curve rests when its time is up.
  mutating func settle(at nanoseconds: Int64, tolerance: Double) -> Bool {
    let elapsed = seconds(nanoseconds)
    switch motion {
    case .none: return true
    case .curve(_, let duration): guard elapsed >= duration else { return false }
    case .spring(let spring):
      let way = value(at: nanoseconds) - target
      let speed = velocity(at: nanoseconds) / spring.angularFrequency
      guard (way * way + speed * speed).max() <= tolerance * tolerance else { return false }
    }
    self = MotionState(target)
    return true
  }
}

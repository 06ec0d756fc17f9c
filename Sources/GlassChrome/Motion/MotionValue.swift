import Geometry

/// A number on its way to a target.
typealias MotionValue = Moving<Double>
/// A rectangle on its way to a target: centre and size, each number independently.
typealias MotionRect = Moving<Rect>

/// Something on its way to a target, which may change at any time; a spring keeps its speed.
///
/// It stores initial numbers, speeds and time and computes the rest, so a given time has the same
/// values at any frame rate. Before the start, as when a file restarts, it stays there. Times are
/// frame times in nanoseconds. Nothing here allocates.
struct Moving<Value: MotionNumbers>: Sendable, Hashable {
  private var start: SIMD4<Double>
  private var startSpeeds = SIMD4<Double>.zero
  private var end: SIMD4<Double>
  private var startNanoseconds: Int64 = 0
  private var motion = Motion.none

  /// At rest at a value.
  init(_ value: Value) { self.init(at: value.numbers) }

  private init(at numbers: SIMD4<Double>) { (start, end) = (numbers, numbers) }

  /// Where it is going, or rests.
  var target: Value { Value(numbers: end) }
  /// False once it rests at its target.
  var isMoving: Bool { motion != .none }

  /// The value at a frame's time; before the motion starts, its initial value.
  func value(at nanoseconds: Int64) -> Value { Value(numbers: numbers(at: nanoseconds)) }
  /// Change per second.
  func velocity(at nanoseconds: Int64) -> Value.Velocity { Value.Velocity(numbers: speeds(at: nanoseconds)) }

  private func seconds(_ nanoseconds: Int64) -> Double {
    let (elapsed, overflow) = nanoseconds.subtractingReportingOverflow(startNanoseconds)
    return overflow ? .infinity : Double(max(0, elapsed)) * 1e-9
  }

  private func numbers(at nanoseconds: Int64) -> SIMD4<Double> {
    guard isMoving else { return end }
    let response = motion.response(after: seconds(nanoseconds))
    return end + (start - end) * response.wayToWay + startSpeeds * response.speedToWay
  }

  private func speeds(at nanoseconds: Int64) -> SIMD4<Double> {
    guard isMoving else { return .zero }
    let response = motion.response(after: seconds(nanoseconds))
    return (start - end) * response.wayToSpeed + startSpeeds * response.speedToSpeed
  }

  /// Sends it to another target from where it is; a spring keeps its speed, a curve drops it.
  ///
  /// - Parameter delay: seconds that it rests first, which drops its speed.
  mutating func retarget(
    to target: Value, _ motion: Motion, at nanoseconds: Int64, after delay: Double = 0
  ) {
    // What jumps, but later, does so within a millisecond.
    let motion = motion == .none && delay > 0 ? .curve(.linear, seconds: 0.001) : motion
    restart(
      numbers(at: nanoseconds), delay > 0 ? .zero : speeds(at: nanoseconds), to: target.numbers, motion,
      at: nanoseconds + Int64(delay * 1e9))
  }

  /// Retargets it unless that is where it is going already.
  mutating func aim(at target: Value, _ motion: Motion, at nanoseconds: Int64) {
    if Self(target).target != self.target { retarget(to: target, motion, at: nanoseconds) }
  }

  /// Restarts it from a value, at a speed per second.
  mutating func restart(
    from value: Value, velocity: Value.Velocity, to target: Value, _ motion: Motion, at nanoseconds: Int64
  ) {
    restart(value.numbers, velocity.numbers, to: target.numbers, motion, at: nanoseconds)
  }

  private mutating func restart(
    _ numbers: SIMD4<Double>, _ speeds: SIMD4<Double>, to target: SIMD4<Double>, _ motion: Motion,
    at nanoseconds: Int64
  ) {
    (start, startSpeeds, end) = (numbers, speeds, target)
    (self.motion, startNanoseconds) = (motion, nanoseconds)
    if motion == .none || (numbers == target && speeds == .zero) { self = Self(at: target) }
  }

  /// Puts it at its target for good once no number can leave it by more than `tolerance`; true if it rests there.
  ///
  /// A spring's energy x² + (x′/ω)² never grows, so it bounds every later x. A curve rests when its time is up.
  mutating func settle(at nanoseconds: Int64, tolerance: Double) -> Bool {
    switch motion {
    case .none: return true
    case .curve(_, let duration): guard seconds(nanoseconds) >= duration else { return false }
    case .spring(let spring):
      let way = numbers(at: nanoseconds) - end
      let speed = speeds(at: nanoseconds) / spring.angularFrequency
      guard (way * way + speed * speed).max() <= tolerance * tolerance else { return false }
    }
    self = Self(at: end)
    return true
  }
}

/// What can be ``Moving``: up to four numbers.
protocol MotionNumbers: Sendable, Hashable {
  associatedtype Velocity: MotionNumbers

  /// The numbers; those that it doesn't have are 0.
  var numbers: SIMD4<Double> { get }
  init(numbers: SIMD4<Double>)
}

extension Double: MotionNumbers {
  typealias Velocity = Double

  var numbers: SIMD4<Double> { SIMD4(self, 0, 0, 0) }
  init(numbers: SIMD4<Double>) { self = numbers.x }
}

extension Point: MotionNumbers {
  typealias Velocity = Point

  var numbers: SIMD4<Double> { SIMD4(x, y, 0, 0) }
  init(numbers: SIMD4<Double>) { self.init(numbers.x, numbers.y) }
}

extension Rect: MotionNumbers {
  /// Of the centre.
  typealias Velocity = Point

  var numbers: SIMD4<Double> { SIMD4(x + width / 2, y + height / 2, width, height) }

  /// The size is never negative, even if a spring overshoots.
  init(numbers: SIMD4<Double>) {
    let (width, height) = (max(0, numbers.z), max(0, numbers.w))
    self.init(x: numbers.x - width / 2, y: numbers.y - height / 2, width: width, height: height)
  }
}

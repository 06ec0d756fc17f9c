import Geometry

/// A number on its way to a target, which may change at any time; a spring keeps its speed.
///
/// Times are frame times in nanoseconds. Nothing here allocates.
public struct MotionValue: Sendable, Hashable {
  private var state: MotionState

  /// At rest at a value.
  public init(_ value: Double) { state = MotionState(SIMD4(value, 0, 0, 0)) }

  /// Where it is going, or rests.
  public var target: Double { state.target.x }
  /// False once it rests at its target.
  public var isMoving: Bool { state.isMoving }

  /// The value at a frame's time; before the motion starts, its initial value.
  public func value(at nanoseconds: Int64) -> Double { state.value(at: nanoseconds).x }
  /// Change per second.
  public func velocity(at nanoseconds: Int64) -> Double { state.velocity(at: nanoseconds).x }

  /// Sends it to another target from where it is; a spring keeps its speed, a curve drops it.
  public mutating func retarget(to target: Double, _ motion: Motion, at nanoseconds: Int64) {
    state.retarget(SIMD4(target, 0, 0, 0), motion, at: nanoseconds)
  }

  /// Sends it to a target from where it is, at another speed per second.
  mutating func kick(_ velocity: Double, to target: Double, _ motion: Motion, at nanoseconds: Int64) {
    state.restart(
      SIMD4(value(at: nanoseconds), 0, 0, 0), velocity: SIMD4(velocity, 0, 0, 0), to: SIMD4(target, 0, 0, 0),
      motion, at: nanoseconds)
  }

  /// Puts it at its target for good once it can't leave it by more than `tolerance`; true if it rests there.
  public mutating func settle(at nanoseconds: Int64, tolerance: Double) -> Bool {
    state.settle(at: nanoseconds, tolerance: tolerance)
  }
}

/// A rectangle on its way to a target: centre and size, each number independently. See ``MotionValue``.
public struct MotionRect: Sendable, Hashable {
  private var state: MotionState

  /// At rest in a rectangle.
  public init(_ rect: Rect) { state = MotionState(rect.centerAndSize) }

  /// Where it is going, or rests.
  public var target: Rect { Rect(centerAndSize: state.target) }
  /// False once it rests at its target.
  public var isMoving: Bool { state.isMoving }

  /// The rectangle at a frame's time. Its size is never negative, even if a spring overshoots.
  public func value(at nanoseconds: Int64) -> Rect {
    state.isMoving ? Rect(centerAndSize: state.value(at: nanoseconds)) : target
  }

  /// Speed of the centre, in points per second.
  public func velocity(at nanoseconds: Int64) -> Point {
    let velocity = state.velocity(at: nanoseconds)
    return Point(velocity.x, velocity.y)
  }

  /// Sends it to another target from where it is; a spring keeps its speed, a curve drops it.
  public mutating func retarget(to target: Rect, _ motion: Motion, at nanoseconds: Int64) {
    state.retarget(target.centerAndSize, motion, at: nanoseconds)
  }

  /// Restarts from `rect`, with the centre moving at `velocity` points per second and the size at rest.
  public mutating func restart(
    from rect: Rect, velocity: Point = .zero, to target: Rect, _ motion: Motion, at nanoseconds: Int64
  ) {
    state.restart(
      rect.centerAndSize, velocity: SIMD4(velocity.x, velocity.y, 0, 0), to: target.centerAndSize, motion,
      at: nanoseconds)
  }

  /// Puts it at its target for good once no number can leave it by more than `tolerance`, in
  /// points; true if it rests there.
  public mutating func settle(at nanoseconds: Int64, tolerance: Double) -> Bool {
    state.settle(at: nanoseconds, tolerance: tolerance)
  }
}

extension Rect {
  fileprivate var centerAndSize: SIMD4<Double> { SIMD4(x + width / 2, y + height / 2, width, height) }

  fileprivate init(centerAndSize v: SIMD4<Double>) {
    let (width, height) = (max(0, v.z), max(0, v.w))
    self.init(x: v.x - width / 2, y: v.y - height / 2, width: width, height: height)
  }
}

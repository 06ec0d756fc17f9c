import HUDGeometry

/// A number on its way to a target; it can be sent elsewhere at any time and keeps its speed.
///
/// Times are frame times in nanoseconds. Nothing here allocates.
public struct MotionValue: Sendable, Hashable {
  private var state: MotionState

  public init(_ value: Double) { state = MotionState(SIMD4(value, 0, 0, 0)) }

  public var target: Double { state.target.x }
  /// False once it stands at its target.
  public var isMoving: Bool { state.isMoving }

  public func value(at nanoseconds: Int64) -> Double { state.value(at: nanoseconds).x }
  /// A second.
  public func velocity(at nanoseconds: Int64) -> Double { state.velocity(at: nanoseconds).x }

  /// Sends it to another target from where it is; a spring takes its speed over, a curve drops it.
  public mutating func retarget(to target: Double, _ motion: Motion, at nanoseconds: Int64) {
    state.retarget(SIMD4(target, 0, 0, 0), motion, at: nanoseconds)
  }

  /// Puts it at the target for good when it can't leave it by more than `tolerance`; true when it stands.
  public mutating func settle(at nanoseconds: Int64, tolerance: Double) -> Bool {
    state.settle(at: nanoseconds, tolerance: tolerance)
  }
}

/// A position on its way to a target, by components. See ``MotionValue``.
public struct MotionPoint: Sendable, Hashable {
  private var state: MotionState

  public init(_ point: Point) { state = MotionState(SIMD4(point.x, point.y, 0, 0)) }

  public var target: Point { Point(state.target.x, state.target.y) }
  public var isMoving: Bool { state.isMoving }

  public func value(at nanoseconds: Int64) -> Point {
    let value = state.value(at: nanoseconds)
    return Point(value.x, value.y)
  }

  /// Points a second.
  public func velocity(at nanoseconds: Int64) -> Point {
    let velocity = state.velocity(at: nanoseconds)
    return Point(velocity.x, velocity.y)
  }

  public mutating func retarget(to target: Point, _ motion: Motion, at nanoseconds: Int64) {
    state.retarget(SIMD4(target.x, target.y, 0, 0), motion, at: nanoseconds)
  }

  public mutating func settle(at nanoseconds: Int64, tolerance: Double) -> Bool {
    state.settle(at: nanoseconds, tolerance: tolerance)
  }
}

/// A rectangle on its way to a target: its centre and its size, by components. See ``MotionValue``.
public struct MotionRect: Sendable, Hashable {
  private var state: MotionState

  public init(_ rect: Rect) { state = MotionState(rect.centerAndSize) }

  public var target: Rect { Rect(centerAndSize: state.target) }
  public var isMoving: Bool { state.isMoving }

  /// Never of negative size: a spring that overshoots is cut there.
  public func value(at nanoseconds: Int64) -> Rect {
    state.isMoving ? Rect(centerAndSize: state.value(at: nanoseconds)) : target
  }

  /// Of the centre, in points a second.
  public func velocity(at nanoseconds: Int64) -> Point {
    let velocity = state.velocity(at: nanoseconds)
    return Point(velocity.x, velocity.y)
  }

  public mutating func retarget(to target: Rect, _ motion: Motion, at nanoseconds: Int64) {
    state.retarget(target.centerAndSize, motion, at: nanoseconds)
  }

  /// Starts anew at `rect`, with the centre moving at `velocity`.
  public mutating func restart(
    from rect: Rect, velocity: Point = .zero, to target: Rect, _ motion: Motion, at nanoseconds: Int64
  ) {
    state.restart(
      rect.centerAndSize, velocity: SIMD4(velocity.x, velocity.y, 0, 0), to: target.centerAndSize, motion,
      at: nanoseconds)
  }

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

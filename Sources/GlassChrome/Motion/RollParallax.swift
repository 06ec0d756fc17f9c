import Geometry
import RealModule

/// A small shift of the chrome as the camera rolls, so that the plates seem to float above the scene.
///
/// It is bounded and critically damped. Tremors within the dead band move nothing, so glass on a
/// tripod isn't redrawn every frame. With reduced motion there is no shift.
package struct RollParallax: Sendable {
  /// Largest shift, in points.
  package static let limit = 3.0
  /// Roll in degrees at which the shift reaches three quarters of the limit.
  static let scaleDegrees = 10.0
  /// Roll changes, in degrees, too small to count as movement.
  static let deadBandDegrees = 0.4

  static let spring = Motion.spring(Spring(duration: 0.5, bounce: 0))
  private static let tolerance = 0.01

  /// The shift in points, y down: right for a camera rolled clockwise, and up by a quarter as much
  /// for either direction.
  package private(set) var offset = Point.zero
  private var shift = MotionValue(0)
  private var followedDegrees = 0.0

  /// Starts without a shift.
  package init() {}

  /// True while the shift changes even if the roll doesn't.
  package var isMoving: Bool { shift.isMoving }

  /// Advances to a frame's time; true if ``offset`` changed.
  ///
  /// - Parameters:
  ///   - rollDegrees: the camera's measured roll, > 0 clockwise; if `nil` or not finite, the shift returns to 0.
  ///   - reducesMotion: true removes the shift at once.
  ///   - nanoseconds: the frame's time.
  package mutating func advance(rollDegrees: Double?, reducesMotion: Bool, nanoseconds: Int64) -> Bool {
    let before = offset
    if reducesMotion {
      (shift, followedDegrees, offset) = (MotionValue(0), 0, .zero)
      return offset != before
    }
    let roll = rollDegrees.flatMap { $0.isFinite ? $0 : nil } ?? 0
    let isNear = (roll - followedDegrees).magnitude < Self.deadBandDegrees
    if !isNear || (rollDegrees == nil && followedDegrees != 0) {
      followedDegrees = roll
      shift.retarget(to: Self.limit * .tanh(roll / Self.scaleDegrees), Self.spring, at: nanoseconds)
    }
    _ = shift.settle(at: nanoseconds, tolerance: Self.tolerance)
    let x = min(Self.limit, max(-Self.limit, shift.value(at: nanoseconds)))
    offset = Point(x, -x.magnitude / 4)
    return offset != before
  }
}

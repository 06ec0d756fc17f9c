import HUDGeometry
import RealModule

/// A small shift of what glass mirrors as the camera rolls, so that the plates seem to lie above the scene.
///
/// It is bounded, and damped critically; a roll that trembles within the dead band moves nothing, so that glass on
/// a tripod isn't drawn anew each frame. With reduced motion there is none.
public struct RollParallax: Sendable {
  /// The most it shifts, in points.
  public static let limit = 3.0
  /// Roll in degrees at which it has shifted by three quarters of the most.
  public static let scaleDegrees = 10.0
  /// Changes of the roll, in degrees, that are no movement.
  public static let deadBandDegrees = 0.4

  static let spring = Motion.spring(Spring(duration: 0.5, bounce: 0))
  private static let tolerance = 0.01

  /// The shift in points: to the right for a camera rolled clockwise, and a quarter as far up for either side.
  public private(set) var offset = Point.zero
  private var shift = MotionValue(0)
  private var followedDegrees = 0.0

  public init() {}

  /// True while the shift changes without the roll doing so.
  public var isMoving: Bool { shift.isMoving }

  /// Moves on to a frame's time; true when the shift changed.
  ///
  /// - Parameter rollDegrees: the camera's measured roll, > 0 clockwise; `nil` when it isn't known: the shift goes
  ///   back to none.
  public mutating func advance(rollDegrees: Double?, reducesMotion: Bool, nanoseconds: Int64) -> Bool {
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

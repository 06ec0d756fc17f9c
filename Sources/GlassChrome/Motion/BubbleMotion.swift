import Geometry

/// How a plate moves on glass that rests: the mark of a selection, a knob. It lifts off, runs ahead of its way and
/// gathers itself as it slows; icons under it swell as under a lens.
///
/// All of it follows from the plate's speed, so it is nothing at rest and needs no state of its own.
enum BubbleMotion {
  /// Points that it grows on each side when it is lifted.
  static let lift = 3.0
  /// Speed in points per second at which it is lifted.
  private static let liftSpeed = 300.0
  /// How far ahead it runs: the way of so many seconds, at most this share of its own length.
  private static let aheadSeconds = 0.04
  private static let mostAhead = 0.4
  /// How much larger icons under it are when it is lifted.
  static let swelling = 0.18

  /// How far it is lifted, 0 … 1, at a speed in points per second.
  static func lift(at velocity: Point) -> Double {
    let t = min(velocity.length / liftSpeed, 1)
    return t * t * (3 - 2 * t)
  }

  /// The frame of a plate at a velocity in points per second: longer ahead, thinner across, lifted.
  static func frame(_ frame: Rect, at velocity: Point) -> Rect {
    let lifted = lift(at: velocity)
    guard lifted > 0 else { return frame }
    func ahead(_ speed: Double, _ length: Double) -> Double {
      min(max(speed * aheadSeconds, -mostAhead * length), mostAhead * length)
    }
    let (dx, dy) = (ahead(velocity.x, frame.width), ahead(velocity.y, frame.height))
    // What it gains in length it loses across.
    let thin = (across: dy.magnitude / 8, down: dx.magnitude / 8)
    return Rect(
      x: frame.x + min(dx, 0) + thin.across / 2, y: frame.y + min(dy, 0) + thin.down / 2,
      width: max(frame.width + dx.magnitude - thin.across, 0),
      height: max(frame.height + dy.magnitude - thin.down, 0)
    ).grown(by: lifted * lift)
  }
}

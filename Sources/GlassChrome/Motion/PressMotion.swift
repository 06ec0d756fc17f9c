/// How touched controls respond: pressed within 120 ms (to 98 %), released with a rebound, and a glow under the finger.
enum PressMotion {
  /// Scale of a fully pressed card or other large plate.
  static let cardScale = 0.98
  /// Scale of a fully pressed button.
  static let buttonScale = 0.95
  /// Seconds that a press lasts at least, so that a quick tap is seen.
  static let leastSeconds = 0.1

  /// For the depth of a press, 0 … 1.
  static let press = Motion.spring(.interactive)
  /// For its release: it swings nearly half of the press's depth beyond rest and is still after 0.4 s.
  static let release = Motion.spring(Spring(response: 0.34, dampingFraction: 0.4))
  /// Speed of a release at first, in depths per second.
  static let reboundSpeed = -20.0
  /// For a glow that appears.
  static let glowIn = Motion.curve(.easeOutCubic, seconds: 0.1)
  /// For a glow that fades.
  static let glowOut = Motion.curve(.easeOutCubic, seconds: 0.15)

  /// Scale around the centre at a depth of 1 and, on the rebound, below 0, where `full` is the scale at 1.
  static func scale(pressed: Double, full: Double) -> Double { 1 - (1 - full) * pressed }
}

/// A press on its way: down, held a little even if the finger is quick, and back.
struct Press: Sendable {
  /// 0 at rest, 1 fully down, below 0 on the rebound.
  private(set) var depth: MotionValue
  private var since: Int64 = 0
  /// When a finger that was too quick lets go.
  private var release: Int64?

  init(_ depth: Double) { self.depth = MotionValue(depth) }

  var isMoving: Bool { depth.isMoving || release != nil }

  /// Presses or lets go; does nothing if that is so already.
  mutating func aim(at target: Double, _ motion: DisplayMotion, at now: Int64) {
    if target > 0 {
      release = nil
      if depth.target != target { since = now }
      depth.aim(at: target, motion.press, at: now)
    } else if depth.target > 0, release == nil {
      let least = since + Int64(PressMotion.leastSeconds * 1e9)
      if now < least, !motion.isReduced { release = least } else { letGo(motion, at: now) }
    }
  }

  private mutating func letGo(_ motion: DisplayMotion, at now: Int64) {
    release = nil
    let speed = depth.velocity(at: now) + (motion.isReduced ? 0 : PressMotion.reboundSpeed)
    depth.restart(from: depth.value(at: now), velocity: speed, to: 0, motion.release, at: now)
  }

  /// Lets go when that is due, and rests in the end; true while it rests.
  mutating func settle(_ motion: DisplayMotion, at now: Int64) -> Bool {
    if let due = release, now >= due { letGo(motion, at: due) }
    return depth.settle(at: now, tolerance: 0.01) && release == nil
  }
}

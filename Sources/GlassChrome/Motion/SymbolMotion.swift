import RealModule

/// How icons replace each other, bounce and pulse.
enum SymbolMotion {
  /// Scale that a new icon grows from and the old one shrinks to.
  static let replacedScale = 0.4
  /// For the scale of icons that replace each other.
  static let replace = Motion.spring(Spring(duration: 0.3, bounce: 0.25))
  /// How far a bouncing icon grows at most: by a fifth.
  static let bounceHeight = 0.2
  /// For the scale of a bouncing icon.
  static let bounce = Motion.spring(bounceSpring)
  /// Seconds of one breath of a pulsing icon.
  static let pulseSeconds = 1.6
  /// Opacity of a pulsing icon in mid-breath.
  static let leastPulse = 0.4

  private static let bounceSpring = Spring(response: 0.35, dampingFraction: 0.6)

  /// Speed, in scale per second, that lifts a resting icon by ``bounceHeight``.
  ///
  /// A spring kicked from rest by `v` turns back after `acos(ζ) / ω_d` at `v/ω · e^(−ζω t)`.
  static let bounceSpeed: Double = {
    let (ω, ζ) = (bounceSpring.angularFrequency, bounceSpring.dampingFraction)
    let turn = Double.acos(ζ) / (ω * (1 - ζ * ζ).squareRoot())
    return bounceHeight * ω * .exp(ζ * ω * turn)
  }()

  /// Opacity of an icon that began pulsing at `start`, at a frame's time; both in nanoseconds. Full
  /// at and before the start, and after every ``pulseSeconds``.
  static func pulse(since start: Int64, at nanoseconds: Int64) -> Double {
    let (elapsed, overflow) = nanoseconds.subtractingReportingOverflow(start)
    guard !overflow, elapsed > 0 else { return 1 }
    let turn = Double(elapsed % Int64(pulseSeconds * 1e9)) * 1e-9 / pulseSeconds
    return 1 - (1 - leastPulse) * (1 - .cos(2 * .pi * turn)) / 2
  }
}

extension MotionValue {
  /// Lifts a scale by ``SymbolMotion/bounceHeight``, less if already lifted, and lets it spring back to 1.
  mutating func bounce(at nanoseconds: Int64) {
    let left = 1 - (value(at: nanoseconds) - 1) / SymbolMotion.bounceHeight
    restart(
      from: value(at: nanoseconds), velocity: SymbolMotion.bounceSpeed * min(max(left, 0), 1), to: 1,
      SymbolMotion.bounce, at: nanoseconds)
  }
}

/// A light that turns on within 100 ms (ease-out cubic) and off within 150 ms (ease-in-out cubic).
///
/// The curves are functions of time: at any frame rate it is fully on 100 ms after the frame that
/// switched it on, and fully off after 150 ms. A new target starts from the light's current value,
/// so it never jumps. Under reduced motion it switches at once.
public struct Glow: Sendable, Equatable {
  /// From off to on, 100 ms.
  static let riseNanoseconds: Int64 = 100_000_000
  /// From on to off, 150 ms.
  static let fallNanoseconds: Int64 = 150_000_000

  /// How bright it is, 0 (off) … 1 (on).
  public private(set) var value = 0.0
  /// Whether changes are steps, without motion.
  public let reducesMotion: Bool
  private var origin = 0.0
  private var isOn = false
  private var start: Int64 = 0
  private var last: Int64 = 0

  /// Makes a light that is off.
  public init(reducesMotion: Bool = false) { self.reducesMotion = reducesMotion }

  /// Advances to time `now`, then heads for `isOn`.
  public mutating func update(_ isOn: Bool, nanoseconds now: Int64) {
    // If time goes backwards, the motion moves with it and continues from its current value.
    if now < last { start = start &+ (now &- last) }
    last = now
    if reducesMotion {
      (self.isOn, value) = (isOn, isOn ? 1 : 0)
      return
    }
    advance(to: now)
    if isOn != self.isOn {
      (self.isOn, origin, start) = (isOn, value, now)
    }
  }

  private mutating func advance(to now: Int64) {
    let elapsed = Double(now &- start)
    let t = max(0, min(1, elapsed / Double(isOn ? Self.riseNanoseconds : Self.fallNanoseconds)))
    let target = isOn ? 1.0 : 0.0
    value = t >= 1 ? target : origin + (target - origin) * (isOn ? Self.easeOut(t) : Self.easeInOut(t))
  }

  /// 1 − (1 − t)³.
  static func easeOut(_ t: Double) -> Double {
    let u = 1 - t
    return 1 - u * u * u
  }

  /// 4t³ up to the middle, then its mirror image.
  static func easeInOut(_ t: Double) -> Double {
    guard t >= 0.5 else { return 4 * t * t * t }
    let u = 1 - t
    return 1 - 4 * u * u * u
  }
}

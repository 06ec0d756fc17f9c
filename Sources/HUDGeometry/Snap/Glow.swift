/// A light that goes on within 100 ms (ease-out cubic) and off within 150 ms (ease-in-out cubic).
///
/// The curves are functions of time: whenever it is asked, at any frame rate, it is fully on from 100 ms after the
/// frame that switched it, and fully off from 150 ms. A new target begins from where the light is, so it never
/// jumps. Under reduced motion it is a switch: on and off at once.
public struct Glow: Sendable, Equatable {
  public static let riseNanoseconds: Int64 = 100_000_000
  public static let fallNanoseconds: Int64 = 150_000_000

  /// 0 (off) … 1 (on).
  public private(set) var value = 0.0
  /// True where nothing may move: changes are steps.
  public let reducesMotion: Bool
  private var origin = 0.0
  private var isOn = false
  private var start: Int64 = 0
  private var last: Int64 = 0

  public init(reducesMotion: Bool = false) { self.reducesMotion = reducesMotion }

  /// Moves to time `now`, then towards `isOn`.
  public mutating func update(_ isOn: Bool, nanoseconds now: Int64) {
    // Time that goes backwards takes the motion along: it goes on from where it is.
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

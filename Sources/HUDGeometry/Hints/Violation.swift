/// The guides that a frame violates. A weight of 1 is just enough to make the guide idle.
///
/// A hint begins where a guide is clearly missed, and may stay until it is met: while it is shown, whoever follows it is on the way.
struct Violation: Sendable, Equatable {
  /// The heaviest; among equals, the first in the order of hints.
  private(set) var hint: Hint?
  /// Indexed by the hint's raw value.
  private var weights = SIMD16<Double>(repeating: 0)
  /// Bits by raw value: hints that may stay, by ``Hint/whole``.
  private var lasting: UInt16 = 0

  /// The heaviest weight; 0 without a violation.
  var weight: Double { hint.map { self[$0] } ?? 0 }

  /// A hint's weight; 0 if it isn't violated.
  subscript(hint: Hint) -> Double { weights[hint.rawValue] }

  /// Whether a hint that is shown still says something true.
  func allows(_ hint: Hint) -> Bool { lasting & 1 << hint.whole.rawValue != 0 }

  /// Says that a hint isn't wrong, even if it wouldn't begin now.
  private mutating func allow(_ hint: Hint) { lasting |= 1 << hint.whole.rawValue }

  /// Weights of 0 or less, and NaN, don't count.
  mutating func consider(_ hint: Hint, weight: Double) {
    guard weight > self[hint] else { return }
    allow(hint)
    weights[hint.rawValue] = weight
    guard let heaviest = self.hint else {
      self.hint = hint
      return
    }
    if weight > self[heaviest] || (weight == self[heaviest] && hint.rawValue < heaviest.rawValue) {
      self.hint = hint
    }
  }

  /// If the horizon rises to the right, the camera was rolled clockwise: turn it back to the left. Nothing begins unless the horizon
  /// isn't level even if it is off by twice its margin.
  mutating func consider(_ horizon: HorizonReading) {
    guard horizon.isKnown, horizon.state == .idle || horizon.state == .near else { return }
    let angle = horizon.angleDegrees
    guard angle.magnitude > SnapThresholds.horizon.snapOut else { return }
    let isLittle = angle.magnitude < 4
    let hint: Hint =
      angle > 0 ? (isLittle ? .tiltLeftALittle : .tiltLeft) : (isLittle ? .tiltRightALittle : .tiltRight)
    allow(hint)
    guard angle.magnitude - 2 * (horizon.marginDegrees ?? 0) > SnapThresholds.horizon.snapIn else { return }
    consider(hint, weight: angle.magnitude / SnapThresholds.horizon.nearIn)
  }

  /// `offset` leads from where the subject is to where it should be, in shares of the diagonal. The camera
  /// aims the other way: to bring the subject left, it turns right.
  mutating func consider(offset: Point) {
    // No hint beyond this: the subject is meant to be elsewhere.
    guard offset.length < 0.3 else { return }
    let (across, down): (Hint, Hint) = (
      offset.x < 0 ? .aimRight : .aimLeft, offset.y < 0 ? .aimDown : .aimUp
    )
    if offset.x.magnitude > SnapThresholds.subject.snapIn { allow(across) }
    if offset.y.magnitude > SnapThresholds.subject.snapIn { allow(down) }
    guard offset.length > SnapThresholds.subject.snapOut else { return }
    consider(
      offset.x.magnitude >= offset.y.magnitude ? across : down,
      weight: offset.length / SnapThresholds.subject.nearIn)
  }

  /// `scale` is the subject's height over the template's.
  mutating func consider(scale: Double) {
    guard scale > 0 else { return }
    if scale < 0.95 { allow(.stepCloser) }
    if scale > 1.06 { allow(.stepBack) }
    if scale < 0.85 { consider(.stepCloser, weight: min(4, (1 / scale - 1) * 4)) }
    if scale > 1.18 { consider(.stepBack, weight: min(4, (scale - 1) * 4)) }
  }
}

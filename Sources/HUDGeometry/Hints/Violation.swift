/// The guides that a frame violates. A weight of 1 is just enough to make the guide idle.
struct Violation: Sendable, Equatable {
  /// The heaviest; among equals, the first in the order of hints.
  private(set) var hint: Hint?
  /// Indexed by the hint's raw value.
  private var weights = SIMD16<Double>(repeating: 0)

  /// The heaviest weight; 0 without a violation.
  var weight: Double { hint.map { self[$0] } ?? 0 }

  /// A hint's weight; 0 if it isn't violated.
  subscript(hint: Hint) -> Double { weights[hint.rawValue] }

  /// Weights of 0 or less, and NaN, don't count.
  mutating func consider(_ hint: Hint, weight: Double) {
    guard weight > self[hint] else { return }
    weights[hint.rawValue] = weight
    guard let heaviest = self.hint else {
      self.hint = hint
      return
    }
    if weight > self[heaviest] || (weight == self[heaviest] && hint.rawValue < heaviest.rawValue) {
      self.hint = hint
    }
  }

  /// If the horizon rises to the right, the camera was rolled clockwise: turn it back to the left.
  mutating func consider(_ horizon: HorizonReading) {
    guard horizon.isKnown, horizon.state == .idle || horizon.state == .near else { return }
    let angle = horizon.angleDegrees
    guard angle.magnitude > SnapThresholds.horizon.snapOut else { return }
    let isLittle = angle.magnitude < 4
    let hint: Hint =
      angle > 0 ? (isLittle ? .tiltLeftALittle : .tiltLeft) : (isLittle ? .tiltRightALittle : .tiltRight)
    consider(hint, weight: angle.magnitude / SnapThresholds.horizon.nearIn)
  }

  /// `offset` leads from where the subject is to where it should be, in shares of the diagonal. The camera
  /// aims the other way: to bring the subject left, it turns right.
  mutating func consider(offset: Point) {
    let weight = offset.length / SnapThresholds.subject.nearIn
    guard offset.length > SnapThresholds.subject.snapOut else { return }
    // No hint beyond this: the subject is meant to be elsewhere.
    guard offset.length < 0.3 else { return }
    if offset.x.magnitude >= offset.y.magnitude {
      consider(offset.x < 0 ? .aimRight : .aimLeft, weight: weight)
    } else {
      consider(offset.y < 0 ? .aimDown : .aimUp, weight: weight)
    }
  }

  /// `scale` is the subject's height over the template's.
  mutating func consider(scale: Double) {
    guard scale > 0 else { return }
    if scale < 0.85 { consider(.stepCloser, weight: min(4, (1 / scale - 1) * 4)) }
    if scale > 1.18 { consider(.stepBack, weight: min(4, (scale - 1) * 4)) }
  }
}

import RealModule

/// The probability of each angle from −60° to 60°, in half degrees: of a roll, or of a pitch.
struct AnglePosterior: Sendable {
  static let bins = HorizonEvidence.bins

  /// The share of a roll's mass whose interval holds the truth in nine pictures out of ten: the network
  /// is slightly underconfident (docs/hud.md has the count).
  static let ninetyPercent: Float = 0.8
  /// A normal distribution's interval of 90 % ends at this many standard deviations.
  static let deviationsInMargin = 1.645

  /// Sums to 1, or to 0 if nothing is known.
  var values = [Float](repeating: 0, count: bins)

  /// Nothing is known.
  mutating func forget() { for i in values.indices { values[i] = 0 } }

  /// Bin `i` in degrees.
  static func degrees(_ i: Int) -> Double { Double(i) / 2 - Double(HorizonEvidence.span) }

  /// The mean of the angles within the stretch of this many degrees that holds the most mass; 0 if nothing is known.
  func center(within degrees: Double) -> Double {
    let count = Int(2 * degrees) + 1
    var (mass, moment) = (0.0, 0.0)
    var (most, center) = (0.0, 0.0)
    for i in values.indices {
      mass += Double(values[i])
      moment += Double(values[i]) * Self.degrees(i)
      if i >= count {
        mass -= Double(values[i - count])
        moment -= Double(values[i - count]) * Self.degrees(i - count)
      }
      if mass > most + 1e-9 { (most, center) = (mass, moment / mass) }
    }
    return center
  }

  /// The angle with the most mass within 1°, to a fraction of a bin, and that mass.
  ///
  /// That is the mass of five half degrees: the peak's, and two on either side.
  func peak() -> (angleDegrees: Double, mass: Double) {
    var best = 2
    var mass: Float = 0
    for i in 2..<Self.bins - 2 {
      let near = values[i - 2] + values[i - 1] + values[i] + values[i + 1] + values[i + 2]
      if near > mass { (mass, best) = (near, i) }
    }
    var (sum, moment): (Float, Float) = (0, 0)
    for i in max(0, best - 3)...min(Self.bins - 1, best + 3) {
      sum += values[i]
      moment += values[i] * Float(i - best)
    }
    guard sum > 0 else { return (0, 0) }
    let angle = Self.degrees(best) + Double(moment / sum) / 2
    return (angle, Double(min(1, mass)))
  }

  /// Takes another posterior, with the mass within 3° of an angle gathered about it by a witness that is right with a
  /// probability of `trust`, and then off by `deviation` degrees. What lies further away keeps its mass: the
  /// witness saw nothing of it.
  mutating func take(_ other: AnglePosterior, about angle: Double, deviation: Double, trust: Double) {
    for i in values.indices { values[i] = other.values[i] }
    let place = Int(((angle + Double(HorizonEvidence.span)) * 2).rounded())
    let near = max(0, min(Self.bins, place - 6))..<max(0, min(Self.bins, place + 7))
    var (before, after): (Float, Float) = (0, 0)
    for i in near {
      let off = (Self.degrees(i) - angle) / deviation
      before += values[i]
      values[i] *= Float(1 - trust + trust * Double.exp(-off * off / 2))
      after += values[i]
    }
    guard after > 0 else { return }
    for i in near { values[i] *= before / after }
  }

  /// Takes what another posterior has near an angle, weighed by a normal distribution of this deviation about it.
  ///
  /// - Returns: the share of its mass that is left.
  mutating func take(_ other: borrowing AnglePosterior, near angle: Double, deviation: Double) -> Double {
    var (before, after): (Float, Float) = (0, 0)
    for i in values.indices {
      let off = (Self.degrees(i) - angle) / deviation
      before += other.values[i]
      values[i] = other.values[i] * Float(Double.exp(-off * off / 2))
      after += values[i]
    }
    guard before > 0, after > 0 else { return 0 }
    for i in values.indices { values[i] /= after }
    return Double(after / before)
  }

  /// Reduces the past to `decay` of its weight and adds `next`, turned by `degrees`, for the rest.
  mutating func blend(_ next: AnglePosterior, turnedBy degrees: Double, decay: Float) {
    let shift = Float(degrees * 2)
    let whole = shift.rounded(.down)
    guard whole.magnitude < Float(Self.bins) else { return }
    let part = shift - whole
    for i in 0..<Self.bins {
      let from = i - Int(whole)
      let a = from >= 0 && from < Self.bins ? next.values[from] : 0
      let b = from >= 1 && from <= Self.bins ? next.values[from - 1] : 0
      values[i] = values[i] * decay + (a * (1 - part) + b * part) * (1 - decay)
    }
  }

  /// Half the width of the interval about an angle that holds a share of the mass; a bin's mass is spread evenly over
  /// its half degree.
  func margin(about angle: Double, holding share: Float) -> Double {
    var (held, margin): (Float, Double) = (0, 0)
    while margin < Double(2 * HorizonEvidence.span) {
      let next = mass(from: angle + margin) + mass(from: angle - margin - 0.5)
      if held + next >= share { return margin + 0.5 * Double((share - held) / next) }
      held += next
      margin += 0.5
    }
    return margin
  }

  /// The mass within some half degrees of an angle.
  func mass(about angle: Double, within degrees: Double) -> Double {
    // Not by `stride`, which fuses a product and a sum.
    (0..<Int(4 * degrees)).reduce(0) { $0 + Double(mass(from: angle + (Double($1) / 2 - degrees))) }
  }

  /// The mass of the half degree that begins at `degrees`.
  private func mass(from degrees: Double) -> Float {
    let place = (degrees + 0.25 + Double(HorizonEvidence.span)) * 2
    let (whole, part) = (place.rounded(.down), Float(place - place.rounded(.down)))
    guard whole >= -1, whole < Double(Self.bins) else { return 0 }
    let bin = Int(whole)
    return (bin >= 0 ? values[bin] * (1 - part) : 0) + (bin + 1 < Self.bins ? values[bin + 1] * part : 0)
  }
}

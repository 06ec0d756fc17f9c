import RealModule

/// The roll that a picture's upright segments agree on, far finer than the posterior's half degrees.
///
/// An upright's line passes through the zenith (`HorizonEvidence`), so each gives the roll as its own direction
/// and asin(c·z): nearly a straight line in c, whose height is the roll and whose slope is z. Least squares, reweighted
/// after Tukey. What segments scatter beyond their own precision counts as scatter of the scene: trunks lean.
struct UprightFit: Sendable {
  /// As in `HorizonEstimate`.
  private(set) var angleDegrees = 0.0
  /// Of the roll, in degrees, if segments were independent of each other.
  private(set) var deviation = Double.infinity
  /// How far the fit replaces the posterior's peak, 0 … 1.
  private(set) var trust = 0.0

  /// Segments further from their common zenith are no uprights, in degrees.
  private static let reach: Float = 3
  /// A segment of n pixels is precise to this many degrees by n^−1.5, for ends that are off by half a pixel,
  /// but not beyond `finest`.
  private static let precision: Float = 100
  private static let finest: Float = 0.05
  /// Beyond four standard deviations a segment has no weight.
  private static let cutoff: Float = 4
  private static let leanDeviation: Float = 0.5
  private static let steepest: Float = 0.8
  private static let fewest = 3
  private static let rounds = 8
  /// Deviations at which the fit is trusted fully, and no longer; how far it may be from the peak, in degrees.
  private static let sure = 0.1
  private static let unsure = 0.25
  private static let nearby = 1.5
  /// How far around a trusted fit the truth is sought, in degrees: the posterior's steps allow no less.
  static let spread = 0.35

  /// The roll that a segment gives is `base` + asin(`lever` · z), both in degrees but for the lever.
  private struct Upright {
    var base: Float = 0
    var lever: Float = 0
    var variance: Float = 0
    var pixels: Float = 0
    var error: Float = 0
  }

  private var uprights = [Upright](repeating: Upright(), count: SegmentScan.capacity)
  private var count = 0
  private var votes = [Float](repeating: 0, count: 2 * HorizonEvidence.leans + 1)
  /// Weights by the square root of the error.
  private var histogram = [Float](repeating: 0, count: 96)

  /// Fits a zenith to the segments near a roll; allocates nothing.
  mutating func fit(
    _ scan: borrowing SegmentScan, _ evidence: borrowing HorizonEvidence, width: Int, near degrees: Double
  ) {
    (angleDegrees, deviation, trust) = (degrees, .infinity, 0)
    var roll = Float(degrees)
    var lean = startingLean(evidence, rolledBy: degrees)
    gather(scan, width: width, near: roll, lean)
    for round in 0..<Self.rounds {
      let within = round < 2 ? Self.reach + 2 : Self.reach
      guard var sums = weigh(roll, lean, within: within) else { return }
      sums.slopes += 1 / (Self.leanDeviation * Self.leanDeviation)
      let determinant = sums.weights * sums.slopes - sums.levers * sums.levers
      guard determinant > 0 else { return }
      let turn = (sums.slopes * sums.errors - sums.levers * sums.leaning) / determinant
      let tilt = (sums.levers * sums.errors - sums.weights * sums.leaning) / determinant
      roll += max(-3, min(3, turn))
      lean = max(-Self.steepest, min(Self.steepest, lean + max(-0.2, min(0.2, tilt))))
      deviation = Double((sums.slopes / determinant).squareRoot())
    }
    angleDegrees = Double(roll)
    guard (angleDegrees - degrees).magnitude < Self.nearby else { return }
    trust = max(0, min(1, (Self.unsure - deviation) / (Self.unsure - Self.sure)))
  }

  /// The lean that most long uprights vote for at a roll, to a fraction of a step.
  private mutating func startingLean(_ evidence: borrowing HorizonEvidence, rolledBy degrees: Double) -> Float
  {
    evidence.uprights(rolledBy: degrees, into: &votes)
    var best = 0
    for j in votes.indices {
      votes[j] *= HorizonEvidence.prior(ofLean: j)
      if votes[j] > votes[best] { best = j }
    }
    var place = Float(best - HorizonEvidence.leans)
    if best > 0, best + 1 < votes.count {
      let bend = votes[best - 1] - 2 * votes[best] + votes[best + 1]
      if bend < 0 { place += max(-0.5, min(0.5, 0.5 * (votes[best - 1] - votes[best + 1]) / bend)) }
    }
    return place * HorizonEvidence.leanStep
  }

  /// The segments that may be uprights, whatever the fit comes to.
  private mutating func gather(_ scan: borrowing SegmentScan, width: Int, near roll: Float, _ lean: Float) {
    count = 0
    for i in 0..<scan.count {
      let s = scan.segments[i]
      let base = s.angle > 0 ? s.angle - 90 : s.angle + 90
      guard (base - roll).magnitude < 35 else { continue }
      let radians = s.angle * (.pi / 180)
      let distance = Float.sin(radians) * s.u + Float.cos(radians) * s.v
      let pixels = max(6, s.length * Float(width))
      let precision = Self.precision / (pixels * pixels.squareRoot())
      let upright = Upright(
        base: base, lever: s.angle > 0 ? -distance : distance,
        variance: precision * precision + Self.finest * Self.finest, pixels: pixels)
      guard (Self.roll(of: upright, lean) - roll).magnitude < 3 * Self.reach else { continue }
      uprights[count] = upright
      count += 1
    }
  }

  private static func roll(of upright: Upright, _ lean: Float) -> Float {
    // The arcsine's series: within .02° up to half the radius.
    let sine = max(-0.5, min(0.5, upright.lever * lean))
    let square = sine * sine
    return upright.base + sine * (1 + square * (1 / 6 + square * 3 / 40)) * (180 / .pi)
  }

  /// Sums over weighted segments: of weights, of the slopes of the roll by the lean, of their squares, and of
  /// errors alone and by these slopes.
  private struct Sums {
    var weights: Float = 0
    var levers: Float = 0
    var slopes: Float = 0
    var errors: Float = 0
    var leaning: Float = 0
  }

  /// `nil` if too few segments are near.
  private mutating func weigh(_ roll: Float, _ lean: Float, within reach: Float) -> Sums? {
    guard let scatter = scatter(roll, lean, within: reach) else { return nil }
    var sums = Sums()
    for i in 0..<count where uprights[i].error.magnitude < reach {
      let upright = uprights[i]
      let variance = upright.variance + scatter * scatter
      let off = upright.error * upright.error / (variance * Self.cutoff * Self.cutoff)
      guard off < 1 else { continue }
      let weight = (1 - off) * (1 - off) / variance
      let sine = max(-0.5, min(0.5, upright.lever * lean))
      let slope = upright.lever * (180 / .pi) / (1 - sine * sine).squareRoot()
      sums.weights += weight
      sums.levers += weight * slope
      sums.slopes += weight * slope * slope
      sums.errors += weight * upright.error
      sums.leaning += weight * slope * upright.error
    }
    return sums.weights > 0 ? sums : nil
  }

  /// Notes each segment's error; the standard deviation that their median has, the longer ones counting more.
  private mutating func scatter(_ roll: Float, _ lean: Float, within reach: Float) -> Float? {
    for i in histogram.indices { histogram[i] = 0 }
    let scale = Float(histogram.count) / reach.squareRoot()
    var (near, total) = (0, Float(0))
    for i in 0..<count {
      uprights[i].error = Self.roll(of: uprights[i], lean) - roll
      let error = uprights[i].error.magnitude
      guard error < reach else { continue }
      let length = min(200, uprights[i].pixels)
      let weight = length * length
      histogram[min(histogram.count - 1, Int(error.squareRoot() * scale))] += weight
      total += weight
      near += 1
    }
    guard near >= Self.fewest else { return nil }
    var (bin, below) = (0, Float(0))
    while bin + 1 < histogram.count, below + histogram[bin] < total / 2 {
      below += histogram[bin]
      bin += 1
    }
    let place = (Float(bin) + (total / 2 - below) / max(histogram[bin], .leastNormalMagnitude)) / scale
    return max(0.02, 1.48 * place * place)
  }
}

import CGuides
import RealModule

/// How far the camera looks up or down and how wide it sees, once its roll is known.
///
/// Lengths are in halves of the picture's longer side, f the focal length. Uprights meet in the zenith, which gives z =
/// tan(pitch)/f. Level lines meet on the horizon, h = f·tan(pitch) below the middle: where they are parallel in the world,
/// many meet at one place, more than if their directions were exchanged among them. The perspective field sees both. Each
/// pair of pitch and focal length is as likely as its z and its h together.
struct PitchEstimator: Sendable {
  /// In half degrees.
  private(set) var posterior = AnglePosterior()
  /// The probability of each of the focal lengths.
  private(set) var focal = [Float](repeating: 0, count: focals)

  /// The focal length, if it is known; `nil` to estimate it.
  private(set) var knownFocal: Double?

  /// What speaks for one pitch lies within this many degrees, further away for another one.
  static let stretch = 8.0

  static let focals = 14
  /// Of horizontal fields of view from 126° to 31°.
  static let lengths: [Float] = (0..<focals).map { 0.5 * Float.exp(0.15 * Float($0)) }

  // Fitted by maximum likelihood to 1,500 views of the panoramas that the field was trained on.
  private static let leanGain: Float = 1.57
  private static let heightGain: Float = 1.6
  private static let uprightGain: Float = 103
  private static let meetingGain: Float = 4
  private static let lineGain: Float = 4
  /// How far from the horizon a line across the picture may pass, in halves of the longer side.
  private static let lineSpread: Float = 0.02
  /// Standard deviations: of pitches, in degrees; of the logarithm of focal lengths about a usual one.
  private static let pitches: Float = 10
  private static let zooms: Float = 0.35
  private static let usualFocal: Float = 1.4

  /// A line across the whole picture that may be the horizon: how far it passes below the middle, in picture widths, and
  /// how far it is trusted, 0 … 1; `nil` without one.
  var line: (offset: Double, trust: Double)?

  /// Lines that say something: neither level nor upright, in degrees.
  private static let slant = 2.0..<70
  private static let mostLines = 128
  private static let fewestLines = 6
  private static let meetings = 25
  private static let meetingStep: Float = 0.1
  private static let firstMeeting: Float = -1.2

  /// Tables of logarithms, finely: by z, and by h.
  private static let fine: Float = 0.0125
  private var byLean = [Float](repeating: 0, count: 2 * 64 + 1)
  private var byHeight = [Float](repeating: 0, count: 2 * 120 + 1)
  private var leans = [Float](repeating: 0, count: PerspectiveField.leans)
  private var heights = [Float](repeating: 0, count: PerspectiveField.heights)
  private var uprights = [Float](repeating: 0, count: 2 * HorizonEvidence.leans + 1)
  private var meeting = [Float](repeating: 0, count: meetings)
  private var exchanged = [Float](repeating: 0, count: meetings)
  private var lines = [cguides_slanted](repeating: cguides_slanted(), count: mostLines)
  private var weights = [Float](repeating: 0, count: mostLines)
  private var scores = [Float](repeating: 0, count: focals * AnglePosterior.bins)
  private let tangents: [Float]
  /// A picture width, in halves of the longer side.
  private let unit: Float

  /// - Parameter aspect: width over height of what the picture shows.
  init(aspect: Double) {
    unit = 2 * Float(min(1, aspect))
    tangents = (0..<AnglePosterior.bins).map { Float(Double.tan(AnglePosterior.degrees($0) * .pi / 180)) }
  }

  /// Takes the field of view from the picture's left to its right edge, in degrees, as known; `nil` to estimate it.
  mutating func take(fieldOfView degrees: Double?) {
    knownFocal = degrees.map { Double(unit) / 2 / Double.tan($0 * .pi / 360) }
  }

  /// Reads what an estimate was made of; allocates nothing.
  ///
  /// - Parameter degrees: the roll.
  mutating func read(
    _ evidence: borrowing HorizonEvidence, _ scan: borrowing SegmentScan, _ field: borrowing PerspectiveField,
    rolledBy degrees: Double
  ) {
    evidence.uprights(rolledBy: degrees, into: &uprights)
    meet(scan, rolledBy: degrees)
    field.scores(rolledBy: degrees, leans: &leans, heights: &heights)
    let all = uprights.reduce(1, +)
    for i in byLean.indices {
      let z = (Float(i) - Float(byLean.count / 2)) * Self.fine
      let seen = cubic((z - PerspectiveField.firstLean) / PerspectiveField.step, leans)
      let voted = linear(z * unit / HorizonEvidence.leanStep + Float(HorizonEvidence.leans), uprights)
      byLean[i] = Self.leanGain * seen + Self.uprightGain * voted / all
    }
    for i in byHeight.indices {
      let h = (Float(i) - Float(byHeight.count / 2)) * Self.fine
      let seen = cubic((h - PerspectiveField.firstHeight) / PerspectiveField.step, heights)
      byHeight[i] =
        Self.heightGain * seen
        + Self.meetingGain * linear((h - Self.firstMeeting) / Self.meetingStep, meeting)
      if let line {
        let off = (h - Float(line.offset) * unit) / Self.lineSpread
        byHeight[i] += Self.lineGain * Float(line.trust) * Float.exp(-off * off / 2)
      }
    }
    judge()
  }

  /// The probability of each pitch and focal length.
  private mutating func judge() {
    let count = knownFocal == nil ? Self.focals : 1
    var most = -Float.infinity
    for k in 0..<count {
      let f = knownFocal.map { Float($0) } ?? Self.lengths[k]
      let zoom = knownFocal == nil ? Float.log(f / Self.usualFocal) / Self.zooms : 0
      for i in 0..<AnglePosterior.bins {
        let pitch = Float(AnglePosterior.degrees(i)) / Self.pitches
        let z = tangents[i] / f / Self.fine + Float(byLean.count / 2)
        let h = tangents[i] * f / Self.fine + Float(byHeight.count / 2)
        let score = linear(z, byLean) + linear(h, byHeight) - (pitch * pitch + zoom * zoom) / 2
        scores[k * AnglePosterior.bins + i] = score
        most = max(most, score)
      }
    }
    for i in 0..<AnglePosterior.bins { posterior.values[i] = 0 }
    var total: Float = 0
    for k in 0..<count {
      focal[k] = 0
      for i in 0..<AnglePosterior.bins {
        let mass = Float.exp(scores[k * AnglePosterior.bins + i] - most)
        posterior.values[i] += mass
        focal[k] += mass
      }
      total += focal[k]
    }
    for i in 0..<AnglePosterior.bins { posterior.values[i] /= total }
    for k in 0..<count { focal[k] /= total }
  }

  /// How much more densely lines meet on each horizon than exchanged ones do, as logarithms.
  private mutating func meet(_ scan: borrowing SegmentScan, rolledBy degrees: Double) {
    for k in meeting.indices { meeting[k] = 0 }
    let count = gather(scan, rolledBy: degrees)
    guard count >= Self.fewestLines else { return }
    for part in 0..<4 {
      // SAFETY: there are `count` lines and weights, and as many results as horizons.
      unsafe cguides_meet(
        lines, weights, Int32(count), Int32(part * count / 4), Self.firstMeeting, Self.meetingStep,
        Int32(Self.meetings), &exchanged)
      for k in meeting.indices {
        let value = Float.log(exchanged[k] + 1e-3)
        // The mean of three exchanges.
        meeting[k] += part == 0 ? value : -value / 3
      }
    }
  }

  /// The weightier half of the slanted segments, in coordinates along the horizon.
  private mutating func gather(_ scan: borrowing SegmentScan, rolledBy degrees: Double) -> Int {
    func slant(_ s: Segment) -> Double {
      let angle = Double(s.angle) - degrees
      return angle > 90 ? angle - 180 : angle < -90 ? angle + 180 : angle
    }
    func weight(_ s: Segment) -> Float { min(s.weight, 0.5) * min(1, s.length * 8) }
    var (sum, number): (Float, Float) = (0, 0)
    for i in 0..<scan.count where Self.slant.contains(slant(scan.segments[i]).magnitude) {
      sum += weight(scan.segments[i])
      number += 1
    }
    let (sine, cosine) = (Float(Double.sin(degrees * .pi / 180)), Float(Double.cos(degrees * .pi / 180)))
    var count = 0
    for i in 0..<scan.count where count < Self.mostLines {
      let s = scan.segments[i]
      let angle = slant(s)
      guard Self.slant.contains(angle.magnitude), weight(s) * number >= sum else { continue }
      lines[count] = cguides_slanted(
        x: unit * (cosine * s.u - sine * s.v), y: unit * (sine * s.u + cosine * s.v),
        inverse: 1 / Float(Double.tan(angle * .pi / 180)))
      weights[count] = weight(s)
      count += 1
    }
    return count
  }
}

import CGuides
import RealModule

/// The evidence for each roll from −60° to 60°, in half degrees: one curve per witness.
struct HorizonEvidence: Sendable {
  static let span = 60
  static let bins = 4 * span + 1
  static let channels = 16

  /// `channels` curves of `bins` values.
  private(set) var curves = [Float](repeating: 0, count: channels * bins)
  /// The amount of evidence: edge energy, segments, their weight; as logarithms.
  private(set) var amounts = [Float](repeating: 0, count: 3)

  // Tables reach `pad` bins further on either side.
  private static let pad = 8
  private static let columns = bins + 2 * pad
  /// Leans z = tan(pitch)/f of uprights, f in picture widths, on either side of none.
  static let leans = 10
  static let leanStep: Float = 0.05
  private static let rows = 2 * leans + 1
  private static let reach = 60
  private static let offsets = 2 * reach + 1

  /// Segments, long segments, cells; each for every lean.
  private var upright = [Float](repeating: 0, count: 3 * rows * columns)
  private var level = [Float](repeating: 0, count: 3 * columns)
  /// All edges, and those brighter above minus those darker above; whole degrees.
  private var hough = [Float](repeating: 0, count: 2 * (2 * span + 1) * offsets)
  private var peaks = [Float](repeating: 0, count: 2 * (2 * span + 1))
  private var priors = [Float](repeating: 0, count: rows)
  private var cosines = [Float](repeating: 0, count: 2 * span + 1)
  private var sines = [Float](repeating: 0, count: 2 * span + 1)
  private var kernel = [Float](repeating: 0, count: 9)

  init() {
    for i in cosines.indices {
      let angle = (Double(i) - Double(Self.span)) * .pi / 180
      cosines[i] = Float(Double.cos(angle))
      sines[i] = Float(Double.sin(angle))
    }
    for j in priors.indices { priors[j] = Self.prior(ofLean: j) }
    for i in kernel.indices { kernel[i] = Float(Double.exp(-Double((i - 4) * (i - 4)) / 4.5)) }
    let sum = kernel.reduce(0, +)
    for i in kernel.indices { kernel[i] /= sum }
  }

  /// What a vote for a lean counts: the camera rarely looks far up or down.
  static func prior(ofLean j: Int) -> Float {
    let z = Float(j - leans) * leanStep
    return 1 - 0.4 * z * z
  }

  /// The factor that brings a curve to about 0 … 10.
  static func scale(of channel: Int) -> Float { channel < 11 ? 20 : channel < 14 ? 4 : 1 }

  mutating func read(
    _ cells: borrowing EdgeCells, _ scan: borrowing SegmentScan, _ split: borrowing RegionSplit,
    _ field: borrowing PerspectiveField, turnedBy degrees: Double
  ) {
    for i in upright.indices { upright[i] = 0 }
    for i in level.indices { level[i] = 0 }
    for i in hough.indices { hough[i] = 0 }
    var total: Float = 0
    for i in 0..<scan.count {
      let s = scan.segments[i]
      let long = s.weight * min(1, s.length * 8)
      voteUpright(0, s.u, s.v, s.angle, (s.weight, long))
      voteLevel(0, s.angle, s.weight)
      voteLevel(1, s.angle, long)
      total += s.weight
    }
    let share = cells.totalWeight > 0 ? 1 / cells.totalWeight : 0
    for i in 0..<cells.count {
      let e = cells.edges[i]
      voteUpright(2, e.u, e.v, e.angle, (e.weight * share, 0))
      voteLevel(2, e.angle, e.weight * share)
      voteLine(e, share)
    }
    for k in 0..<3 {
      Self.smooth(level, k * Self.columns, kernel, into: &curves, k * Self.bins)
      takeUprights(k)
    }
    takeLines()
    takeSplit(split)
    takeField(field, turnedBy: degrees)
    amounts[0] = Float.log(max(1, cells.totalWeight)) / 4 - 3.5
    amounts[1] = Float.log(Float(scan.count) + 1) / 3 - 1.3
    amounts[2] = Float.log(total + 0.1)
  }

  /// The votes of long upright segments for each lean, if the camera is rolled by `degrees`.
  func uprights(rolledBy degrees: Double, into votes: inout [Float]) {
    let bin = Int(((degrees + Double(Self.span)) * 2).rounded()) + Self.pad
    for j in 0..<Self.rows {
      let row = (Self.rows + j) * Self.columns + max(4, min(Self.columns - 5, bin)) - 4
      votes[j] = 0
      for i in kernel.indices { votes[j] += kernel[i] * upright[row + i] }
    }
  }

  /// The line within 2° of this angle that most edges lie along, less those of opposite polarity;
  /// `nil` if none do.
  func heaviestLine(near degrees: Double) -> HorizonLine? {
    let middle = Int(degrees.rounded())
    let (from, to) = (max(-Self.span, middle - 2), min(Self.span, middle + 2))
    guard from <= to else { return nil }
    var line: HorizonLine?
    for angle in from...to {
      let row = (2 * Self.span + 1 + angle + Self.span) * Self.offsets
      for i in 1..<Self.offsets - 1 {
        let vote = Double((hough[row + i - 1] + 2 * hough[row + i] + hough[row + i + 1]).magnitude)
        guard vote > line?.vote ?? 0 else { continue }
        let distance = Double(i - Self.reach) / 100 / Double(cosines[angle + Self.span])
        line = HorizonLine(angleDegrees: Double(angle), offset: distance, vote: vote)
      }
    }
    return line
  }

  private mutating func voteLevel(_ k: Int, _ angle: Float, _ weight: Float) {
    let place = (angle + Float(Self.span)) * 2 + Float(Self.pad)
    guard place >= 0, place < Float(Self.columns - 1) else { return }
    let bin = Int(place)
    let part = place - Float(bin)
    level[k * Self.columns + bin] += weight * (1 - part)
    level[k * Self.columns + bin + 1] += weight * part
  }

  /// A line at direction φ and distance c from the middle passes through the zenith (−sin R, −cos R, z) if R
  /// = φ ± 90° + asin(c·z). It votes in table `k`, and segments also in the next one; `weights` are for these
  /// two.
  private mutating func voteUpright(
    _ k: Int, _ u: Float, _ v: Float, _ angle: Float, _ weights: (Float, Float)
  ) {
    guard angle.magnitude > 90 - Float(Self.span) else { return }
    let radians = angle * (.pi / 180)
    let distance = Float.sin(radians) * u + Float.cos(radians) * v
    let base = angle > 0 ? angle - 90 : angle + 90
    let shift = (angle > 0 ? distance : -distance) * Self.leanStep * 180 / .pi
    var by = cguides_leans(
      rows: Int32(Self.rows), columns: Int32(Self.columns), span: Float(Self.span), pad: Float(Self.pad))
    // SAFETY: tables of `rows × columns` votes from k on: two for segments, the last for cells.
    unsafe upright.withUnsafeMutableBufferPointer { upright in
      unsafe withUnsafeBytes(of: weights) { weights in
        guard let tables = upright.baseAddress else { return }
        unsafe cguides_vote_uprights(
          tables + k * Self.rows * Self.columns, k == 0 ? 2 : 1, &by, base, shift,
          weights.baseAddress?.assumingMemoryBound(to: Float.self))
      }
    }
  }

  private mutating func voteLine(_ e: EdgeCells.Edge, _ share: Float) {
    let nearest = Int(e.angle.rounded())
    let (from, to) = (max(-Self.span, nearest - 3), min(Self.span, nearest + 3))
    guard from <= to else { return }
    var line = cguides_line(
      u: e.u, v: e.v, angle: e.angle, weight: e.weight * share, gradient_x: e.gradientX,
      gradient_y: e.gradientY, from: Int32(from), to: Int32(to))
    // SAFETY: two tables with a row of offsets for each angle; the line's range ends at the last one.
    unsafe cguides_vote_line(
      &hough, Int32(2 * Self.span + 1), Int32(Self.offsets), sines, cosines, &line)
  }

  /// `row` is the index at which the row of votes begins, `place` that of the curve.
  private static func smooth(
    _ table: [Float], _ row: Int, _ kernel: [Float], into curves: inout [Float], _ place: Int
  ) {
    // SAFETY: a row has `pad` more votes than bins on both sides, of which a kernel of nine reaches four; each curve
    // has `bins` values.
    unsafe table.withUnsafeBufferPointer { table in
      unsafe curves.withUnsafeMutableBufferPointer { curves in
        guard let table = table.baseAddress, let curves = curves.baseAddress else { return }
        unsafe cguides_smooth_curve(table + row + pad - 4, kernel, Int32(bins), curves + place)
      }
    }
  }

  /// The curve of each roll's best lean, and the curve of no lean.
  private mutating func takeUprights(_ k: Int) {
    let first = k * Self.rows * Self.columns
    Self.smooth(upright, first + Self.leans * Self.columns, kernel, into: &curves, (3 + 2 * k) * Self.bins)
    // SAFETY: as above, for `rows` rows.
    unsafe upright.withUnsafeBufferPointer { upright in
      unsafe curves.withUnsafeMutableBufferPointer { curves in
        guard let upright = upright.baseAddress, let curves = curves.baseAddress else { return }
        unsafe cguides_best_curve(
          upright + first + Self.pad - 4, Int32(Self.rows), Int32(Self.columns), kernel, priors,
          Int32(Self.bins), curves + (4 + 2 * k) * Self.bins)
      }
    }
  }

  private mutating func takeLines() {
    let angles = 2 * Self.span + 1
    // SAFETY: two tables with a row for each angle, and as many peaks.
    unsafe cguides_line_peaks(hough, Int32(2 * angles), Int32(Self.offsets), &peaks)
    for k in 0..<2 {
      for angle in 0..<angles { curves[(9 + k) * Self.bins + 2 * angle] = peaks[k * angles + angle] }
      fill(9 + k)
    }
  }

  private mutating func takeSplit(_ split: borrowing RegionSplit) {
    for k in 0..<3 {
      for i in 0..<Self.bins {
        let place = Float(i) / 6
        let bin = min(Int(place), RegionSplit.angles - 2)
        let part = place - Float(bin)
        let row = k * RegionSplit.angles + bin
        curves[(11 + k) * Self.bins + i] = split.scores[row] * (1 - part) + split.scores[row + 1] * part
      }
    }
  }

  /// How likely each roll is beside the likeliest one, and by itself, by a field that was seen before a roll.
  private mutating func takeField(_ field: borrowing PerspectiveField, turnedBy degrees: Double) {
    var most = -Float.infinity
    for value in field.likelihood { most = max(most, value) }
    let last = Float(Self.bins - 1)
    for i in 0..<Self.bins {
      let place = max(0, min(last, Float(i) - Float(2 * degrees)))
      let bin = min(Int(place), Self.bins - 2)
      let part = place - Float(bin)
      let value = field.likelihood[bin] * (1 - part) + field.likelihood[bin + 1] * part
      let beside = max(0, 1 + (value - most) / 8)
      curves[14 * Self.bins + i] = beside * beside
      curves[15 * Self.bins + i] = 20 * Float.exp(value)
    }
  }

  /// Fills in the half degrees from their neighbours.
  private mutating func fill(_ k: Int) {
    for i in stride(from: k * Self.bins + 1, to: (k + 1) * Self.bins - 1, by: 2) {
      curves[i] = (curves[i - 1] + curves[i + 1]) / 2
    }
  }
}

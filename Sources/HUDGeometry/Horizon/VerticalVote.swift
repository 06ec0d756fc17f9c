/// The roll that upright things (walls, trunks, masts) speak for.
///
/// Seen by a camera that looks up or down, uprights lean towards a vanishing point: across the picture their
/// angle changes about linearly, by the camera's pitch. So each edge votes for pairs of roll and lean.
struct VerticalVote: Sendable {
  private(set) var angleDegrees = 0.0
  /// Weight within 1.5° of the fit.
  private(set) var support = 0.0
  /// The same as a share of all near-vertical edges' weight.
  private(set) var sharpness = 0.0
  private(set) var lean = 0.0

  private static let span = 30
  private static let bins = 2 * span * 2 + 1  // half degrees
  private static let leans = 8
  private static let leanStep: Float = 3.5
  private var votes = [Float](repeating: 0, count: bins * (2 * leans + 1))

  init() {}

  mutating func read(_ cells: borrowing EdgeCells) {
    for i in votes.indices { votes[i] = 0 }
    var total: Float = 0
    for i in 0..<cells.count {
      let edge = cells.edges[i]
      guard edge.angle.magnitude > 55 else { continue }
      let angle = edge.angle > 0 ? edge.angle - 90 : edge.angle + 90
      total += edge.weight
      for lean in -Self.leans...Self.leans {
        let place = 2 * (angle - Float(lean) * Self.leanStep * edge.u + Float(Self.span))
        guard place >= 0, place < Float(Self.bins - 1) else { continue }
        let bin = Int(place)
        let part = place - Float(bin)
        let row = (lean + Self.leans) * Self.bins
        votes[row + bin] += edge.weight * (1 - part)
        votes[row + bin + 1] += edge.weight * part
      }
    }
    var best: Float = 0
    var start = (roll: 0.0, lean: 0.0)
    for lean in -Self.leans...Self.leans {
      let row = (lean + Self.leans) * Self.bins
      // A slight preference for cameras that look straight ahead.
      let prior = 1 - 0.012 * Float(lean.magnitude)
      for bin in 2..<Self.bins - 2 {
        let i = row + bin
        let vote = (votes[i - 2] + 2 * votes[i - 1] + 3 * votes[i] + 2 * votes[i + 1] + votes[i + 2]) * prior
        if vote > best {
          best = vote
          start = (Double(bin) / 2 - Double(Self.span), Double(lean) * Double(Self.leanStep))
        }
      }
    }
    refine(cells, start.roll, start.lean, total: Double(total))
  }

  /// A robust straight-line fit of angle over position, from the peak on.
  private mutating func refine(
    _ cells: borrowing EdgeCells, _ roll: Double, _ lean: Double, total: Double
  ) {
    var (roll, lean) = (roll, lean)
    var inside = 0.0
    for _ in 0..<4 {
      var (s, su, suu, sa, sua) = (0.0, 0.0, 0.0, 0.0, 0.0)
      inside = 0
      for i in 0..<cells.count {
        let edge = cells.edges[i]
        guard edge.angle.magnitude > 55 else { continue }
        let angle = Double(edge.angle > 0 ? edge.angle - 90 : edge.angle + 90)
        let u = Double(edge.u)
        let error = (angle - roll - lean * u) / 3
        guard error.magnitude < 1 else { continue }
        if error.magnitude < 0.5 { inside += Double(edge.weight) }
        let tukey = (1 - error * error) * (1 - error * error)
        let weight = Double(edge.weight) * tukey
        s += weight
        su += weight * u
        suu += weight * u * u
        sa += weight * angle
        sua += weight * u * angle
      }
      guard s > 0 else { break }
      // Held towards the present lean, so that edges all in one place can't spin it.
      let hold = 0.002 * s
      let determinant = s * (suu + hold) - su * su
      guard determinant > 1e-9 * s * s else { break }
      let right = sua + hold * lean
      roll = (sa * (suu + hold) - su * right) / determinant
      lean = (s * right - su * sa) / determinant
    }
    angleDegrees = roll
    self.lean = lean
    support = inside
    sharpness = total > 0 ? inside / total : 0
  }
}

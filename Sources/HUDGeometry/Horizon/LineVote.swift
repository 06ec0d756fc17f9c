import RealModule

/// A straight line across the picture.
struct HorizonLine: Sendable, Equatable {
  /// > 0: rises to the right.
  var angleDegrees = 0.0
  /// Where it crosses the middle column, in picture widths below the picture's middle.
  var offset = 0.0
  /// Edge weight that voted for it.
  var vote = 0.0
}

/// The straight lines that most near-horizontal edges lie along: a Hough transform over angle and offset, in
/// which each edge votes for the lines through it near its own direction.
struct LineVote: Sendable {
  static let candidates = 3
  /// The best lines, the heaviest first; those not found have no vote.
  private(set) var lines = [HorizonLine](repeating: HorizonLine(), count: candidates)

  private static let span = 36
  private static let angles = 2 * span + 1
  /// Half as many bins of offset each way, of .01 picture widths.
  private static let reach = 48
  private static let offsets = 2 * reach + 1
  private var votes = [Float](repeating: 0, count: angles * offsets)
  private let tangents: [Float]

  init() {
    tangents = (-Self.span...Self.span).map { Float(Double.tan(Double($0) * .pi / 180)) }
  }

  mutating func read(_ cells: borrowing EdgeCells) {
    Self.collect(cells, tangents, &votes)
    pick()
  }

  private static func collect(
    _ cells: borrowing EdgeCells, _ tangents: [Float], _ votes: inout [Float]
  ) {
    var votes = votes.mutableSpan
    for i in votes.indices { votes[i] = 0 }
    let edges = cells.edges.span
    for i in 0..<cells.count {
      let edge = edges[i]
      guard edge.angle.magnitude < 38 else { continue }
      let nearest = Int(edge.angle.rounded())
      for angle in max(-span, nearest - 3)...max(-span, min(span, nearest + 3)) {
        let place = (edge.v + edge.u * tangents[angle + span]) * 100 + Float(reach)
        guard place >= 0, place < Float(offsets - 1) else { continue }
        let off = (edge.angle - Float(angle)) / 4
        let weight = edge.weight * (1 - off * off)
        let bin = Int(place)
        let part = place - Float(bin)
        let row = (angle + span) * offsets
        votes[row + bin] += weight * (1 - part)
        votes[row + bin + 1] += weight * part
      }
    }
  }

  private mutating func pick() {
    for k in 0..<Self.candidates {
      lines[k] = HorizonLine()
      var best: Float = 0
      var place = (0, 0)
      for angle in 0..<Self.angles {
        let row = angle * Self.offsets
        for bin in 1..<Self.offsets - 1 {
          let vote = votes[row + bin - 1] + 2 * votes[row + bin] + votes[row + bin + 1]
          if vote > best { (best, place) = (vote, (angle, bin)) }
        }
      }
      guard best > 0 else { continue }
      lines[k] = HorizonLine(
        angleDegrees: Double(place.0 - Self.span), offset: Double(place.1 - Self.reach) / 100,
        vote: Double(best))
      // The next must be another line.
      for angle in max(0, place.0 - 6)...min(Self.angles - 1, place.0 + 6) {
        for bin in max(0, place.1 - 4)...min(Self.offsets - 1, place.1 + 4) {
          votes[angle * Self.offsets + bin] = 0
        }
      }
    }
  }
}

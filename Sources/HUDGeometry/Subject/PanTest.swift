/// Whether the camera pans: columns' means, from frame to frame. What walks through the picture moves few of them; a scene that
/// looks like itself elsewhere, as walls and leaves do, can't be mistaken for one that stands still.
struct PanTest: Sendable {
  private var means: [Float]
  private var last: [Float]
  private var sums: [Lanes]
  /// How far the picture moved across in each of the last frames, in cells.
  private var steps = InlineArray<9, Float>(repeating: 0)
  private var next = 0
  private var isFirst = true

  /// The largest step that is found, in cells.
  private static let reach = 8
  /// Of so many strips, so many must have moved: more than somebody fills.
  private static let (strips, leastStrips) = (8, 6)
  /// How much of a strip's difference a step may leave, and the least that means something, of the picture's light.
  private static let mostCost: Float = 0.6
  private static let leastCost: Float = 0.0005
  /// In cells of 240 across, in a second.
  private static let least: Float = 18

  init(columns: Int) {
    means = Array(repeating: 0, count: columns)
    last = means
    sums = Array(repeating: Lanes(), count: (columns + 7) / 8)
  }

  /// Takes the next frame.
  ///
  /// - Returns: whether most of the last frames have moved on to one side.
  mutating func update(_ luma: borrowing CellPlane, seconds: Double) -> Bool {
    swap(&means, &last)
    for j in 0..<sums.count { sums[j] = Lanes() }
    for y in 0..<luma.rows {
      let row = y &* luma.vectors &+ 1
      for j in sums.indices { sums[j] += luma.lanes[row &+ j] }
    }
    var total: Float = 1e-3
    for x in means.indices {
      means[x] = sums[x >> 3][x & 7]
      total += means[x]
    }
    // Light that changes moves nothing.
    for x in means.indices { means[x] /= total }
    guard !isFirst, means.count > 4 * Self.reach else {
      isFirst = false
      return false
    }
    steps[next] = step()
    next = (next + 1) % steps.count
    let limit = Self.least * Float(means.count) / 240 * Float(seconds)
    var (left, right, sum): (Int, Int, Float) = (0, 0, 0)
    for i in steps.indices {
      if steps[i] >= limit { right += 1 }
      if steps[i] <= -limit { left += 1 }
      sum += steps[i]
    }
    // One that shivers comes back.
    return 2 * max(left, right) > steps.count && sum.magnitude >= 0.8 * limit * Float(steps.count)
  }

  /// The shift with the least difference, to a fraction by a parabola; 0 unless it explains what has changed almost everywhere.
  private func step() -> Float {
    var costs = InlineArray<17, Float>(repeating: 0)
    for k in costs.indices { costs[k] = cost(k - Self.reach, in: 0..<Self.strips) }
    // Of equal shifts the smallest.
    var best = Self.reach
    for k in costs.indices where costs[k] < costs[best] { best = k }
    let shift = best - Self.reach
    // Who walks by changes a part of the picture.
    let moved = (0..<Self.strips).count { strip in
      let before = cost(0, in: strip..<strip + 1)
      return before > Self.leastCost && cost(shift, in: strip..<strip + 1) < Self.mostCost * before
    }
    guard moved >= Self.leastStrips else { return 0 }
    guard best > 0, best < costs.count - 1 else { return Float(shift) }
    let (a, b, c) = (costs[best - 1], costs[best], costs[best + 1])
    let bend = a - 2 * b + c
    return Float(shift) + (bend > 0 ? (a - c) / (2 * bend) : 0)
  }

  /// The difference that a shift leaves in some of the picture's upright strips.
  private func cost(_ shift: Int, in strips: Range<Int>) -> Float {
    let (first, count) = (Self.reach, means.count - 2 * Self.reach)
    var sum: Float = 0
    for x in first + count * strips.lowerBound / Self.strips..<first + count * strips.upperBound / Self.strips
    {
      sum += (means[x] - last[x + shift]).magnitude
    }
    return sum
  }
}

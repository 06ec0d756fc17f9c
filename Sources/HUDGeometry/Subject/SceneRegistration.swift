// Lucas & Kanade, "An iterative image registration technique" (IJCAI 1981), with the brightness gain as a further
// unknown and Geman–McClure weights, after Baker & Matthews, "Lucas-Kanade 20 years on" (IJCV 2004).

import CGuides

/// Finds how the camera has shaken and its exposure changed since the background was learned.
struct SceneRegistration: Sendable {
  /// The frame shows the background as `frame(p) = gain · background(p + shift)`, in cells.
  private(set) var shift = Point.zero
  private(set) var gain: Float = 1
  /// The remaining roll, in radians, and zoom: measured, not corrected.
  private(set) var roll = 0.0
  private(set) var zoom = 0.0
  /// The share of the scene that the background then explains, 0 … 1.
  private(set) var agreement = 1.0

  /// Larger shifts aren't shaking.
  static let mostShift = 4.0
  /// One row in this many is compared.
  private static let step: Int32 = 3
  private var histogram = [Int32](repeating: 0, count: 400)

  mutating func reset() {
    (shift, gain, roll, zoom, agreement) = (.zero, 1, 0, 0, 1)
  }

  /// `trust` is 1 for cells that show the scene, 0 for those with something in front of it; `tolerance` is
  /// how much each cell may differ, in levels. `predicted` becomes the background's luma, moved and
  /// brightened like the frame.
  mutating func update(
    frame: borrowing CellPlane, background: borrowing CellPlane, trust: borrowing CellPlane,
    tolerance: borrowing CellPlane, predicted: inout CellPlane, scratch: inout [Lanes]
  ) {
    // A still camera stays put: start there.
    if shift.length > 1.5 { shift = .zero }
    background.warp(by: shift, gain: 1, into: &predicted, scratch: &scratch)
    gain = medianGain(frame, predicted, trust)
    for _ in 0..<4 {
      let step = improve(frame, trust, tolerance, predicted)
      let limited = Point(max(-2, min(2, step.x)), max(-2, min(2, step.y)))
      // Less is the noise of a still camera.
      if limited.length < 0.02 { break }
      shift += limited
      guard shift.x.magnitude < Self.mostShift + 1, shift.y.magnitude < Self.mostShift + 1 else {
        agreement = 0
        break
      }
      background.warp(by: shift, gain: 1, into: &predicted, scratch: &scratch)
    }
  }

  /// The median of the cells' brightness ratios.
  private mutating func medianGain(
    _ frame: borrowing CellPlane, _ predicted: borrowing CellPlane, _ trust: borrowing CellPlane
  ) -> Float {
    for i in histogram.indices { histogram[i] = 0 }
    var count: Int32 = 0
    for y in stride(from: 1, to: frame.rows, by: 4) {
      for j in 1..<frame.vectors - 1 {
        let i = y &* frame.vectors &+ j
        let (now, then, weight) = (frame.lanes[i], predicted.lanes[i], trust.lanes[i])
        for k in stride(from: j & 1, to: 8, by: 2) where weight[k] > 0.5 && then[k] > 24 && now[k] < 248 {
          let bin = (now[k] / then[k] - 0.5) * 250
          guard bin >= 0, bin < 400 else { continue }
          histogram[Int(bin)] &+= 1
          count &+= 1
        }
      }
    }
    guard count > 100 else { return gain }
    var sum: Int32 = 0
    for i in histogram.indices {
      sum &+= histogram[i]
      if 2 * sum >= count {
        let into = 1 - (Float(sum) - Float(count) / 2) / Float(max(1, histogram[i]))
        return 0.5 + (Float(i) + into) / 250
      }
    }
    return gain
  }

  /// One Gauss–Newton step on every third row; refines the gain and returns the change of the shift.
  private mutating func improve(
    _ frame: borrowing CellPlane, _ trust: borrowing CellPlane, _ tolerance: borrowing CellPlane,
    _ predicted: borrowing CellPlane
  ) -> Point {
    var sums = InlineArray<22, Lanes>(repeating: Lanes())
    precondition(predicted.lanes.count == frame.lanes.count && trust.lanes.count == frame.lanes.count)
    precondition(tolerance.lanes.count == frame.lanes.count)
    let (columns, rows) = (Int32(frame.columns), Int32(frame.rows))
    var all = sums.mutableSpan
    // SAFETY: four planes of one size, and room for 22 sums of eight.
    unsafe all.withUnsafeMutableBytes { bytes in
      unsafe cguides_registration_sums(
        frame.lanes, predicted.lanes, trust.lanes, tolerance.lanes, columns, rows, Self.step, gain,
        bytes.baseAddress?.assumingMemoryBound(to: Float.self))
    }
    return solve(sums, columns: frame.columns)
  }

  /// The change of the shift from the sums of ``improve(_:_:_:_:)``.
  private mutating func solve(_ sums: InlineArray<22, Lanes>, columns: Int) -> Point {
    // Shift x and y, roll, zoom, gain; then the error.
    let rows: [5 of [6 of Int]] = [
      [0, 1, 2, 3, 4, 5], [1, 6, 7, 8, 9, 10], [2, 7, 11, 12, 13, 14], [3, 8, 12, 15, 16, 17],
      [4, 9, 13, 16, 18, 19],
    ]
    let cells = Double(sums[21].sum())
    agreement = cells > 0 ? Double(sums[20].sum()) / cells : 0
    // Without edges nothing moves: a ridge like a faint texture everywhere.
    let ridge = 1e-4 * cells + 1e-9
    var system = NormalEquations()
    for i in 0..<5 {
      for k in 0..<6 { system.rows[i][k] = Double(sums[rows[i][k]].sum()) }
    }
    for k in 0..<4 { system.rows[k][k] += ridge }
    system.rows[4][4] += 1e-9
    let solution = system.solved()
    let g = Double(gain)
    gain += Float(solution[4])
    gain = max(0.4, min(2.5, gain))
    // At the picture's left and right edges, in cells; hence in radians over half the width.
    roll = solution[2] / g * 2 / Double(columns)
    zoom = solution[3] / g * 2 / Double(columns)
    return Point(solution[0] / g, solution[1] / g)
  }
}

/// Five linear equations with their right-hand sides.
private struct NormalEquations {
  var rows = InlineArray<5, InlineArray<6, Double>>(repeating: InlineArray(repeating: 0))

  /// Gauss–Jordan; the matrix is positive definite thanks to the ridge.
  consuming func solved() -> InlineArray<5, Double> {
    for k in 0..<5 {
      let pivot = rows[k][k]
      guard pivot > 1e-12 else { continue }
      for i in 0..<5 where i != k {
        let factor = rows[i][k] / pivot
        for j in k..<6 { rows[i][j] -= factor * rows[k][j] }
      }
    }
    var solution = InlineArray<5, Double>(repeating: 0)
    for k in 0..<5 where rows[k][k] > 1e-12 { solution[k] = rows[k][5] / rows[k][k] }
    return solution
  }
}

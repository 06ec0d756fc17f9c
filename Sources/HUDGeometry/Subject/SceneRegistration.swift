// Lucas & Kanade, "An iterative image registration technique" (IJCAI 1981), with the brightness gain as a further
// unknown and Geman–McClure weights, after Baker & Matthews, "Lucas-Kanade 20 years on" (IJCV 2004).

/// Finds how the camera was shaken and its exposure changed since the background was learned.
struct SceneRegistration: Sendable {
  /// The frame shows the background as `frame(p) = gain · background(p + shift)`, in cells.
  private(set) var shift = Point.zero
  private(set) var gain: Float = 1
  /// What is left of a roll, in radians, and of a zoom: not corrected, but known.
  private(set) var roll = 0.0
  private(set) var zoom = 0.0
  /// The share of the scene that the background explains after that.
  private(set) var agreement = 1.0

  /// Shifts beyond this are no shaking.
  static let mostShift = 4.0
  private var histogram = [Int32](repeating: 0, count: 400)

  mutating func reset() {
    (shift, gain, roll, zoom, agreement) = (.zero, 1, 0, 0, 1)
  }

  /// - Parameters:
  ///   - trust: of each cell, 1 where the scene is seen, 0 where something stands before it.
  ///   - tolerance: by how much each cell may differ, in levels.
  ///   - predicted: left as the background's luma moved to the frame and brightened like it.
  mutating func update(
    frame: borrowing CellPlane, background: borrowing CellPlane, trust: borrowing CellPlane,
    tolerance: borrowing CellPlane, predicted: inout CellPlane, scratch: inout [Lanes]
  ) {
    // A still camera stays where it is: begin there.
    if shift.length > 1.5 { shift = .zero }
    background.warp(by: shift, gain: 1, into: &predicted, scratch: &scratch)
    gain = medianGain(frame, predicted, trust)
    for _ in 0..<4 {
      let step = improve(frame, trust, tolerance, predicted)
      let limited = Point(max(-2, min(2, step.x)), max(-2, min(2, step.y)))
      // Less than this is the noise of a still camera.
      if limited.length < 0.02 { break }
      shift += limited
      guard shift.x.magnitude < Self.mostShift + 1, shift.y.magnitude < Self.mostShift + 1 else {
        agreement = 0
        break
      }
      background.warp(by: shift, gain: 1, into: &predicted, scratch: &scratch)
    }
  }

  /// The median of the cells' ratios.
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

  private static func sums(_ lanes: InlineArray<6, Lanes>) -> InlineArray<6, Double> {
    var sums = InlineArray<6, Double>(repeating: 0)
    for k in 0..<6 { sums[k] = Double(lanes[k].sum()) }
    return sums
  }

  /// One Gauss–Newton step on every third row; refines the gain and returns the change of the shift.
  private mutating func improve(
    _ frame: borrowing CellPlane, _ trust: borrowing CellPlane, _ tolerance: borrowing CellPlane,
    _ predicted: borrowing CellPlane
  ) -> Point {
    // Shift x and y, roll, zoom, gain.
    var xx = Lanes(), xy = Lanes(), yy = Lanes(), xr = Lanes(), yr = Lanes(), rr = Lanes()
    var xz = Lanes(), yz = Lanes(), rz = Lanes(), zz = Lanes()
    var xg = Lanes(), yg = Lanes(), rg = Lanes(), zg = Lanes(), gg = Lanes()
    var xe = Lanes(), ye = Lanes(), re = Lanes(), ze = Lanes(), ge = Lanes()
    var agreeing = Lanes(), all = Lanes()
    let lane = Lanes(0, 1, 2, 3, 4, 5, 6, 7)
    let size = 2 / Float(frame.columns)
    let stride = frame.vectors
    for y in Swift.stride(from: 1, to: frame.rows - 1, by: 3) {
      let v = Lanes(repeating: (Float(y) + 0.5 - Float(frame.rows) / 2) * size)
      for j in 1..<stride - 1 {
        let i = y &* stride &+ j
        let p = predicted.lanes[i]
        let before = predicted.lanes[i &- 1]
        let after = predicted.lanes[i &+ 1]
        let half = Lanes(repeating: 0.5)
        let dx = (CellPlane.following(p, after) - CellPlane.preceding(before, p)) * half
        let dy = (predicted.lanes[i &+ stride] - predicted.lanes[i &- stride]) * half
        let u = (lane + (Float(8 &* (j &- 1)) + 0.5 - Float(frame.columns) / 2)) * size
        let error = frame.lanes[i] - p * gain
        let t = tolerance.lanes[i]
        let w = trust.lanes[i] / (t * t + error * error)
        let one = trust.lanes[i]
        agreeing += one.replacing(with: 0, where: error.size .> t * 1.5)
        all += one
        let dr = dy * u - dx * v
        let dz = dx * u + dy * v
        let (wx, wy, wr) = (w * dx, w * dy, w * dr)
        let (wz, wg) = (w * dz, w * p)
        xx += wx * dx
        xy += wx * dy
        yy += wy * dy
        xr += wx * dr
        yr += wy * dr
        rr += wr * dr
        xz += wx * dz
        yz += wy * dz
        rz += wr * dz
        zz += wz * dz
        xg += wx * p
        yg += wy * p
        rg += wr * p
        zg += wz * p
        gg += wg * p
        xe += wx * error
        ye += wy * error
        re += wr * error
        ze += wz * error
        ge += wg * error
      }
    }
    let cells = Double(all.sum())
    agreement = cells > 0 ? Double(agreeing.sum()) / cells : 0
    // Without edges nothing moves: a ridge as from a faint texture everywhere.
    let ridge = 1e-4 * cells + 1e-9
    var system = NormalEquations()
    system.rows[0] = Self.sums([xx, xy, xr, xz, xg, xe])
    system.rows[1] = Self.sums([xy, yy, yr, yz, yg, ye])
    system.rows[2] = Self.sums([xr, yr, rr, rz, rg, re])
    system.rows[3] = Self.sums([xz, yz, rz, zz, zg, ze])
    system.rows[4] = Self.sums([xg, yg, rg, zg, gg, ge])
    for k in 0..<4 { system.rows[k][k] += ridge }
    system.rows[4][4] += 1e-9
    let solution = system.solved()
    let g = Double(gain)
    gain += Float(solution[4])
    gain = max(0.4, min(2.5, gain))
    // At the picture's left and right edges, in cells; so in radians over half the width.
    roll = solution[2] / g * 2 / Double(frame.columns)
    zoom = solution[3] / g * 2 / Double(frame.columns)
    return Point(solution[0] / g, solution[1] / g)
  }
}

/// Five linear equations with their right sides.
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

// Interpolation is by Keys' cubic convolution (IEEE Trans. ASSP 29, 1981): a box-filtered picture that is moved by
// half a cell and back keeps its edges, which bilinear interpolation would wash out.

/// Eight neighbouring cells of a row.
typealias Lanes = SIMD8<Float>

/// A small picture of floats, in vectors of eight with one vector of padding at both ends of each row.
struct CellPlane: Sendable {
  let columns: Int
  let rows: Int
  /// Vectors to a row, padding included.
  let vectors: Int
  /// Row by row; the first and the last vector of each row are padding.
  var lanes: [Lanes]

  init(columns: Int, rows: Int, fill: Float = 0) {
    self.columns = columns
    self.rows = rows
    vectors = (columns + 7) / 8 + 2
    lanes = Array(repeating: Lanes(repeating: fill), count: vectors * rows)
  }

  subscript(x: Int, y: Int) -> Float {
    @inline(__always) get { lanes[y &* vectors &+ 1 &+ x &>> 3][x & 7] }
    @inline(__always) set { lanes[y &* vectors &+ 1 &+ x &>> 3][x & 7] = newValue }
  }

  mutating func fill(_ value: Float) {
    let all = Lanes(repeating: value)
    for i in lanes.indices { lanes[i] = all }
  }

  /// Carries the outermost cells of every row into its padding.
  mutating func pad() {
    for y in 0..<rows { pad(row: y) }
  }

  mutating func pad(row y: Int) {
    guard columns > 0 else { return }
    let last = 1 + (columns - 1) / 8
    let used = (columns - 1) % 8
    let row = y * vectors
    lanes[row] = Lanes(repeating: lanes[row + 1][0])
    let edge = lanes[row + last][used]
    for k in used + 1..<8 { lanes[row + last][k] = edge }
    lanes[row + vectors - 1] = Lanes(repeating: edge)
  }

  /// Writes this plane as seen through a camera that was moved: `out(p) = gain · self(p + shift)`, pads included.
  ///
  /// - Parameters:
  ///   - shift: in cells; less than 6 to each side.
  ///   - scratch: a row of vectors.
  func warp(by shift: Point, gain: Float, into out: inout CellPlane, scratch: inout [Lanes]) {
    if shift.x.magnitude < 0.02, shift.y.magnitude < 0.02 {
      for i in lanes.indices { out.lanes[i] = lanes[i] * gain }
      return
    }
    for y in 0..<rows {
      warp(row: y, within: 1..<vectors - 1, by: shift, gain: gain, into: &out, scratch: &scratch)
    }
  }

  /// Writes a part of one row of what ``warp(by:gain:into:scratch:)`` would.
  ///
  /// - Parameter part: of the row's vectors, without its padding.
  func warp(
    row y: Int, within part: Range<Int>, by shift: Point, gain: Float, into out: inout CellPlane,
    scratch: inout [Lanes]
  ) {
    let row = y &* vectors
    if shift.x.magnitude < 0.02, shift.y.magnitude < 0.02 {
      for j in part.lowerBound - 1..<part.upperBound + 1 { out.lanes[row &+ j] = lanes[row &+ j] * gain }
      return
    }
    let (wholeX, weightsX) = Self.cubic(shift.x)
    let (wholeY, weightsY) = Self.cubic(shift.y)
    let w = weightsY * gain
    let a = max(0, min(rows - 1, y + wholeY - 1)) &* vectors
    let b = max(0, min(rows - 1, y + wholeY)) &* vectors
    let c = max(0, min(rows - 1, y + wholeY + 1)) &* vectors
    let d = max(0, min(rows - 1, y + wholeY + 2)) &* vectors
    for j in part.lowerBound - 1..<part.upperBound + 1 {
      let upper = lanes[a &+ j] * w[0] + lanes[b &+ j] * w[1]
      scratch[j] = upper + lanes[c &+ j] * w[2] + lanes[d &+ j] * w[3]
    }
    for j in part {
      let left =
        Self.window(scratch, j, wholeX - 1) * weightsX[0] + Self.window(scratch, j, wholeX) * weightsX[1]
      out.lanes[row &+ j] =
        left + Self.window(scratch, j, wholeX + 1) * weightsX[2]
        + Self.window(scratch, j, wholeX + 2) * weightsX[3]
    }
    out.lanes[row] = Lanes(repeating: out.lanes[row + 1][0])
    out.lanes[row + vectors - 1] = Lanes(repeating: out.lanes[row + vectors - 2][7])
  }

  /// The whole part of a shift and the four weights around it.
  private static func cubic(_ shift: Double) -> (Int, SIMD4<Float>) {
    let whole = max(-5, min(5, shift.rounded(.down)))
    let t = Float(max(0, min(1, shift - whole)))
    let weights = SIMD4<Float>(
      ((2 - t) * t - 1) * t / 2, ((3 * t - 5) * t * t + 2) / 2, ((4 - 3 * t) * t + 1) * t / 2,
      (t - 1) * t * t / 2)
    return (Int(whole), weights)
  }

  /// Eight cells that begin `offset` (−8 … 7) cells after vector `j`'s.
  @inline(__always)
  static func window(_ row: [Lanes], _ j: Int, _ offset: Int) -> Lanes {
    let q = offset < 0 ? j &- 1 : j
    let a = row[q]
    switch offset & 7 {
    case 0: return a
    case 1: return following(a, row[q &+ 1])
    case 2:
      let b = row[q &+ 1]
      return Lanes(a[2], a[3], a[4], a[5], a[6], a[7], b[0], b[1])
    case 3:
      let b = row[q &+ 1]
      return Lanes(a[3], a[4], a[5], a[6], a[7], b[0], b[1], b[2])
    case 4:
      let b = row[q &+ 1]
      return Lanes(a[4], a[5], a[6], a[7], b[0], b[1], b[2], b[3])
    case 5:
      let b = row[q &+ 1]
      return Lanes(a[5], a[6], a[7], b[0], b[1], b[2], b[3], b[4])
    case 6:
      let b = row[q &+ 1]
      return Lanes(a[6], a[7], b[0], b[1], b[2], b[3], b[4], b[5])
    default: return preceding(a, row[q &+ 1])
    }
  }

  /// The eight cells from `a`'s second on, the last of them `b`'s first.
  @inline(__always)
  static func following(_ a: Lanes, _ b: Lanes) -> Lanes {
    Lanes(a[1], a[2], a[3], a[4], a[5], a[6], a[7], b[0])
  }

  /// `a`'s last cell and `b`'s first seven.
  @inline(__always)
  static func preceding(_ a: Lanes, _ b: Lanes) -> Lanes {
    Lanes(a[7], b[0], b[1], b[2], b[3], b[4], b[5], b[6])
  }
}

extension SIMD8<Float> {
  /// Each lane without its sign.
  @inline(__always)
  var size: Lanes { replacing(with: -self, where: self .< 0) }
  @inline(__always)
  func upTo(_ limit: Lanes) -> Lanes { replacing(with: limit, where: self .> limit) }
  @inline(__always)
  func atLeast(_ limit: Lanes) -> Lanes { replacing(with: limit, where: self .< limit) }
}

// Interpolation is by Keys' cubic convolution (IEEE Trans. ASSP 29, 1981): a box-filtered picture moved by half a cell
// and back keeps its edges, which bilinear interpolation would blur.

import CGuides

/// Eight neighbouring cells of a row.
typealias Lanes = SIMD8<Float>

/// A small picture of floats, in vectors of eight with one vector of padding at both ends of each row.
struct CellPlane: Sendable {
  let columns: Int
  let rows: Int
  /// Vectors per row, padding included.
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

  mutating func scale(by gain: Float) {
    // SAFETY: element by element in place.
    unsafe lanes.withUnsafeMutableBytes { bytes in
      unsafe cguides_scale(bytes.baseAddress, 0, Int32(bytes.count / 32), gain, bytes.baseAddress)
    }
  }

  /// Copies the outermost cells of every row into its padding.
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

  /// Writes this plane as seen by a camera that has moved: `out(p) = gain · self(p + shift)`, padding included. `shift`
  /// is in cells, less than 6 either way; `scratch` holds a row of vectors.
  func warp(by shift: Point, gain: Float, into out: inout CellPlane, scratch: inout [Lanes]) {
    warp(rows: 0..<rows, within: 1..<vectors - 1, by: shift, gain: gain, into: &out, scratch: &scratch)
  }

  /// Writes a part of what ``warp(by:gain:into:scratch:)`` would write: some rows, and of these some vectors,
  /// without their padding.
  func warp(
    rows part: Range<Int>, within columns: Range<Int>, by shift: Point, gain: Float,
    into out: inout CellPlane, scratch: inout [Lanes]
  ) {
    precondition(part.lowerBound >= 0 && part.upperBound <= rows && columns.lowerBound >= 1)
    precondition(columns.upperBound < vectors && out.lanes.count == lanes.count && scratch.count >= vectors)
    // SAFETY: both planes have `rows × vectors` vectors and the scratch a row of them; the preconditions keep rows and
    // vectors, with one more on either side, inside.
    if shift.x.magnitude < 0.02, shift.y.magnitude < 0.02 {
      for y in part {
        let (first, end) = (y * vectors + columns.lowerBound - 1, y * vectors + columns.upperBound + 1)
        unsafe cguides_scale(lanes, Int32(first), Int32(end), gain, &out.lanes)
      }
      return
    }
    var by = cguides_shift()
    (by.whole_across, by.across) = Self.cubic(shift.x, gain: 1)
    (by.whole_down, by.down) = Self.cubic(shift.y, gain: gain)
    unsafe cguides_warp(
      lanes, Int32(vectors), Int32(rows), &by, Int32(part.lowerBound), Int32(part.upperBound),
      Int32(columns.lowerBound), Int32(columns.upperBound), &out.lanes, &scratch)
  }

  /// The integer part of a shift and the four weights around it.
  private static func cubic(_ shift: Double, gain: Float) -> (Int32, (Float, Float, Float, Float)) {
    let whole = max(-5, min(5, shift.rounded(.down)))
    let t = Float(max(0, min(1, shift - whole)))
    let weights = SIMD4<Float>(
      ((2 - t) * t - 1) * t / 2, ((3 * t - 5) * t * t + 2) / 2, ((4 - 3 * t) * t + 1) * t / 2,
      (t - 1) * t * t / 2)
    let scaled = weights * gain
    return (Int32(whole), (scaled[0], scaled[1], scaled[2], scaled[3]))
  }
}

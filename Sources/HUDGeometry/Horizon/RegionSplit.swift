import CGuides
import RealModule

/// How well straight lines of each roll divide a picture in two: sky above, land or water below.
///
/// After Ettinger et al., "Vision-guided flight stability and control for micro air vehicles"
/// (2002): each side should be uniform, here in luma and in texture, on cells.
struct RegionSplit: Sendable {
  static let angles = 41
  private static let step = 3.0

  /// For each roll from −60° in steps of 3°, the share of the variance that the best line explains: of luma,
  /// if it is brighter above; of texture, if there is more below; of both, whichever way round.
  private(set) var scores = [Float](repeating: 0, count: 3 * angles)

  private let columns: Int
  private let rows: Int
  /// For each column, the running sums of luma and texture from the top down, interleaved.
  private var sums: [Float]
  private var tangents: [Float] = []
  private var secants: [Float] = []

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    sums = Array(repeating: 0, count: 2 * columns * (rows + 1))
    for i in 0..<Self.angles {
      let angle = (Double(i) * Self.step - 60) * .pi / 180
      tangents.append(Float(Double.tan(angle)))
      secants.append(Float(1 / Double.cos(angle)))
    }
  }

  mutating func read(_ cells: borrowing EdgeCells) {
    for i in scores.indices { scores[i] = 0 }
    guard columns > 4, rows > 4 else { return }
    var (l, ll, t, tt): (Float, Float, Float, Float) = (0, 0, 0, 0)
    var counted = 0
    // Every other column is enough.
    for x in stride(from: 0, to: columns, by: 2) {
      var (a, b): (Float, Float) = (0, 0)
      for y in 0..<rows {
        let luma = cells.luma[y * columns + x]
        let texture = min(cells.texture[y * columns + x], 24)
        a += luma
        b += texture
        ll += luma * luma
        tt += texture * texture
        sums[2 * (x * (rows + 1) + y + 1)] = a
        sums[2 * (x * (rows + 1) + y + 1) + 1] = b
      }
      l += a
      t += b
      counted += rows
    }
    let n = Float(counted)
    let lumaVariance = max(ll / n - (l / n) * (l / n), 4)
    let textureVariance = max(tt / n - (t / n) * (t / n), 0.25)
    // Rows and columns of cells differ in length only by the pixels' aspect.
    let aspect = Float(cells.pixelAspect)
    let reach = Int(0.5 * (Float(columns * columns) + Float(rows * rows) * aspect * aspect).squareRoot())
    for i in 0..<Self.angles {
      var by = cguides_split_line(
        lines: Int32(reach + 1), reach: Int32(reach), slope: tangents[i] / aspect, secant: secants[i],
        aspect: aspect, count: n, luma: l, texture: t, luma_variance: lumaVariance,
        texture_variance: textureVariance)
      var best = (Float(0), Float(0), Float(0))
      // SAFETY: two sums for each of rows + 1 places in each column; three scores.
      unsafe withUnsafeMutableBytes(of: &best) { best in
        unsafe cguides_split(
          sums, Int32(columns), Int32(rows), &by, best.baseAddress?.assumingMemoryBound(to: Float.self))
      }
      (scores[i], scores[Self.angles + i], scores[2 * Self.angles + i]) = best
    }
  }
}

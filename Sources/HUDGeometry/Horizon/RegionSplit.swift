import RealModule

/// The straight line that parts a picture best in two: sky above, land or water below.
///
/// After Ettinger et al., "Vision-guided flight stability and control for micro air vehicles" (2002): both
/// sides should each be alike in themselves; here in luma and in texture, on cells.
struct RegionSplit: Sendable {
  private(set) var angleDegrees = 0.0
  /// Where the line crosses the middle, in picture widths below the picture's middle.
  private(set) var offset = 0.0
  /// How much of the variance the line explains, 0 … 1.
  private(set) var explained = 0.0

  private let columns: Int
  private let rows: Int
  /// For each column the sums of luma and of texture from the top down.
  private var sums: [SIMD2<Float>]
  /// How far the line lies above its middle in each column.
  private var rises: [Float]
  private static let halfSpan = 15
  private static let step = 3.0
  private var tangents: [Float] = []

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    sums = Array(repeating: .zero, count: columns * (rows + 1))
    rises = Array(repeating: 0, count: columns)
    for i in -Self.halfSpan...Self.halfSpan {
      tangents.append(Float(Double.tan(Double(i) * Self.step * .pi / 180)))
    }
  }

  mutating func read(_ cells: borrowing EdgeCells) {
    explained = 0
    let n = Float(columns * rows)
    guard columns > 4, rows > 4 else { return }
    var (l, ll, t, tt): (Float, Float, Float, Float) = (0, 0, 0, 0)
    for x in 0..<columns {
      var (a, b): (Float, Float) = (0, 0)
      for y in 0..<rows {
        let luma = cells.luma[y * columns + x]
        let texture = min(cells.texture[y * columns + x], 24)
        a += luma
        b += texture
        ll += luma * luma
        tt += texture * texture
        sums[x * (rows + 1) + y + 1] = SIMD2(a, b)
      }
      l += a
      t += b
    }
    let lumaVariance = max(ll / n - (l / n) * (l / n), 4)
    let textureVariance = max(tt / n - (t / n) * (t / n), 0.25)
    var best: Float = 0
    var place = (angle: 0.0, row: 0.0)
    let middle = Float(columns) / 2
    // In cells a row is higher or lower than a column is wide by the pixels' shape alone.
    let slope = Float(1 / cells.pixelAspect)
    for i in tangents.indices {
      for x in 0..<columns { rises[x] = (Float(x) + 0.5 - middle) * tangents[i] * slope }
      let sums = sums.span
      let rises = rises.span
      for row in stride(from: 2, to: rows - 1, by: 1) {
        var cellsAbove = 0
        var sum = SIMD2<Float>.zero
        for x in rises.indices {
          let y = max(0, min(rows, Int(Float(row) - rises[x])))
          cellsAbove &+= y
          sum += sums[x &* (rows &+ 1) &+ y]
        }
        let (above, lumaAbove, textureAbove) = (Float(cellsAbove), sum.x, sum.y)
        let below = n - above
        guard above > n * 0.06, below > n * 0.06 else { continue }
        let dl = lumaAbove / above - (l - lumaAbove) / below
        let dt = textureAbove / above - (t - textureAbove) / below
        let share = above * below / (n * n)
        let score = share * (dl * dl / lumaVariance + dt * dt / textureVariance) / 2
        if score > best {
          best = score
          place = (Double(i - Self.halfSpan) * Self.step, Double(row))
        }
      }
    }
    explained = Double(best)
    angleDegrees = place.angle
    let y = place.row * Double(cells.cell) + 1
    offset = (y - Double(cells.height) / 2) * cells.pixelAspect / Double(cells.width)
  }
}

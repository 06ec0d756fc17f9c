import RealModule

/// How well straight lines of each roll part a picture in two: sky above, land or water below.
///
/// After Ettinger et al., "Vision-guided flight stability and control for micro air vehicles" (2002): both
/// sides should each be alike in themselves; here in luma and in texture, on cells.
struct RegionSplit: Sendable {
  static let angles = 41
  private static let step = 3.0

  /// For each roll from −60° in steps of 3°, what the best line explains of the variance: of luma, where it is
  /// brighter above; of texture, where there is more below; of both, whatever lies where.
  private(set) var scores = [Float](repeating: 0, count: 3 * angles)

  private let columns: Int
  private let rows: Int
  /// For each column the sums of luma and of texture from the top down.
  private var lumaBelow: [Float]
  private var textureBelow: [Float]
  private var tangents: [Float] = []
  private var secants: [Float] = []

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    lumaBelow = Array(repeating: 0, count: columns * (rows + 1))
    textureBelow = lumaBelow
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
    // Every other column will do.
    for x in stride(from: 0, to: columns, by: 2) {
      var (a, b): (Float, Float) = (0, 0)
      for y in 0..<rows {
        let luma = cells.luma[y * columns + x]
        let texture = min(cells.texture[y * columns + x], 24)
        a += luma
        b += texture
        ll += luma * luma
        tt += texture * texture
        lumaBelow[x * (rows + 1) + y + 1] = a
        textureBelow[x * (rows + 1) + y + 1] = b
      }
      l += a
      t += b
      counted += rows
    }
    let n = Float(counted)
    let lumaVariance = max(ll / n - (l / n) * (l / n), 4)
    let textureVariance = max(tt / n - (t / n) * (t / n), 0.25)
    let middle = Float(columns) / 2
    // In cells a row is higher or lower than a column is wide by the pixels' shape alone.
    let aspect = Float(cells.pixelAspect)
    let reach = Int(0.5 * (Float(columns * columns) + Float(rows * rows) * aspect * aspect).squareRoot())
    for i in 0..<Self.angles {
      let slope = tangents[i] / aspect
      for distance in stride(from: -reach, through: reach, by: 2) {
        let center = Float(rows) / 2 + Float(distance) * secants[i] / aspect + middle * slope
        var (above, lumaAbove, textureAbove): (Float, Float, Float) = (0, 0, 0)
        for x in stride(from: 0, to: columns, by: 2) {
          let line = center - (Float(x) + 0.5) * slope
          let y = Int(max(0, min(Float(rows), line)))
          above += Float(y)
          lumaAbove += lumaBelow[x * (rows + 1) + y]
          textureAbove += textureBelow[x * (rows + 1) + y]
        }
        let below = n - above
        guard above > n * 0.06, below > n * 0.06 else { continue }
        let dl = lumaAbove / above - (l - lumaAbove) / below
        let dt = textureAbove / above - (t - textureAbove) / below
        let share = above * below / (n * n)
        let byLuma = share * dl * dl / lumaVariance
        let byTexture = share * dt * dt / textureVariance
        if dl > 0 { scores[i] = max(scores[i], byLuma) }
        if dt < 0 { scores[Self.angles + i] = max(scores[Self.angles + i], byTexture) }
        let score = (byLuma + byTexture) / 2
        scores[2 * Self.angles + i] = max(scores[2 * Self.angles + i], score)
      }
    }
  }
}

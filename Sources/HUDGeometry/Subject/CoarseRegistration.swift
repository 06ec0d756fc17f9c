/// Finds how many cells a camera was knocked by, when that is too far for small steps.
///
/// Reduces both pictures to blocks of four by four cells, without their means, and takes the best of all shifts up to
/// 12 blocks by the mean of clipped differences.
struct CoarseRegistration: Sendable {
  private let columns: Int
  private let rows: Int
  private var before: [Float]
  private var after: [Float]

  static let block = 4
  private static let reach = 12
  /// A body in front of the scene counts no more than this, in levels.
  private static let clip: Float = 24

  init(columns: Int, rows: Int) {
    self.columns = columns / Self.block
    self.rows = rows / Self.block
    before = Array(repeating: 0, count: self.columns * self.rows)
    // Not a copy of `before`: the first write would copy the shared storage, mid-run.
    after = Array(repeating: 0, count: self.columns * self.rows)
  }

  /// The shift in cells for which `frame(p)` is about `background(p + shift)`, if it is far better than no shift.
  mutating func shift(frame: borrowing CellPlane, background: borrowing CellPlane) -> (x: Int, y: Int)? {
    Self.reduce(frame, columns, rows, into: &after)
    Self.reduce(background, columns, rows, into: &before)
    var best: (x: Int, y: Int) = (0, 0)
    var least = Float.infinity
    var unmoved = Float.infinity
    let (acrossMost, downMost) = (min(Self.reach, columns / 3), min(Self.reach, rows / 3))
    for dy in -downMost...downMost {
      for dx in -acrossMost...acrossMost {
        var sum: Float = 0
        for y in max(0, -dy)..<min(rows, rows - dy) {
          let (a, b) = (y &* columns, (y &+ dy) &* columns &+ dx)
          for x in max(0, -dx)..<min(columns, columns - dx) {
            sum += min(Self.clip, (after[a &+ x] - before[b &+ x]).magnitude)
          }
        }
        let cells = (columns - abs(dx)) * (rows - abs(dy))
        let mean = sum / Float(cells) + 0.02 * Float(abs(dx) + abs(dy))
        if dx == 0, dy == 0 { unmoved = mean }
        if mean < least { (best, least) = ((dx * Self.block, dy * Self.block), mean) }
      }
    }
    return least < 0.75 * unmoved ? best : nil
  }

  private static func reduce(
    _ plane: borrowing CellPlane, _ columns: Int, _ rows: Int, into out: inout [Float]
  ) {
    var total: Float = 0
    for y in 0..<rows {
      for x in 0..<columns {
        var sum: Float = 0
        for v in 0..<block { for u in 0..<block { sum += plane[x * block + u, y * block + v] } }
        out[y * columns + x] = sum / Float(block * block)
        total += sum / Float(block * block)
      }
    }
    let mean = total / Float(max(1, out.count))
    for i in out.indices { out[i] -= mean }
  }
}

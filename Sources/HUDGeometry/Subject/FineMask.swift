/// The subject's border at two pixels to a cell each way: the cells' shares, sharpened by luma
/// detail that the cells average away.
struct FineMask: Sendable {
  let columns: Int
  let rows: Int
  /// Row by row.
  private(set) var shares: [Float]
  /// 1 if the subject covers at least half of a pixel.
  private(set) var mask: [UInt8]
  /// What was written last, to be cleared.
  private var box = CellBox()

  /// A squared difference in luma; below it, the cells are more reliable.
  private static let doubt: Float = 300
  /// From this difference between a cell's share and its pixels' mean, the pixels are ignored.
  private static let discord: Float = 0.3

  /// `columns` and `rows` count cells; 0 for a mask that isn't used.
  init(columns: Int, rows: Int) {
    self.columns = 2 * columns
    self.rows = 2 * rows
    shares = Array(repeating: 0, count: 4 * columns * rows)
    mask = Array(repeating: 0, count: 4 * columns * rows)
  }

  /// `bounds` are the subject's, in cells.
  mutating func update(_ soft: borrowing SoftMask, bounds: CellBox, scene: borrowing FineScene, isSharp: Bool)
  {
    for y in box.top..<box.bottom {
      for i in y &* columns &+ box.left..<y &* columns &+ box.right {
        shares[i] = 0
        mask[i] = 0
      }
    }
    let cells = bounds.grown(by: 3, columns: soft.columns, rows: soft.rows)
    box = cells.doubled
    for y in cells.top..<cells.bottom {
      let row = y &* soft.columns
      let up = max(0, y - 1) &* soft.columns
      let down = min(soft.rows - 1, y + 1) &* soft.columns
      for x in cells.left..<cells.right {
        let (left, right) = (max(0, x - 1), min(soft.columns - 1, x + 1))
        let here = soft.shares[row &+ x]
        let sides = SIMD4(
          soft.shares[row &+ left], soft.shares[row &+ right], soft.shares[up &+ x], soft.shares[down &+ x])
        let corners = SIMD4(
          soft.shares[up &+ left], soft.shares[up &+ right], soft.shares[down &+ left],
          soft.shares[down &+ right])
        let isFlat = sides == SIMD4(repeating: here) && corners == SIMD4(repeating: here)
        let at = 2 &* (y &* columns &+ x)
        if isFlat {
          guard here > 0 else { continue }
          set(at, here)
          set(at &+ 1, here)
          set(at &+ columns, here)
          set(at &+ columns &+ 1, here)
          continue
        }
        // Bilinear: a pixel lies a quarter of a cell from the cell's centre.
        let own = here * 0.5625
        var four = SIMD4(
          (sides[0] + sides[2]) * 0.1875 + corners[0] * 0.0625,
          (sides[1] + sides[2]) * 0.1875 + corners[1] * 0.0625,
          (sides[0] + sides[3]) * 0.1875 + corners[2] * 0.0625,
          (sides[1] + sides[3]) * 0.1875 + corners[3] * 0.0625)
        four += own
        if isSharp { four = sharpened(four, cell: here, subject: soft.ink[row &+ x], x, y, scene) }
        set(at, four[0])
        set(at &+ 1, four[1])
        set(at &+ columns, four[2])
        set(at &+ columns &+ 1, four[3])
      }
    }
  }

  private mutating func set(_ i: Int, _ share: Float) {
    shares[i] = share
    mask[i] = share >= 0.5 ? 1 : 0
  }

  /// The shares of a cell's four pixels, by the line between the scene's luma and the subject's. `cell` is
  /// the cell's share, `subject` its luma there and how far to trust it.
  @inline(__always)
  private func sharpened(
    _ prior: SIMD4<Float>, cell: Float, subject: SIMD2<Float>, _ x: Int, _ y: Int,
    _ scene: borrowing FineScene
  ) -> SIMD4<Float> {
    guard subject.y > 0 else { return prior }
    let (u, v) = (2 &* x, 2 &* y)
    let now = SIMD4(
      scene.frame[u, v], scene.frame[u &+ 1, v], scene.frame[u, v &+ 1], scene.frame[u &+ 1, v &+ 1])
    let behind = SIMD4(
      scene.predicted[u, v], scene.predicted[u &+ 1, v], scene.predicted[u, v &+ 1],
      scene.predicted[u &+ 1, v &+ 1])
    let span = SIMD4(repeating: subject.x) - behind
    let size = span * span
    let floor = size.replacing(with: 1, where: size .< 1)
    var share = (now - behind) * span / floor
    share = share.clamped(lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 1))
    // If the pixels together contradict their cell, the subject's luma here is different.
    let mean = share.sum() / 4
    let held = max(0, 1 - (mean - cell).magnitude / Self.discord)
    let trust = size / (size + Self.doubt) * (subject.y * held)
    return prior + (share - prior) * trust
  }
}

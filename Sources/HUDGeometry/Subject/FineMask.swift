import CGuides

/// The subject's border at two pixels to a cell each way: the cells' shares, sharpened by luma
/// detail that the cells average away.
struct FineMask: Sendable {
  let columns: Int
  let rows: Int
  /// Row by row.
  private(set) var shares: [Float]
  /// 1 if the subject covers at least half of a pixel.
  private(set) var mask: [UInt8]
  private var scratch: [Float]
  /// What was written last, to be cleared.
  private var box = CellBox()

  /// `columns` and `rows` count cells; 0 for a mask that isn't used.
  init(columns: Int, rows: Int) {
    self.columns = 2 * columns
    self.rows = 2 * rows
    shares = Array(repeating: 0, count: 4 * columns * rows)
    mask = Array(repeating: 0, count: 4 * columns * rows)
    scratch = Array(repeating: 0, count: 3 * (columns + 24))
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
    var by = cguides_refining(
      columns: Int32(soft.columns), rows: Int32(soft.rows), left: Int32(cells.left), top: Int32(cells.top),
      right: Int32(cells.right), bottom: Int32(cells.bottom), is_sharp: isSharp)
    // SAFETY: the box lies in planes of cells, and of twice as many pixels each way; the scratch has its size.
    unsafe cguides_refine(
      soft.shares, soft.ink, soft.trusts, scene.frame.lanes, scene.predicted.lanes, &by, &scratch, &shares,
      &mask)
  }
}

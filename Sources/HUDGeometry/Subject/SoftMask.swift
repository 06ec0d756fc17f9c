import CGuides

/// How much of each cell the subject covers, 0 … 1: 1 inside, 0 outside, measured along the border.
struct SoftMask: Sendable {
  let columns: Int
  let rows: Int
  /// Row by row, like the others; seven more numbers are scratch space.
  private(set) var shares: [Float]
  /// 1 if the subject covers at least half of a cell.
  private(set) var mask: [UInt8]
  /// The subject's assumed luma in a cell of its border, and how far to trust it, 0 … 1.
  private(set) var ink: [Float]
  private(set) var trusts: [Float]
  private var scratch: [UInt8]
  /// What was written last, to be cleared.
  private var box = CellBox()

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    mask = Array(repeating: 0, count: columns * rows)
    shares = Array(repeating: 0, count: columns * rows + 7)
    (ink, trusts) = (shares, shares)
    scratch = Array(repeating: 0, count: (rows + 1) * (columns + 24))
  }

  mutating func clear() {
    for y in box.top..<box.bottom {
      for i in y * columns + box.left..<y * columns + box.right {
        shares[i] = 0
        mask[i] = 0
      }
    }
    box = CellBox()
  }

  /// `coarse` is 1 for cells that differ from the scene, up to a cell too wide, with holes filled; `bounds`
  /// surrounds them.
  mutating func update(_ coarse: [UInt8], bounds: CellBox, model: borrowing ForegroundModel) {
    clear()
    box = bounds.grown(by: 2, columns: columns, rows: rows)
    var by = cguides_softening(
      columns: Int32(columns), rows: Int32(rows), left: Int32(box.left), top: Int32(box.top),
      right: Int32(box.right), bottom: Int32(box.bottom), is_color_sharp: model.picture.factor % 2 == 0)
    // SAFETY: all planes are of this size, in which the box lies; the scratch has its.
    unsafe cguides_soften(
      model.picture.luma.lanes, model.picture.cb.lanes, model.picture.cr.lanes, model.predictedLuma.lanes,
      model.predictedCb.lanes, model.predictedCr.lanes, coarse, &by, &scratch, &shares, &mask, &ink, &trusts)
  }

  /// Takes away what belongs to other bodies.
  ///
  /// - Parameters:
  ///   - labels: of cells; 0 where there is no body.
  ///   - body: the label of the one that is kept.
  mutating func keep(_ body: UInt8, of labels: [UInt8]) {
    for y in box.top..<box.bottom {
      for i in y &* columns &+ box.left..<y &* columns &+ box.right where labels[i] != 0 && labels[i] != body
      {
        (shares[i], mask[i], trusts[i]) = (0, 0, 0)
      }
    }
  }
}

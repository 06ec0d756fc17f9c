// The scene's luma at twice the cells' resolution, if the small picture has it. Learned by back-projecting the
// prediction's error, as in Irani & Peleg, "Improving resolution by image registration" (CVGIP 1991), so that a shaking
// camera doesn't blur it.

import CGuides

/// The luma of the frame and of the learned scene, two pixels to a cell each way.
struct FineScene: Sendable {
  /// False if the small picture has no more pixels than cells, or more than two to a cell each way.
  let isUsed: Bool
  private(set) var frame: CellPlane
  /// The scene as this frame would show it, within the box of the last ``predict(_:shift:gain:)`` only.
  private(set) var predicted: CellPlane
  private var scene: CellPlane
  private var scratch: [Lanes]
  private var turn = 0

  /// Each frame teaches one row in this many.
  private static let turns = 8
  /// In fine pixels.
  private static let mostShift = 5.0

  init(columns: Int, rows: Int, factor: Int) {
    isUsed = factor == 2
    let plane = CellPlane(columns: isUsed ? 2 * columns : 0, rows: isUsed ? 2 * rows : 0)
    (frame, predicted, scene) = (plane, plane, plane)
    scratch = Array(repeating: Lanes(), count: plane.vectors)
  }

  mutating func load(_ source: Span<UInt8>, bytesPerRow: Int) {
    guard isUsed else { return }
    CellPicture.reduce(source, bytesPerRow, by: 1, into: &frame, offset: 0)
  }

  /// Makes the frame the scene.
  mutating func prime() {
    for i in scene.lanes.indices { scene.lanes[i] = frame.lanes[i] }
  }

  /// Whether the scene can be aligned with a frame that is shifted by this many cells.
  func reaches(_ shift: Point) -> Bool {
    isUsed && 2 * shift.x.magnitude < Self.mostShift && 2 * shift.y.magnitude < Self.mostShift
  }

  /// Aligns the scene with the frame within a box of cells; `shift` is in cells.
  mutating func predict(_ box: CellBox, shift: Point, gain: Float) {
    guard box.left < box.right, box.top < box.bottom else { return }
    let part = 1 + box.left / 4..<1 + (box.right + 3) / 4
    scene.warp(
      rows: 2 * box.top..<2 * box.bottom, within: part, by: shift * 2, gain: gain, into: &predicted,
      scratch: &scratch)
  }

  /// Learns the scene from cells with nothing in front of it. `trust` is 1 for cells that show the scene,
  /// `shift` is in cells, and `rate` is the share of a difference that is learned at full speed.
  mutating func learn(trust: borrowing CellPlane, shift: Point, gain: Float, rate: Float) {
    guard reaches(shift) else { return }
    let turns = rate > 0.1 ? 1 : Self.turns
    turn = (turn + 1) % turns
    let rate = rate * Float(turns) / gain
    // The scene's pixel p is the frame's p − shift: whole pixels here, the rest by interpolation.
    let across = Int((-2 * shift.x).rounded())
    let along = Int((-2 * shift.y).rounded())
    let rest = Point(shift.x * 2 + Double(across), shift.y * 2 + Double(along))
    let last = scene.rows - 1
    for y in stride(from: turn, through: last, by: turns) {
      let from = max(0, min(last, y + along))
      scene.warp(
        rows: y..<y + 1, within: 1..<scene.vectors - 1, by: rest, gain: gain, into: &predicted,
        scratch: &scratch)
      // SAFETY: `from` and `y` are rows of these planes, `from / 2` a row of cells, which are half as many across;
      // `reaches` keeps `across` within a vector's padding.
      unsafe cguides_learn_fine(
        frame.lanes, Int32(from), predicted.lanes, trust.lanes, Int32(from / 2), &scene.lanes, Int32(y),
        Int32(scene.columns), Int32(across), rate, &scratch)
    }
  }

  /// The scene as seen by a camera that has moved by whole cells; newly visible parts come from the frame.
  mutating func move(by dx: Int, _ dy: Int) {
    let (columns, rows) = (scene.columns, scene.rows)
    for y in 0..<rows {
      for x in 0..<columns {
        let (u, v) = (x + 2 * dx, y + 2 * dy)
        let isSeen = u >= 0 && u < columns && v >= 0 && v < rows
        predicted[x, y] = isSeen ? scene[u, v] : frame[x, y]
      }
    }
    predicted.pad()
    swap(&scene, &predicted)
  }

  /// Fills the scene's cell (column, row).
  mutating func fill(column: Int, row: Int, with luma: Float) {
    guard isUsed else { return }
    for v in 0..<2 { for u in 0..<2 { scene[2 * column + u, 2 * row + v] = luma } }
  }

  /// Replaces the scene's cell (column, row) with the frame's cell (x, y).
  mutating func absorb(column: Int, row: Int, x: Int, y: Int, inverseGain: Float) {
    guard isUsed else { return }
    for v in 0..<2 {
      for u in 0..<2 {
        scene[2 * column + u, 2 * row + v] = frame[2 * x + u, 2 * y + v] * inverseGain
      }
    }
  }
}

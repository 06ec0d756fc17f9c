// The scene's luma at twice the cells' resolution, where the small picture has it. Learned by back-projection of
// what the prediction missed, as in Irani & Peleg, "Improving resolution by image registration" (CVGIP 1991), so
// that a shaking camera does not blur it.

import CGuides

/// Luma of the frame and of the learned scene, two pixels to a cell each way.
struct FineScene: Sendable {
  /// False where the small picture has no more pixels than cells, or more than two to a cell each way.
  let isUsed: Bool
  private(set) var frame: CellPlane
  /// The scene as this frame would show it; only within the box that was asked for last.
  private(set) var predicted: CellPlane
  private var scene: CellPlane
  private var scratch: [Lanes]
  private var turn = 0

  /// A row in so many is learned from each frame.
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

  /// Takes the frame for the scene.
  mutating func prime() {
    for i in scene.lanes.indices { scene.lanes[i] = frame.lanes[i] }
  }

  /// Whether the scene can be laid over a frame that is shifted by so many cells.
  func reaches(_ shift: Point) -> Bool {
    isUsed && 2 * shift.x.magnitude < Self.mostShift && 2 * shift.y.magnitude < Self.mostShift
  }

  /// Lays the scene over the frame within a box of cells.
  ///
  /// - Parameter shift: in cells.
  mutating func predict(_ box: CellBox, shift: Point, gain: Float) {
    guard box.left < box.right, box.top < box.bottom else { return }
    let part = 1 + box.left / 4..<1 + (box.right + 3) / 4
    scene.warp(
      rows: 2 * box.top..<2 * box.bottom, within: part, by: shift * 2, gain: gain, into: &predicted,
      scratch: &scratch)
  }

  /// Learns the scene where nothing stands before it.
  ///
  /// - Parameters:
  ///   - trust: of the cells: 1 where the frame shows the scene.
  ///   - shift: in cells.
  ///   - rate: the share of a difference that is taken over, at full speed.
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
      // SAFETY: `from` and `y` are rows of these planes, `from / 2` one of the cells', which are half as many across;
      // `reaches` keeps `across` within a vector's padding.
      unsafe cguides_learn_fine(
        frame.lanes, Int32(from), predicted.lanes, trust.lanes, Int32(from / 2), &scene.lanes, Int32(y),
        Int32(scene.columns), Int32(across), rate, &scratch)
    }
  }

  /// The scene as seen by a camera that was moved by whole cells; what comes into view is taken from the frame.
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

  /// Takes the frame for the scene at the scene's cell (column, row), seen at the frame's cell (x, y).
  mutating func absorb(column: Int, row: Int, x: Int, y: Int, inverseGain: Float) {
    guard isUsed else { return }
    for v in 0..<2 {
      for u in 0..<2 {
        scene[2 * column + u, 2 * row + v] = frame[2 * x + u, 2 * y + v] * inverseGain
      }
    }
  }
}

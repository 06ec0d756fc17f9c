// The scene's luma at twice the cells' resolution, where the small picture has it. Learned by back-projection of
// what the prediction missed, as in Irani & Peleg, "Improving resolution by image registration" (CVGIP 1991), so
// that a shaking camera does not blur it.

/// Luma of the frame and of the learned scene, two pixels to a cell each way.
struct FineScene: Sendable {
  /// False where the small picture has no more pixels than cells, or more than two to a cell each way.
  let isUsed: Bool
  private(set) var frame: CellPlane
  /// The scene as this frame would show it; only within the rows that were asked for.
  private(set) var predicted: CellPlane
  private var scene: CellPlane
  private var row: [Lanes]
  private var scratch: [Lanes]
  private var turn = 0

  /// A row in so many is learned from each frame.
  private static let turns = 4
  /// In fine pixels.
  private static let mostShift = 5.0

  init(columns: Int, rows: Int, factor: Int) {
    isUsed = factor == 2
    let plane = CellPlane(columns: isUsed ? 2 * columns : 0, rows: isUsed ? 2 * rows : 0)
    (frame, predicted, scene) = (plane, plane, plane)
    row = Array(repeating: Lanes(), count: plane.vectors)
    scratch = row
  }

  mutating func load(_ source: Span<UInt8>, bytesPerRow: Int) {
    guard isUsed else { return }
    CellPicture.reduce(source, bytesPerRow, by: 1, into: &frame, offset: 0)
    frame.pad()
  }

  /// Takes the frame for the scene.
  mutating func prime() {
    for i in scene.lanes.indices { scene.lanes[i] = frame.lanes[i] }
  }

  /// Whether the scene can be laid over a frame that is shifted by so many cells.
  func reaches(_ shift: Point) -> Bool {
    isUsed && 2 * shift.x.magnitude < Self.mostShift && 2 * shift.y.magnitude < Self.mostShift
  }

  /// Lays the scene over the frame.
  ///
  /// - Parameters:
  ///   - rows: of cells.
  ///   - shift: in cells.
  mutating func predict(rows: Range<Int>, shift: Point, gain: Float) {
    for y in 2 * rows.lowerBound..<2 * rows.upperBound {
      scene.warp(row: y, by: shift * 2, gain: gain, into: &predicted, at: y, scratch: &scratch)
    }
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
      scene.warp(row: y, by: rest, gain: gain, into: &predicted, at: y, scratch: &scratch)
      let to = y &* scene.vectors
      let source = from &* frame.vectors
      let cells = (from / 2) &* trust.vectors
      for j in 1..<scene.vectors - 1 {
        let now = CellPlane.window(frame.lanes, source &+ j, across)
        let e = now - predicted.lanes[to &+ j]
        row[j] = e * rate
        // Two pixels to a cell.
        let first = 8 &* (j &- 1) &+ across
        for k in 0..<8 {
          let cell = max(0, min(trust.columns &- 1, (first &+ k) &>> 1))
          if trust.lanes[cells &+ 1 &+ cell &>> 3][cell & 7] == 0 { row[j][k] = 0 }
        }
      }
      for j in 1..<scene.vectors - 1 { scene.lanes[to &+ j] += row[j] }
    }
    scene.pad()
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

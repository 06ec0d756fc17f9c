import CGuides

/// Finds the parts of a picture that stand still while the scene moves: burned-in text, a boat's rail, dirt on the lens.
///
/// Where the gradient points along the movement, a pixel of the scene must change; a cell whose pixels change by less
/// than a third of a pixel's way doesn't belong to the scene.
struct FixedParts: Sendable {
  /// The least way, as a share of the picture's width, between two pictures that are compared.
  private static let leastWay = 0.012
  /// Clear pixels that a cell must have, and how far they may seem to move, in pixels.
  private static let leastPixels: Int32 = 6
  private static let seemingWay: Float = 0.35
  /// Seen still this many times more often than moving, a cell is hidden; counts end here.
  private static let hides: Int8 = 2
  private static let most: Int8 = 6

  /// For each of the cells, whether it is hidden.
  private(set) var hidden: [Bool]
  private(set) var hidesAny = false
  /// Counts how many times so much more was hidden than before that earlier evidence is in doubt.
  private(set) var findings = 0
  private var known = 0
  private var scores: [Int8]
  private var seen: [cguides_fixed_cell]
  /// The picture that the next one is compared with, in rows of `width`.
  private var before: [UInt8]
  private var isThere = false
  /// How the scene has moved since: in picture widths, and in radians clockwise.
  private var move = Point.zero
  private var turn = 0.0
  private let (width, height, cell): (Int, Int, Int)
  private let (columns, rows): (Int, Int)

  init(_ cells: EdgeCells) {
    (width, height, cell) = (cells.width, cells.height, cells.cell)
    (columns, rows) = (cells.columns, cells.rows)
    hidden = Array(repeating: false, count: columns * rows)
    scores = Array(repeating: 0, count: columns * rows)
    seen = Array(repeating: cguides_fixed_cell(), count: columns * rows)
    before = Array(repeating: 0, count: max(0, width) * max(0, height))
  }

  /// Notes how the scene has moved, in picture widths to the right and down and in degrees counterclockwise.
  mutating func follow(_ move: Point, turnedBy degrees: Double) {
    self.move = Point(self.move.x + move.x, self.move.y + move.y)
    turn -= degrees * .pi / 180
  }

  /// Forgets the last picture, for another scene; what stood still may still be there.
  mutating func forget() { isThere = false }

  /// Compares a picture with an earlier one, once the scene has moved far enough.
  ///
  /// - Parameters:
  ///   - gradientX: as ``EdgeCells`` holds it.
  ///   - gradientY: likewise.
  mutating func look(
    at picture: Span<UInt8>, bytesPerRow: Int, _ gradientX: [Int16], _ gradientY: [Int16]
  ) {
    let way = (move.x * move.x + move.y * move.y).squareRoot() + turn.magnitude / 2
    if isThere, way < Self.leastWay { return }
    var motion = cguides_motion(
      x: Float(move.x) * Float(width), y: Float(move.y) * Float(width), turn: Float(turn),
      middle_x: Float(width) / 2, middle_y: Float(height) / 2)
    // SAFETY: EdgeCells has checked the picture; all other arrays have its size or a value for each cell.
    unsafe picture.withUnsafeBufferPointer { bytes in
      guard let bytes = bytes.baseAddress else { return }
      if isThere {
        unsafe cguides_fixed(
          bytes, bytesPerRow, before, gradientX, gradientY, Int32(width), Int32(cell), Int32(columns),
          Int32(rows), &motion, &seen)
      }
      unsafe before.withUnsafeMutableBufferPointer { before in
        guard let before = before.baseAddress else { return }
        for y in 0..<height {
          unsafe (before + y * width).update(from: bytes + y * bytesPerRow, count: width)
        }
      }
    }
    if isThere { judge() }
    (isThere, move, turn) = (true, .zero, 0)
  }

  private func isFixed(_ cell: cguides_fixed_cell) -> Bool? {
    guard cell.count >= Self.leastPixels, cell.moved > 2 else { return nil }
    return Float(cell.change) * 32 < Self.seemingWay * Float(cell.expected)
  }

  private mutating func judge() {
    var (fixed, moving) = (0, 0)
    for i in seen.indices {
      guard let isFixed = isFixed(seen[i]) else { continue }
      if isFixed { fixed += 1 } else { moving += 1 }
    }
    // If most stands still, it isn't the scene that has moved.
    guard fixed < moving else { return }
    for i in seen.indices {
      guard let isFixed = isFixed(seen[i]) else { continue }
      scores[i] = max(-Self.hides, min(Self.most, scores[i] + (isFixed ? 1 : -1)))
    }
    var count = 0
    for i in hidden.indices {
      hidden[i] = scores[i] >= Self.hides || (scores[i] > -Self.hides && hasFixedNeighbor(i))
      if hidden[i] { count += 1 }
    }
    hidesAny = count > 0
    if count > known + known / 4 + 3 { (known, findings) = (count, findings + 1) }
  }

  /// Text hardly ever ends with a cell.
  private func hasFixedNeighbor(_ i: Int) -> Bool {
    let (row, column) = (i / columns, i % columns)
    for y in max(0, row - 1)...min(rows - 1, row + 1) {
      for x in max(0, column - 1)...min(columns - 1, column + 1) where scores[y * columns + x] >= Self.hides {
        return true
      }
    }
    return false
  }

  /// Whether a place is hidden, in pixels of the picture.
  func hides(x: Int, y: Int) -> Bool {
    let (column, row) = ((x - 1) / cell, (y - 1) / cell)
    return hidesAny && x > 0 && y > 0 && column < columns && row < rows && hidden[row * columns + column]
  }
}

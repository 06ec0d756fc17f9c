/// The part of the scene that nobody has seen yet, since people have stood before it from the start.
struct HiddenScene: Sendable {
  /// 1 for cells whose scene is only guessed, and how often in a row no person was found there.
  private(set) var cells: [UInt8]
  private var absences: [UInt8]
  /// 1 for cells with a person, when people were last looked for.
  private(set) var people: [UInt8]
  /// How many cells are hidden.
  private(set) var count = 0
  private let columns: Int
  private let rows: Int
  /// Weighted sums of luma, Cb and Cr, and of the weights.
  private var sums: [SIMD4<Float>]

  /// Cells around a person that may show a part of them.
  private static let margin = 2
  /// A cell is seen if this many looks in a row find nobody there.
  private static let looks: UInt8 = 2

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: 0, count: columns * rows)
    absences = cells
    people = cells
    sums = Array(repeating: SIMD4(), count: columns * rows)
  }

  /// Everything has been seen.
  mutating func clear() {
    guard count > 0 else { return }
    for i in cells.indices { (cells[i], people[i], absences[i]) = (0, 0, 0) }
    count = 0
  }

  /// Hides what lies behind people and close to them.
  mutating func hide(_ mask: [UInt8]) {
    clear()
    for i in people.indices { people[i] = mask[i] }
    for y in 0..<rows {
      for x in 0..<columns where isNear(x, y) {
        cells[y * columns + x] = 1
        count += 1
      }
    }
  }

  /// Takes a later look at the people.
  mutating func look(_ mask: [UInt8]) {
    for i in people.indices { people[i] = mask[i] }
    for y in 0..<rows {
      for x in 0..<columns where cells[y * columns + x] == 1 {
        let i = y * columns + x
        absences[i] = isNear(x, y) ? 0 : min(Self.looks, absences[i] + 1)
      }
    }
  }

  /// Whether nobody hides a cell any more.
  func isVisible(_ i: Int) -> Bool { cells[i] == 1 && absences[i] >= Self.looks }

  /// The scene shows at this cell.
  mutating func reveal(_ i: Int) {
    count -= Int(cells[i])
    (cells[i], absences[i]) = (0, 0)
  }

  private func isNear(_ x: Int, _ y: Int) -> Bool {
    for v in max(0, y - Self.margin)...min(rows - 1, y + Self.margin) {
      for u in max(0, x - Self.margin)...min(columns - 1, x + Self.margin) where people[v * columns + u] == 1
      {
        return true
      }
    }
    return false
  }

  /// Gathers the scene's colours for behind people: the means of what is seen to the left, right, above and below,
  /// weighted by 1 ÷ distance.
  mutating func gather(luma: borrowing CellPlane, cb: borrowing CellPlane, cr: borrowing CellPlane) {
    for i in sums.indices { sums[i] = SIMD4() }
    for isReversed in [false, true] {
      for isColumn in [false, true] {
        let (lines, length) = isColumn ? (columns, rows) : (rows, columns)
        for line in 0..<lines {
          var (last, distance) = (SIMD4<Float>(), Float.infinity)
          for step in 0..<length {
            let along = isReversed ? length - 1 - step : step
            let (x, y) = isColumn ? (line, along) : (along, line)
            let i = y * columns + x
            distance += 1
            if cells[i] == 0 {
              (last, distance) = (SIMD4(luma[x, y], cb[x, y], cr[x, y], 1), 0)
            } else if distance.isFinite {
              sums[i] += last / distance
            }
          }
        }
      }
    }
  }

  /// Luma, Cb and Cr that were gathered for a hidden cell; `nil` if nothing is seen around it.
  func color(_ i: Int) -> SIMD4<Float>? { cells[i] == 1 && sums[i].w > 0 ? sums[i] / sums[i].w : nil }

  /// As seen by a camera that has moved: cell p becomes what p + (dx, dy) was.
  mutating func move(by dx: Int, _ dy: Int) {
    guard count > 0 else { return }
    let (old, before) = (cells, people)
    count = 0
    for y in 0..<rows {
      for x in 0..<columns {
        let (u, v) = (x + dx, y + dy)
        let isInside = u >= 0 && u < columns && v >= 0 && v < rows
        let i = y * columns + x
        cells[i] = isInside ? old[v * columns + u] : 0
        people[i] = isInside ? before[v * columns + u] : 0
        count += Int(cells[i])
      }
    }
  }
}

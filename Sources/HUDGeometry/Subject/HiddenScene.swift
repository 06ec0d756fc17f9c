import CGuides

/// The part of the scene that nobody has seen yet, since people have stood before it from the start.
struct HiddenScene: Sendable {
  /// 1 for cells whose scene is only guessed, 2 until it is, row by row; and how often in a row no person was found there.
  private(set) var cells: [UInt8]
  private var absences: [UInt8]
  /// 1 for cells with a person.
  private(set) var people: [UInt8]
  /// How many cells are hidden.
  private(set) var count = 0
  /// The cells around those that are to be guessed.
  private(set) var unguessed = CellBox()
  private let columns: Int
  private let rows: Int
  /// Weighted sums of luma, Cb and Cr, and of the weights.
  private var sums: [SIMD4<Float>]
  /// 0 for cells with a person within two cells, which may show a part of them.
  private var distance: CellPlane
  private var scratch: [UInt8]

  /// A cell is seen if this many looks in a row find nobody there.
  private static let looks: UInt8 = 2

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: 0, count: columns * rows)
    absences = cells
    people = cells
    sums = Array(repeating: SIMD4(), count: columns * rows)
    distance = CellPlane(columns: columns, rows: rows, fill: 1)
    scratch = Array(repeating: 0, count: columns + 4)
  }

  /// Everything has been seen.
  mutating func clear() {
    guard count > 0 else { return }
    for i in cells.indices { (cells[i], people[i], absences[i]) = (0, 0, 0) }
    distance.fill(1)
    count = 0
  }

  /// Where the people are in this frame.
  mutating func place(_ mask: [UInt8]) {
    precondition(mask.count == people.count)
    for i in people.indices { people[i] = mask[i] }
    // SAFETY: a byte for each cell; the scratch has four more than a row.
    unsafe cguides_trust(people, Int32(columns), Int32(rows), &distance.lanes, &scratch)
  }

  /// Hides what lies behind people and close to them.
  ///
  /// - Parameters:
  ///   - mask: 1 for cells of people whose scene nobody has seen.
  ///   - people: 1 for those of all people.
  mutating func hide(_ mask: [UInt8], of people: [UInt8]) {
    place(mask)
    var box = CellBox(left: columns, top: rows, right: 0, bottom: 0)
    for y in 0..<rows {
      for x in 0..<columns where isNear(x, y) && cells[y * columns + x] == 0 {
        cells[y * columns + x] = 2
        count += 1
        box.add(CellBox(left: x, top: y, right: x + 1, bottom: y + 1))
      }
    }
    unguessed = box
    place(people)
  }

  /// Takes a later look at the people.
  mutating func look(_ mask: [UInt8]) {
    place(mask)
    for y in 0..<rows {
      for x in 0..<columns where cells[y * columns + x] > 0 {
        let i = y * columns + x
        absences[i] = isNear(x, y) ? 0 : min(Self.looks, absences[i] + 1)
      }
    }
  }

  /// Whether nobody hides a cell any more.
  func isVisible(_ i: Int) -> Bool { cells[i] > 0 && absences[i] >= Self.looks }

  /// The scene shows at this cell.
  mutating func reveal(_ i: Int) {
    if cells[i] > 0 { count -= 1 }
    (cells[i], absences[i]) = (0, 0)
  }

  /// Whether somebody is within two cells.
  func isNear(_ x: Int, _ y: Int) -> Bool { distance[x, y] == 0 }

  /// Gathers the scene's colours for where it has just been hidden: the means of what is known to the left, right, above and
  /// below, weighted by 1 ÷ distance.
  mutating func gather(luma: borrowing CellPlane, cb: borrowing CellPlane, cr: borrowing CellPlane) {
    let box = unguessed.grown(by: 1, columns: columns, rows: rows)
    for y in box.top..<max(box.top, box.bottom) {
      for x in box.left..<box.right { sums[y * columns + x] = SIMD4() }
    }
    for isReversed in [false, true] {
      for isColumn in [false, true] {
        let (first, end) = isColumn ? (box.left, box.right) : (box.top, box.bottom)
        let (from, to) = isColumn ? (box.top, box.bottom) : (box.left, box.right)
        for line in first..<max(first, end) {
          var (last, distance) = (SIMD4<Float>(), Float.infinity)
          for step in from..<max(from, to) {
            let along = isReversed ? to - 1 - (step - from) : step
            let (x, y) = isColumn ? (line, along) : (along, line)
            let i = y * columns + x
            distance += 1
            if cells[i] != 2 {
              (last, distance) = (SIMD4(luma[x, y], cb[x, y], cr[x, y], 1), 0)
            } else if distance.isFinite {
              sums[i] += last / distance
            }
          }
        }
      }
    }
  }

  /// Luma, Cb and Cr that were gathered for a cell that has just been hidden; `nil` for others, and if nothing is known around it.
  func color(_ i: Int) -> SIMD4<Float>? { cells[i] == 2 && sums[i].w > 0 ? sums[i] / sums[i].w : nil }

  /// What was gathered is the scene.
  mutating func settle() {
    for y in unguessed.top..<max(unguessed.top, unguessed.bottom) {
      for i in y * columns + unguessed.left..<y * columns + unguessed.right where cells[i] == 2 {
        cells[i] = 1
      }
    }
    unguessed = CellBox()
  }

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
        if cells[i] > 0 { count += 1 }
      }
    }
    place(people)
  }
}

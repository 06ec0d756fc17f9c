/// How many cells of a body each column has: two who stand side by side make two peaks with a valley between them.
struct ColumnProfile: Sendable {
  private let columns: Int
  private var cells: [Int32]

  init(columns: Int) {
    self.columns = columns
    cells = Array(repeating: 0, count: columns)
  }

  /// The column between two bodies that touch side by side, by the valley between the peaks of how many cells each column
  /// has; `nil` for one body.
  mutating func narrowest(_ box: CellBox, _ isBody: (Int) -> Bool) -> Int? {
    let high = box.bottom - box.top
    guard 5 * (box.right - box.left) > 2 * high, high >= 12 else { return nil }
    for x in box.left..<box.right { cells[x] = 0 }
    for y in box.top..<box.bottom {
      for x in box.left..<box.right where isBody(y &* columns &+ x) { cells[x] &+= 1 }
    }
    var top = box.left
    for x in box.left..<box.right where cells[x] > cells[top] { top = x }
    let (left, right) = (valley(from: top, by: -1, in: box), valley(from: top, by: 1, in: box))
    return right.height > left.height ? right.column : left.height > 0 ? left.column : nil
  }

  /// The lowest column between the highest and the next peak to one side, and that peak's height; 0 if there is none.
  private func valley(from top: Int, by step: Int, in box: CellBox) -> (column: Int, height: Int32) {
    let high = box.bottom - box.top
    var (x, lowest) = (top, top)
    var best = (column: top, height: Int32(0))
    while x + step >= box.left, x + step < box.right {
      x += step
      if cells[x] < cells[lowest] { lowest = x }
      guard abs(x - top) * 5 >= high, 20 * Int(cells[x]) >= 9 * high else { continue }
      guard Int(cells[lowest]) * 8 + high <= 8 * Int(cells[x]) else { continue }
      if cells[x] > best.height { best = (lowest, cells[x]) }
    }
    return best
  }
}

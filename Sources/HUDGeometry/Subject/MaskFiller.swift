import CGuides

/// Fills the holes of a mask: cells that can't be reached from around its box.
struct MaskFiller: Sendable {
  private let columns: Int
  private let rows: Int
  private var reached: [UInt8]
  private var stack: [Int32]
  /// Holes of up to this many cells are always filled, larger ones if they differ by more than this on
  /// average.
  private static let speck = 3
  private static let seenThrough: Float = 0.15

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    reached = Array(repeating: 0, count: columns * rows)
    stack = Array(repeating: 0, count: columns * rows + 1)
  }

  /// `box` surrounds the mask; anything open to the picture's edge isn't a hole. `scores` holds how
  /// much each cell differs from the scene, in tolerances squared.
  mutating func fillHoles(_ mask: inout [UInt8], in box: CellBox, scores: borrowing CellPlane) {
    let (left, top, right, bottom) = (box.left, box.top, box.right, box.bottom)
    guard left < right, top < bottom else { return }
    for y in top..<bottom {
      for x in left..<right { reached[y &* columns &+ x] = 0 }
    }
    // Each side of the box touches the mask or the picture's edge, so start from all four.
    for x in left..<right {
      reach(x, top, mask, box)
      reach(x, bottom - 1, mask, box)
    }
    for y in top..<bottom {
      reach(left, y, mask, box)
      reach(right - 1, y, mask, box)
    }
    for y in top..<bottom {
      for x in left..<right where reached[y &* columns &+ x] == 0 && mask[y &* columns &+ x] == 0 {
        fillHole(&mask, x, y, in: box, scores: scores)
      }
    }
  }

  /// Marks what can be reached from a cell.
  private mutating func reach(_ x: Int, _ y: Int, _ mask: [UInt8], _ box: CellBox) {
    let i = y &* columns &+ x
    guard mask[i] == 0, reached[i] == 0 else { return }
    var (within, found) = (box.shim, cguides_box())
    // SAFETY: mask, marks and stack are of this size.
    _ = unsafe cguides_flood(mask, false, Int32(columns), &within, Int32(i), 1, &reached, &stack, &found)
  }

  /// Fills the hole at a cell unless the scene shows through it.
  private mutating func fillHole(
    _ mask: inout [UInt8], _ startX: Int, _ startY: Int, in box: CellBox, scores: borrowing CellPlane
  ) {
    var depth = 0
    var count = 0
    var sum: Float = 0
    push(startX, startY, mask, &depth)
    // The stack is only read: everything pushed stays there to be filled.
    while count < depth {
      let (y, x) = Int(stack[count]).quotientAndRemainder(dividingBy: columns)
      sum += min(1, scores[x, y])
      count += 1
      if x > box.left { push(x - 1, y, mask, &depth) }
      if x + 1 < box.right { push(x + 1, y, mask, &depth) }
      if y > box.top { push(x, y - 1, mask, &depth) }
      if y + 1 < box.bottom { push(x, y + 1, mask, &depth) }
    }
    guard count <= Self.speck || sum > Self.seenThrough * Float(count) else { return }
    for i in 0..<count { mask[Int(stack[i])] = 1 }
  }

  private mutating func push(_ x: Int, _ y: Int, _ mask: [UInt8], _ depth: inout Int) {
    let i = y &* columns &+ x
    guard mask[i] == 0, reached[i] == 0 else { return }
    reached[i] = 1
    stack[depth] = Int32(i)
    depth += 1
  }
}

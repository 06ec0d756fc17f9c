// Marching squares (Lorensen & Cline 1987 in the plane), walked along the border: from each inside cell next to an
// outside one, the point between their centres where the mask passes one half.

import CGuides

/// Walks around a soft mask and gives its outline to a fraction of a cell.
struct ContourTracer: Sendable {
  private let columns: Int
  private let rows: Int
  /// In cells; 0 is the left or top edge of the first cell.
  private(set) var points: [Point] = []
  /// For each point, whether the outline has a corner there because it meets the picture's edge.
  private(set) var isCorner: [Bool] = []
  /// Cells whose upper side has been walked along.
  private var walked: [UInt8]

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    walked = Array(repeating: 0, count: columns * rows)
    points.reserveCapacity(8 * (columns + rows))
    isCorner.reserveCapacity(8 * (columns + rows))
  }

  /// Begins a new picture.
  mutating func clear() {
    for i in walked.indices { walked[i] = 0 }
  }

  /// The next cell of a row at which a border begins that hasn't been walked along.
  func beginning(_ mask: [UInt8], _ from: Int, _ y: Int, before end: Int) -> Int? {
    var i = Int32(y &* columns &+ from)
    let last = Int32(y &* columns &+ end)
    while i < last {
      // SAFETY: the mask has a byte for each cell; those above a row's lie before it, except for the first, which has none.
      unsafe mask.withUnsafeBufferPointer { row in
        unsafe walked.withUnsafeBufferPointer { walked in
          guard let row = row.baseAddress, let walked = walked.baseAddress else { return }
          i = unsafe cguides_next(row, y > 0 ? row - columns : walked, i, last)
        }
      }
      if i < last, walked[Int(i)] == 0 { return Int(i) - y &* columns }
      i += 1
    }
    return nil
  }

  /// Follows one border, the mask on its right, from the upper side of a cell. `shares` says how
  /// much of each cell the subject covers.
  mutating func trace(_ mask: [UInt8], shares: [Float], fromX startX: Int, y startY: Int) {
    points.removeAll(keepingCapacity: true)
    isCorner.removeAll(keepingCapacity: true)
    var (x, y, dx, dy) = (startX, startY, 1, 0)
    var last = Side.inner
    let limit = 4 * (columns + 1) * (rows + 1)
    for _ in 0..<limit {
      if dx == 1 { walked[y * columns + x] = 1 }
      step(shares, x, y, dx, dy, &last)
      x += dx
      y += dy
      // The two cells ahead of the corner, to the left and right of the direction.
      let (leftX, leftY) = (x + (dx + dy - 1) / 2, y + (dy - dx - 1) / 2)
      let (rightX, rightY) = (x + (dx - dy - 1) / 2, y + (dy + dx - 1) / 2)
      if !isInside(mask, rightX, rightY) {
        (dx, dy) = (-dy, dx)  // turn right
      } else if isInside(mask, leftX, leftY) {
        (dx, dy) = (dy, -dx)  // turn left
      }
      if x == startX, y == startY, dx == 1, dy == 0 { break }
    }
    close(last)
  }

  private enum Side: Int { case inner, left, top, right, bottom }

  private func isInside(_ mask: [UInt8], _ x: Int, _ y: Int) -> Bool {
    x >= 0 && y >= 0 && x < columns && y < rows && mask[y * columns + x] != 0
  }

  /// One side of one cell, from corner (x, y) in direction (dx, dy).
  private mutating func step(
    _ shares: [Float], _ x: Int, _ y: Int, _ dx: Int, _ dy: Int, _ last: inout Side
  ) {
    // The inside cell is to the right, the outside one to the left.
    let (inX, inY) = (x + (dx - dy - 1) / 2, y + (dy + dx - 1) / 2)
    let (outX, outY) = (inX + dy, inY - dx)
    var p = Point(Double(inX) + 0.5, Double(inY) + 0.5)
    let side: Side =
      outX < 0 ? .left : outY < 0 ? .top : outX >= columns ? .right : outY >= rows ? .bottom : .inner
    switch side {
    case .inner:
      let a = shares[inY * columns + inX]
      let b = shares[outY * columns + outX]
      let t = Double(max(0.02, min(0.98, (a - 0.5) / max(1e-4, a - b))))
      p += Point(Double(outX - inX), Double(outY - inY)) * t
    case .left: p.x = 0
    case .top: p.y = 0
    case .right: p.x = Double(columns)
    case .bottom: p.y = Double(rows)
    }
    if points.count > 0, side.rawValue != last.rawValue { join(points[points.count - 1], last, p, side) }
    last = side
    points.append(p)
    isCorner.append(false)
  }

  /// Adds the corners where the outline meets the picture's edge, leaves it, or turns with it.
  private mutating func join(_ a: Point, _ from: Side, _ b: Point, _ to: Side) {
    var corner = Point.zero
    switch (from, to) {
    case (.inner, _): corner = onto(to, a)
    case (_, .inner): corner = onto(from, b)
    default: corner = onto(from, onto(to, a))
    }
    points.append(corner)
    isCorner.append(true)
  }

  private func onto(_ side: Side, _ p: Point) -> Point {
    switch side {
    case .inner: p
    case .left: Point(0, p.y)
    case .top: Point(p.x, 0)
    case .right: Point(Double(columns), p.y)
    case .bottom: Point(p.x, Double(rows))
    }
  }

  /// Joins the last point to the first.
  private mutating func close(_ last: Side) {
    guard points.count > 0 else { return }
    let (first, end) = (points[0], points[points.count - 1])
    let side: Side = first.y == 0 ? .top : .inner
    if side != last { join(end, last, first, side) }
  }
}

/// Draws the outline of a mask as a few smooth curves.
///
/// The border between cells is followed (the mask on its right), averaged to even steps along its length, which
/// gives positions finer than a cell, and joined by cubics through those points (Catmull & Rom 1974).
struct ContourTracer: Sendable {
  private let columns: Int
  private let rows: Int
  private var border: [Point]
  private var anchors: [Point]

  private static let mostAnchors = 40

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    border = []
    border.reserveCapacity(4 * (columns + rows) + 64)
    anchors = []
    anchors.reserveCapacity(Self.mostAnchors)
  }

  /// Appends the outline of the part that begins at cell `first` (in reading order), in fractions of the
  /// picture.
  mutating func append(_ mask: [UInt8], first: Int, to path: inout Path) {
    trace(mask, first)
    guard border.count >= 8 else { return }
    average()
    let n = anchors.count
    let scale = Point(1 / Double(columns), 1 / Double(rows))
    func place(_ p: Point) -> Point {
      Point(max(0, min(1, p.x * scale.x)), max(0, min(1, p.y * scale.y)))
    }
    path.move(to: place(anchors[0]))
    for i in 0..<n {
      let (a, b, c, d) = (anchors[(i + n - 1) % n], anchors[i], anchors[(i + 1) % n], anchors[(i + 2) % n])
      path.cubic(place(b + (c - a) / 6), place(c - (d - b) / 6), to: place(c))
    }
    path.close()
  }

  private func isInside(_ mask: [UInt8], _ x: Int, _ y: Int) -> Bool {
    x >= 0 && y >= 0 && x < columns && y < rows && mask[y * columns + x] != 0
  }

  /// Corner to corner along the border, from the top left corner of the first cell to the right.
  private mutating func trace(_ mask: [UInt8], _ first: Int) {
    border.removeAll(keepingCapacity: true)
    let startX = first % columns
    let startY = first / columns
    var (x, y, dx, dy) = (startX, startY, 1, 0)
    let limit = 2 * (columns + 1) * (rows + 1)
    for _ in 0..<limit {
      border.append(Point(Double(x), Double(y)))
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
  }

  /// Even steps, each the weighted mean of the border around it.
  private mutating func average() {
    anchors.removeAll(keepingCapacity: true)
    let n = border.count
    let count = max(12, min(Self.mostAnchors, n / 5))
    let step = Double(n) / Double(count)
    let reach = max(1, min(n / 4, Int(step * 0.75)))
    for i in 0..<count {
      let center = Int(Double(i) * step)
      var sum = Point.zero
      var weights = 0.0
      for k in -reach...reach {
        let weight = Double(reach + 1 - abs(k))
        sum += weight * border[((center + k) % n + n) % n]
        weights += weight
      }
      anchors.append(sum / weights)
    }
  }
}

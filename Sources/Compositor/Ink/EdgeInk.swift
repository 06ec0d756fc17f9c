import GlassChrome
import PixelTypes

/// Draws the sharp edges of a small picture as solid lines: where the gradient is greatest across an edge, placed by a parabola,
/// along the edge (Canny 1986).
struct EdgeInk {
  /// An edge through a cell, in canvas pixels from the viewfinder's corner: a place on it, and how far it moves along the other
  /// axis for each pixel of this one.
  private struct Edge {
    let column: Int
    let row: Int
    let place: Point
    let slope: Double
    let isUpright: Bool
  }

  /// Central differences at or above this are edges.
  static let gradient = 44

  private let rect: PixelRect
  /// How heavy lines are, in pixels.
  private let weight: Double
  /// All edges, row by row, and where each row's begin.
  private var edges: [Edge] = []
  private var starts: [Int] = []
  /// For each cell, 0 or 1 more than the number of its neighbours with edges.
  private var degrees: [UInt8] = []
  /// The current row of pixels.
  private var pixels: [UInt8]
  private var spans = CoverageSpans()

  init(rect: PixelRect, scale: Double) {
    self.rect = rect
    weight = max(1.5, 2 * scale)
    pixels = Array(repeating: 0, count: rect.width)
    spans.reserveCapacity(1 << 16)
    edges.reserveCapacity(1 << 14)
  }

  /// - Parameter limit: edges of cells at or above this level aren't drawn.
  mutating func draw(
    _ small: PixelPlane, _ color: GuideColor, below limit: Int, into canvas: PlanarPicture,
    with painter: inout InkPainter
  ) {
    guard small.width > 2, small.height > 2 else { return }
    spans.removeAll()
    let cells = small.width * small.height
    if degrees.count != cells { degrees = Array(repeating: 0, count: cells) }
    for index in degrees.indices { degrees[index] = 0 }
    edges.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
    starts.append(0)
    for row in 1..<small.height - 1 {
      starts.append(edges.count)
      find(in: small, row: row, below: limit)
    }
    starts.append(edges.count)
    starts.append(edges.count)
    joinNeighbours(small.width)
    leaveOutShort(small.width)
    let height = Double(rect.height) / Double(small.height)
    for row in 0..<small.height {
      // The last row's, this one's and the next one's.
      let near = starts[max(row - 1, 0)]..<starts[min(row + 2, small.height)]
      if near.isEmpty { continue }
      let end = Int((Double(row + 1) * height).rounded())
      for y in Int((Double(row) * height).rounded())..<min(end, rect.height) {
        drawRow(y, near, small.width, height: height)
      }
    }
    painter.paint(spans, color: color, opacity: 0.94, into: canvas)
  }

  /// Finds the edges of a row of cells.
  private mutating func find(in small: PixelPlane, row: Int, below limit: Int) {
    let (width, height) = (
      Double(rect.width) / Double(small.width), Double(rect.height) / Double(small.height)
    )
    small.withBytes { bytes in
      let stride = small.bytesPerRow
      let start = row * stride
      for column in 1..<small.width - 1 {
        let at = start + column
        let across = Int(bytes[at + 1]) - Int(bytes[at - 1])
        let down = Int(bytes[at + stride]) - Int(bytes[at - stride])
        guard abs(across) + abs(down) >= Self.gradient else { continue }
        let isUpright = abs(across) >= abs(down)
        let step = isUpright ? 1 : stride
        // Beyond the edge of the picture there is no other.
        let isLast = isUpright ? column < 2 || column > small.width - 3 : row < 2 || row > small.height - 3
        let here = isUpright ? abs(across) : abs(down)
        let before = isLast ? 0 : abs(Int(bytes[at]) - Int(bytes[at - 2 * step]))
        let after = isLast ? 0 : abs(Int(bytes[at + 2 * step]) - Int(bytes[at]))
        guard here >= before, here > after else { continue }
        if max(bytes[at], bytes[at - step], bytes[at + step]) >= limit { continue }
        let bend = before - 2 * here + after
        let shift = bend == 0 ? 0 : min(max(0.5 * Double(before - after) / Double(bend), -0.5), 0.5)
        let place = Point(
          (Double(column) + 0.5 + (isUpright ? shift : 0)) * width,
          (Double(row) + 0.5 + (isUpright ? 0 : shift)) * height)
        let slope = isUpright ? -Double(down) / Double(across) : -Double(across) / Double(down)
        edges.append(
          Edge(column: column, row: row, place: place, slope: slope, isUpright: isUpright))
        degrees[row * small.width + column] = 1
      }
    }
  }

  /// Counts each edge's neighbours.
  private mutating func joinNeighbours(_ width: Int) {
    for edge in edges {
      let at = edge.row * width + edge.column
      var count: UInt8 = 1
      for line in [at - width, at, at + width] {
        for cell in line - 1...line + 1 where cell != at && degrees[cell] > 0 { count += 1 }
      }
      degrees[at] = count
    }
  }

  private mutating func leaveOutShort(_ width: Int) {
    var count = 0
    for row in starts.indices.dropLast() {
      let all = starts[row]..<starts[row + 1]
      starts[row] = count
      for index in all where isLong(edges[index], width) {
        edges[count] = edges[index]
        count += 1
      }
    }
    starts[starts.count - 1] = count
  }

  /// Whether an edge goes on for three cells or more: less is texture.
  private func isLong(_ edge: Edge, _ width: Int) -> Bool {
    let at = edge.row * width + edge.column
    if degrees[at] > 2 { return true }
    for line in [at - width, at, at + width] {
      for cell in line - 1...line + 1 where cell != at && degrees[cell] > 2 { return true }
    }
    return false
  }

  /// Draws the parts of edges in a row of pixels.
  private mutating func drawRow(_ y: Int, _ near: Range<Int>, _ columns: Int, height: Double) {
    let width = Double(rect.width) / Double(columns)
    var (first, last) = (rect.width, 0)
    let middle = Double(y) + 0.5
    for index in near {
      let edge = edges[index]
      let half = 0.5 * weight * (1 + edge.slope * edge.slope).squareRoot()
      let away = middle - edge.place.y
      var (start, end): (Double, Double)
      if edge.isUpright {
        guard away.magnitude <= height / 2 + 0.5 else { continue }
        let x = edge.place.x + edge.slope * away
        (start, end) = (x - half, x + half)
      } else {
        (start, end) = (Double(edge.column) * width, Double(edge.column + 1) * width)
        if edge.slope.magnitude < 0.01 {
          if away.magnitude > half { continue }
        } else {
          let (a, b) = ((away - half) / edge.slope, (away + half) / edge.slope)
          start = max(start, edge.place.x + min(a, b))
          end = min(end, edge.place.x + max(a, b))
        }
      }
      let (from, to) = (max(0, Int(start.rounded())), min(rect.width, Int(end.rounded())))
      guard from < to else { continue }
      for x in from..<to { pixels[x] = 1 }
      (first, last) = (min(first, from), max(last, to))
    }
    var x = first
    while x < last {
      let start = x
      while x < last, pixels[x] == 1 {
        pixels[x] = 0
        x += 1
      }
      if x > start {
        spans.append(
          CoverageSpan(
            x: Int32(rect.x + start), y: Int32(rect.y + y), length: Int32(x - start), coverage: 255))
      } else {
        x += 1
      }
    }
  }
}

import CGuides
import RealModule

/// A straight piece of an edge, fitted to a fraction of a pixel.
struct Segment: Sendable, Equatable {
  /// Middle, in picture widths from the picture's middle, y down.
  var u: Float = 0
  var v: Float = 0
  /// −90 … 90; > 0 rises to the right.
  var angle: Float = 0
  /// In picture widths.
  var length: Float = 0
  /// Length · √contrast, the contrast limited to 24 levels.
  var weight: Float = 0
}

/// Finds the straight segments of a picture's edges.
///
/// Edge pixels are the gradient's maxima across the edge (Canny 1986), placed by a parabola; an edge steeper
/// than 45° has one per row, a flatter one has one per column. Row by row, and column by column, each joins
/// the segment whose line it continues, or starts one. Sums of the positions give each segment's line.
struct SegmentScan: Sendable {
  static let capacity = 1024

  private(set) var segments = [Segment](repeating: Segment(), count: capacity)
  private(set) var count = 0

  private let width: Int
  private let height: Int
  private let aspect: Float
  private let shortest: Float
  /// Edge pixels of flat edges: row by row as they are found, then by column.
  private var found: [cguides_edgel]
  private var foundColumns: [Int32]
  private var foundCount = 0
  private var flat: [cguides_edgel]
  /// The end of each column in `flat`.
  private var ends: [Int]
  /// Columns of the current row where an edge runs.
  private var places: [Int16]
  private var steep: [cguides_edgel]
  private var previous: [cguides_edgel]
  private var runs: [cguides_run]
  private var runCount: Int32 = 0

  /// The weakest edge that counts, in gradient units: from 5 levels in a plain picture to 20 in a busy one.
  private var least = 80

  init(width: Int, height: Int, pixelAspect: Double) {
    self.width = width
    self.height = height
    aspect = Float(pixelAspect)
    shortest = max(6, Float(width) / 60)
    found = Array(repeating: cguides_edgel(), count: max(0, width * height) / 6 + 1)
    foundColumns = Array(repeating: 0, count: found.count)
    flat = found
    places = Array(repeating: 0, count: max(1, width))
    ends = Array(repeating: 0, count: max(1, width) + 1)
    steep = Array(repeating: cguides_edgel(), count: max(width, height) + 2)
    previous = steep
    runs = Array(repeating: cguides_run(), count: max(1, width * height / 12))
  }

  mutating func read(_ cells: borrowing EdgeCells) {
    count = 0
    guard cells.columns > 1, cells.rows > 1 else { return }
    foundCount = 0
    least = max(80, min(320, Int(cells.gradient * 0.8)))
    for x in ends.indices { ends[x] = 0 }
    runCount = 0
    var before = 0
    // The gradient's outermost pixels have no neighbours.
    for y in 2..<cells.rows * cells.cell {
      let now = scanRow(y, cells)
      link(now, before, line: y)
      before = now
      swap(&steep, &previous)
    }
    finish(isSteep: true)
    sortByColumn()
    runCount = 0
    before = 0
    for x in 1..<width - 1 {
      let start = ends[x - 1]
      let now = ends[x] - start
      for k in 0..<now { steep[k] = flat[start + k] }
      link(now, before, line: x)
      before = now
      swap(&steep, &previous)
    }
    finish(isSteep: false)
  }

  /// Writes the row's steep edge pixels to `steep`, left to right, and the flat ones to `found`.
  private mutating func scanRow(_ y: Int, _ cells: borrowing EdgeCells) -> Int {
    var count = 0
    let row = y * width
    let (gradientX, gradientY) = (cells.gradientX.span, cells.gradientY.span)
    for k in 0..<cells.findEdges(row: y, least: least, places: &places) {
      let x = Int(places[k])
      let i = row &+ x
      let (gx, gy) = (Int(gradientX[i]), Int(gradientY[i]))
      if abs(gx) > abs(gy) {
        let part = Self.top(abs(gx), gx > 0 ? 1 : -1, gradientX[i &- 1], gradientX[i &+ 1])
        steep[count] = cguides_edgel(
          position: Float(x) + 0.5 + part, slope: -Float(gy) / Float(gx), strength: Float(gx), run: -1,
          expected: 0, trend: 0)
        count += 1
      } else if foundCount < found.count {
        let part = Self.top(abs(gy), gy > 0 ? 1 : -1, gradientY[i &- width], gradientY[i &+ width])
        found[foundCount] = cguides_edgel(
          position: Float(y) + 0.5 + part, slope: -Float(gx) / Float(gy), strength: Float(gy), run: -1,
          expected: 0, trend: 0)
        foundColumns[foundCount] = Int32(truncatingIfNeeded: x)
        ends[x] += 1
        foundCount += 1
      }
    }
    return count
  }

  /// The vertex of the parabola through a maximum and its neighbours, in pixels.
  @inline(__always)
  private static func top(_ most: Int, _ sign: Int, _ before: Int16, _ after: Int16) -> Float {
    let (a, c) = (sign &* Int(before), sign &* Int(after))
    return Float(a &- c) / Float(2 &* (a &- 2 &* most &+ c))
  }

  /// Sorts `found` into `flat` by column, top to bottom in each.
  private mutating func sortByColumn() {
    // Counts become starts, and each start moves on to its end.
    var start = 0
    for x in ends.indices {
      let n = ends[x]
      ends[x] = start
      start += n
    }
    for k in 0..<foundCount {
      let x = Int(foundColumns[k])
      flat[ends[x]] = found[k]
      ends[x] += 1
    }
  }

  /// Joins each of this line's edge pixels in `steep` to a run of `previous`, both sorted by position.
  private mutating func link(_ found: Int, _ before: Int, line: Int) {
    // SAFETY: the counts are those of these arrays' contents, and the number of runs is limited to the
    // array's.
    unsafe cguides_link(
      &steep, Int32(found), &previous, Int32(before), &runs, Int32(runs.count), &runCount, Int32(line))
  }

  private mutating func finish(isSteep: Bool) {
    let scale = 1 / Float(width)
    for k in 0..<Int(runCount) {
      let run = runs[k]
      guard run.n >= shortest, count < Self.capacity else { continue }
      let bend = run.n * run.tt - run.t * run.t
      let slope = (run.n * run.ts - run.t * run.s) / bend
      let line = Float(run.start_line) + 0.5 + run.t / run.n
      let position = run.start + run.s / run.n
      let x = isSteep ? position : line
      let y = (isSteep ? line : position) * aspect
      // Towards the right and up, so that the angle is in −90 … 90.
      var (dx, dy) = isSteep ? (slope, aspect) : (1, slope * aspect)
      if dx < 0 { (dx, dy) = (-dx, -dy) }
      let length = run.n * (dx * dx + dy * dy).squareRoot() * scale
      let contrast = min(1, run.strength / run.n / (16 * 24))
      segments[count] = Segment(
        u: (x - Float(width) / 2) * scale, v: (y - Float(height) * aspect / 2) * scale,
        angle: -Float.atan2(y: dy, x: dx) * 180 / .pi, length: length, weight: length * contrast.squareRoot())
      count += 1
    }
  }
}

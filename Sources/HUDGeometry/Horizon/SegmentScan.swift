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
  /// Edge pixels: of steep edges row by row, of flat ones row by row with their columns, and then by column.
  private var steep: [cguides_edgel]
  private var found: [cguides_edgel]
  private var foundColumns: [Int32]
  private var foundCount: Int32 = 0
  private var flat: [cguides_edgel]
  /// The end of each row in `steep`, then of each column in `flat`.
  private var ends: [Int32]
  /// Columns of a row where an edge runs.
  private var places: [Int16]
  private var lines: [Float]
  private var runs: [cguides_run]
  private var runCount: Int32 = 0

  init(width: Int, height: Int, pixelAspect: Double) {
    self.width = width
    self.height = height
    aspect = Float(pixelAspect)
    shortest = max(6, Float(width) / 60)
    found = Array(repeating: cguides_edgel(), count: max(0, width * height) / 6 + 1)
    (steep, flat) = (found, found)
    foundColumns = Array(repeating: 0, count: found.count)
    places = Array(repeating: 0, count: max(1, width))
    ends = Array(repeating: 0, count: max(width, height, 1))
    lines = Array(repeating: 0, count: 14 * (max(width, height) + 8))
    runs = Array(repeating: cguides_run(), count: max(1, width * height / 12) + 1)
  }

  /// Finds the segments of a picture's edges.
  mutating func read(_ cells: borrowing EdgeCells) {
    readSteep(cells)
    readFlat(cells)
  }

  // Each half may have its own frame.

  /// Finds the edges, and the segments of the steep ones.
  mutating func readSteep(_ cells: borrowing EdgeCells) {
    (count, foundCount) = (0, 0)
    guard cells.columns > 1, cells.rows > 1 else { return }
    // From 5 levels in a plain picture to 20 in a busy one.
    let least = max(80, min(320, Int(cells.gradient * 0.8)))
    // The gradient's outermost pixels have no neighbours.
    var by = cguides_scanning(
      width: Int32(width), top: 2, bottom: Int32(cells.rows * cells.cell), left: 2,
      right: Int32(cells.columns * cells.cell + 1), least: Int32(least), capacity: Int32(found.count))
    // SAFETY: the cells end a pixel before the picture's edges, so every place has neighbours; the arrays have room
    // for what the capacity allows, a row's places, and each row's end.
    unsafe cguides_scan(
      cells.gradientX, cells.gradientY, &by, &places, &steep, &ends, &found, &foundColumns, &foundCount)
    link(steep, from: 2, to: cells.rows * cells.cell)
    finish(isSteep: true)
  }

  /// Finds the segments of the flat edges of the picture whose steep ones were read last.
  mutating func readFlat(_ cells: borrowing EdgeCells) {
    guard cells.columns > 1, cells.rows > 1 else { return }
    // SAFETY: columns are below the width, and there are as many edge pixels in either array.
    unsafe cguides_sort(found, foundColumns, foundCount, Int32(width), &flat, &ends)
    link(flat, from: 0, to: width)
    finish(isSteep: false)
  }

  /// Joins each line's edge pixels to runs.
  private mutating func link(_ edgels: [cguides_edgel], from first: Int, to end: Int) {
    // SAFETY: each line's end is that of its edge pixels, of which there are fewer than pixels in a line; runs and lines
    // have room for one and eight more.
    unsafe cguides_link(
      edgels, ends, Int32(first), Int32(end), &runs, Int32(runs.count - 1), &lines, Int32(lines.count / 14),
      &runCount)
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

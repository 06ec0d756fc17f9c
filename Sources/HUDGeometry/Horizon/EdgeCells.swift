import RealModule

/// A picture's edges, summed up in cells: where they lie, which way they run, how clear they are.
///
/// Each cell holds the structure tensor of its pixels (Bigün & Granlund 1987: the sums of gx², gy², gx·gy),
/// the gradient by Scharr's kernel, whose direction is the most faithful of its size. An edge is read off each
/// window of 2×2 cells, so windows overlap by half. Lengths are in picture widths from the picture's middle, y
/// down.
struct EdgeCells: Sendable {
  /// One window's edge.
  struct Edge: Sendable {
    /// Centre of the edge's energy.
    var u: Float = 0
    var v: Float = 0
    /// −90 … 90, > 0: rises to the right.
    var angle: Float = 0
    /// Coherence² · √energy.
    var weight: Float = 0
    /// Mean gradient, in levels a pixel times 32: towards the brighter side.
    var gradientX: Float = 0
    var gradientY: Float = 0
  }

  let width: Int
  let height: Int
  let cell: Int
  let columns: Int
  let rows: Int
  /// A pixel's height over its width.
  let pixelAspect: Double

  /// The clear edges of this picture, from 0 to `count`.
  private(set) var edges: [Edge]
  private(set) var count = 0
  /// Weight of all the windows' energy, clear edges or not.
  private(set) var totalWeight: Float = 0
  /// Root mean square of the whole picture's gradient.
  private(set) var gradient: Float = 0
  /// Mean luma and mean gradient of each cell.
  private(set) var luma: [Float]
  private(set) var texture: [Float]
  /// Scharr's gradient of each pixel, row by row: 32 to a level a pixel; 0 in the outermost pixels.
  private(set) var gradientX: [Int16]
  private(set) var gradientY: [Int16]
  /// The largest squared gradient of each row in each cell: most need no second look.
  private(set) var peaks: [Int32]
  private var sums: [Sums]

  private struct Sums: Sendable {
    var xx = 0
    var yy = 0
    var xy = 0
    /// Energy times the column and row.
    var ex = 0
    var ey = 0
    var gx = 0
    var gy = 0
    var luma = 0
  }

  init(width: Int, height: Int, viewfinderAspect: Double) {
    self.width = width
    self.height = height
    cell = max(4, (width + 30) / 60)
    columns = max(0, (width - 2) / cell)
    rows = max(0, (height - 2) / cell)
    pixelAspect = height > 0 ? Double(width) / Double(height) / viewfinderAspect : 1
    edges = Array(repeating: Edge(), count: columns * rows)
    sums = Array(repeating: Sums(), count: columns * rows)
    luma = Array(repeating: 0, count: columns * rows)
    texture = Array(repeating: 0, count: columns * rows)
    gradientX = Array(repeating: 0, count: max(0, width) * max(0, height))
    gradientY = gradientX
    peaks = Array(repeating: 0, count: columns * (rows * cell + 1))
  }

  mutating func read(_ picture: Span<UInt8>, bytesPerRow: Int) {
    for i in sums.indices { sums[i] = Sums() }
    for y in 0..<rows * cell {
      let first = y / cell * columns
      let row = (y + 1) * width
      let from = y * bytesPerRow
      Self.sumRow(
        above: picture.extracting(from..<from + width),
        middle: picture.extracting(from + bytesPerRow..<from + bytesPerRow + width),
        below: picture.extracting(from + 2 * bytesPerRow..<from + 2 * bytesPerRow + width), y: y + 1,
        cell: cell,
        sums: &sums, at: first..<first + columns, gradientX: &gradientX, gradientY: &gradientY, at: row,
        peaks: &peaks, at: y * columns)
    }
    let pixels = Float(cell * cell)
    var energy = 0
    for i in sums.indices {
      energy &+= sums[i].xx &+ sums[i].yy
      luma[i] = Float(sums[i].luma) / pixels
      texture[i] = (Float(sums[i].xx + sums[i].yy) / pixels).squareRoot() / 32
    }
    gradient = (Float(energy) / max(1, pixels * Float(sums.count))).squareRoot()
    readEdges()
  }

  /// Adds the gradients of one row to its cells.
  private static func sumRow(
    above: Span<UInt8>, middle: Span<UInt8>, below: Span<UInt8>, y: Int, cell: Int, sums: inout [Sums],
    at cells: Range<Int>, gradientX: inout [Int16], gradientY: inout [Int16], at pixels: Int,
    peaks: inout [Int32], at firstPeak: Int
  ) {
    var rowX = gradientX.mutableSpan
    var rowY = gradientY.mutableSpan
    // Down each of three columns: the smoothed value and the difference.
    var (s0, s1, d0, d1) = (0, 0, 0, 0)
    var l1 = 0
    for x in 0..<2 {
      let (a, b, c) = (Int(above[x]), Int(middle[x]), Int(below[x]))
      (s0, d0) = (s1, d1)
      (s1, d1, l1) = (3 &* (a &+ c) &+ 10 &* b, c &- a, b)
    }
    var x = 1
    for i in cells {
      var sum = sums[i]
      var peak = 0
      for _ in 0..<cell {
        let (a, b, c) = (Int(above[x &+ 1]), Int(middle[x &+ 1]), Int(below[x &+ 1]))
        let s2 = 3 &* (a &+ c) &+ 10 &* b
        let d2 = c &- a
        let gx = s2 &- s0
        let gy = 3 &* (d0 &+ d2) &+ 10 &* d1
        let (xx, yy) = (gx &* gx, gy &* gy)
        peak = max(peak, xx &+ yy)
        sum.xx &+= xx
        sum.yy &+= yy
        sum.xy &+= gx &* gy
        sum.ex &+= (xx &+ yy) &* x
        sum.luma &+= l1
        sum.gx &+= gx
        sum.gy &+= gy
        rowX[pixels &+ x] = Int16(truncatingIfNeeded: gx)
        rowY[pixels &+ x] = Int16(truncatingIfNeeded: gy)
        (s0, s1, d0, d1, l1) = (s1, s2, d1, d2, b)
        x &+= 1
      }
      // Of the row all at once.
      sum.ey &+= (sum.xx &+ sum.yy &- sums[i].xx &- sums[i].yy) &* y
      sums[i] = sum
      peaks[firstPeak + i - cells.lowerBound] = Int32(truncatingIfNeeded: peak)
    }
  }

  private mutating func readEdges() {
    count = 0
    totalWeight = 0
    guard columns > 1, rows > 1 else { return }
    let q = pixelAspect
    let scale = 1 / Double(width)
    let (middleX, middleY) = (Double(width) / 2, Double(height) / 2)
    // A step of 2 levels across a window's whole length; below that it is noise.
    let least = Double(2 * cell) * 2 * (2 * 32) * (2 * 32)
    for row in 0..<rows - 1 {
      for column in 0..<columns - 1 {
        let i = row * columns + column
        let (a, b, c, d) = (sums[i], sums[i + 1], sums[i + columns], sums[i + columns + 1])
        let xx = Double(a.xx &+ b.xx &+ c.xx &+ d.xx)
        let yy = Double(a.yy &+ b.yy &+ c.yy &+ d.yy) / (q * q)
        let xy = Double(a.xy &+ b.xy &+ c.xy &+ d.xy) / q
        let energy = xx + yy
        guard energy > least else { continue }
        let difference = ((xx - yy) * (xx - yy) + 4 * xy * xy).squareRoot()
        let coherence = difference / energy
        let root = energy.squareRoot()
        totalWeight += Float(root)
        guard coherence > 0.5 else { continue }
        let raw = Double(a.xx &+ b.xx &+ c.xx &+ d.xx &+ a.yy &+ b.yy &+ c.yy &+ d.yy)
        let x = Double(a.ex &+ b.ex &+ c.ex &+ d.ex) / raw + 0.5
        let y = Double(a.ey &+ b.ey &+ c.ey &+ d.ey) / raw + 0.5
        var angle = 90 - 0.5 * Double.atan2(y: 2 * xy, x: xx - yy) * 180 / .pi
        if angle > 90 { angle -= 180 }
        edges[count] = Edge(
          u: Float((x - middleX) * scale), v: Float((y - middleY) * q * scale), angle: Float(angle),
          weight: Float(coherence * coherence * root), gradientX: Float(a.gx &+ b.gx &+ c.gx &+ d.gx),
          gradientY: Float(Double(a.gy &+ b.gy &+ c.gy &+ d.gy) / q))
        count += 1
      }
    }
  }
}

import CGuides
import RealModule

/// A picture's edges, summed up in cells: where they lie, which way they run, and how clear they are.
///
/// Each cell holds the structure tensor of its pixels (Bigün & Granlund 1987: the sums of gx², gy²,
/// gx·gy). Gradients use Scharr's kernel, whose direction is the most accurate of its size. Edges
/// are read from windows of 2×2 cells that overlap by half. Lengths are in picture widths from the
/// picture's middle, y down.
struct EdgeCells: Sendable {
  /// The edge in one window.
  struct Edge: Sendable {
    /// Centre of the edge's energy.
    var u: Float = 0
    var v: Float = 0
    /// −90 … 90; > 0 rises to the right.
    var angle: Float = 0
    /// Coherence² · √energy.
    var weight: Float = 0
    /// Mean gradient towards the brighter side, in 32nds of a level a pixel.
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

  /// The clear edges of this picture: the first `count` are valid.
  private(set) var edges: [Edge]
  private(set) var count = 0
  /// The weight of all windows' energy, clear edges or not.
  private(set) var totalWeight: Float = 0
  /// Root mean square of the whole picture's gradient.
  private(set) var gradient: Float = 0
  /// Mean luma and mean gradient of each cell.
  private(set) var luma: [Float]
  private(set) var texture: [Float]
  /// Scharr's gradient of each pixel, row by row, in 32nds of a level a pixel; 0 in the outermost pixels.
  private(set) var gradientX: [Int16]
  private(set) var gradientY: [Int16]
  private var sums: [cguides_cell]
  private var scratch: [Int32]

  init(width: Int, height: Int, viewfinderAspect: Double) {
    self.width = width
    self.height = height
    cell = max(4, (width + 30) / 60)
    columns = max(0, (width - 2) / cell)
    rows = max(0, (height - 2) / cell)
    pixelAspect = height > 0 ? Double(width) / Double(height) / viewfinderAspect : 1
    edges = Array(repeating: Edge(), count: columns * rows)
    sums = Array(repeating: cguides_cell(), count: columns * rows)
    scratch = Array(repeating: 0, count: 7 * columns * cell)
    luma = Array(repeating: 0, count: columns * rows)
    texture = Array(repeating: 0, count: columns * rows)
    gradientX = Array(repeating: 0, count: max(0, width) * max(0, height))
    gradientY = gradientX
  }

  /// Reads a picture's edges, those of hidden cells excepted.
  ///
  /// - Parameter fixed: finds what stands still on the picture, and hides it.
  mutating func read(_ picture: Span<UInt8>, bytesPerRow: Int, hiding fixed: inout FixedParts) {
    guard columns > 0, rows > 0 else { return }
    precondition(bytesPerRow >= width && picture.count >= bytesPerRow * (height - 1) + width)
    let (wide, side, across, down) = (Int32(width), Int32(cell), Int32(columns), Int32(rows))
    // SAFETY: the cells leave a free pixel on all sides of the picture, which the precondition requires to be whole;
    // gradients have its size, and the scratch holds seven rows of the cells' pixels.
    unsafe picture.withUnsafeBufferPointer { bytes in
      unsafe cguides_gradients(
        bytes.baseAddress, bytesPerRow, wide, side, across, down, &gradientX, &gradientY, &scratch, &sums)
    }
    fixed.look(at: picture, bytesPerRow: bytesPerRow, gradientX, gradientY)
    if fixed.hidesAny { hide(fixed.hidden) }
    let pixels = Float(cell * cell)
    var energy: Int64 = 0
    for i in sums.indices {
      energy &+= sums[i].xx &+ sums[i].yy
      luma[i] = Float(sums[i].luma) / pixels
      texture[i] = (Float(sums[i].xx + sums[i].yy) / pixels).squareRoot() / 32
    }
    gradient = (Float(energy) / max(1, pixels * Float(sums.count))).squareRoot()
    readEdges()
  }

  private mutating func hide(_ hidden: [Bool]) {
    for i in hidden.indices where hidden[i] {
      sums[i] = cguides_cell(xx: 0, yy: 0, xy: 0, ex: 0, ey: 0, gx: 0, gy: 0, luma: sums[i].luma)
      let (top, left) = (1 + i / columns * cell, 1 + i % columns * cell)
      for y in top..<top + cell {
        for x in y * width + left..<y * width + left + cell { (gradientX[x], gradientY[x]) = (0, 0) }
      }
    }
  }

  private mutating func readEdges() {
    count = 0
    totalWeight = 0
    guard columns > 1, rows > 1 else { return }
    let q = pixelAspect
    let scale = 1 / Double(width)
    let (middleX, middleY) = (Double(width) / 2, Double(height) / 2)
    // A step of 2 levels across a window's whole length; less is noise.
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

import RealModule

/// The outline of a piece of glass as closed polygons so dense that no chord leaves the curve by more than 1/1000 point,
/// with distances by measuring every side that may be nearest. In points, y down.
public struct TrueOutline: Sendable {
  /// A point of the curve and its unit normal outwards.
  struct Vertex {
    var position: SIMD2<Double>
    var normal: SIMD2<Double>
  }

  /// Where a point lies: how deep inside (negative outside), and which way the nearest edge faces.
  public struct Place: Sendable {
    /// Points.
    public var depth: Double
    /// Unit length, outwards.
    public var normal: SIMD2<Double>
  }

  /// Sides of a loop that follow each other, in a disc: a disc too far off is skipped.
  private struct Block {
    var first: Int
    var count: Int
    var middle: SIMD2<Double>
    var radius: Double
  }

  /// Vertices; side i leads to `next[i]`.
  private let vertices: [Vertex]
  private let next: [Int]
  private var blocks: [Block] = []
  private static let blockLength = 16
  /// Corners of the box around it.
  public let low: SIMD2<Double>
  public let high: SIMD2<Double>

  init(loops: [[Vertex]]) {
    var (vertices, next) = ([Vertex](), [Int]())
    var blocks: [Block] = []
    for loop in loops where loop.count > 2 {
      let first = vertices.count
      vertices += loop
      next += loop.indices.map { first + ($0 + 1) % loop.count }
      for start in stride(from: 0, to: loop.count, by: Self.blockLength) {
        let count = min(Self.blockLength, loop.count - start)
        let points = (start...start + count).map { loop[$0 % loop.count].position }
        let middle = (points[0] + points[count]) / 2
        let radius = points.map { ($0 - middle).length }.max() ?? 0
        blocks.append(Block(first: first + start, count: count, middle: middle, radius: radius))
      }
    }
    (self.vertices, self.next, self.blocks) = (vertices, next, blocks)
    let corner = vertices.first?.position ?? .zero
    low = vertices.reduce(corner) { pointwiseMin($0, $1.position) }
    high = vertices.reduce(corner) { pointwiseMax($0, $1.position) }
  }

  /// A rectangle with continuous corners: Lamé curves |x/z|ⁿ + |y/z|ⁿ = 1 over a zone z = min(1.528665 r, half the shorter
  /// side), where n = −1 / log₂(1 − .29289 r / z) makes each pass where a circular corner would.
  public init(x: Double, y: Double, width: Double, height: Double, radius: Double) {
    let half = min(width, height) / 2
    let r = min(radius, half)
    let zone = min(1.528665 * r, half)
    let n = -Double.log(2) / Double.log(1 - 0.29289 * r / zone)
    let steps = 480
    // In polar form about the zone's inner corner, one quarter after the other.
    let loop = (0..<4).flatMap { quarter -> [Vertex] in
      let sign: SIMD2<Double> = [[1, 1], [-1, 1], [-1, -1], [1, -1]][quarter]
      return (0...steps).map { step -> Vertex in
        let angle = Double(quarter % 2 == 0 ? step : steps - step) / Double(steps) * .pi / 2
        let (c, s) = (max(Double.cos(angle), 0), max(Double.sin(angle), 0))
        let rho = Double.pow(Double.pow(c, n) + Double.pow(s, n), -1 / n)
        let corner = SIMD2(width / 2 - zone, height / 2 - zone) + SIMD2(c, s) * (zone * rho)
        let gradient = SIMD2(Double.pow(c, n - 1), Double.pow(s, n - 1))
        return Vertex(
          position: SIMD2(x + width / 2, y + height / 2) + corner * sign,
          normal: gradient / gradient.length * sign)
      }
    }
    self.init(loops: [loop])
  }

  /// An ellipse.
  public static func ellipse(x: Double, y: Double, width: Double, height: Double) -> TrueOutline {
    let half = SIMD2(width, height) / 2
    let loop = (0..<3000).map { i -> Vertex in
      let angle = Double(i) / 3000 * 2 * .pi
      let unit = SIMD2(Double.cos(angle), Double.sin(angle))
      return Vertex(
        position: SIMD2(x, y) + half + unit * half, normal: unit / half / (unit / half).length)
    }
    return TrueOutline(loops: [loop])
  }

  /// A polygon by its corners, clockwise with y down. Close to a corner, normals turn from one side's to the other's.
  public static func polygon(_ corners: [SIMD2<Double>]) -> TrueOutline {
    let sides = corners.indices.map { corners[($0 + 1) % corners.count] - corners[$0] }
    let normals = sides.map { SIMD2($0.y, -$0.x) / $0.length }
    let loop = corners.indices.flatMap { i -> [Vertex] in
      let middle = normals[(i + corners.count - 1) % corners.count] + normals[i]
      return [Vertex(position: corners[i], normal: middle / middle.length)]
        + [0.01, 0.99].map { Vertex(position: corners[i] + sides[i] * $0, normal: normals[i]) }
    }
    return TrueOutline(loops: [loop])
  }

  /// The smallest radius of a circle through three neighbouring points. Points.
  var tightestBend: Double {
    var tightest = Double.infinity
    let step = 8
    for i in vertices.indices {
      let (p, q, r) = (
        vertices[i].position, vertices[(i + step) % vertices.count].position,
        vertices[(i + 2 * step) % vertices.count].position
      )
      let doubleArea = abs((q - p).cross(r - p))
      guard doubleArea > 1e-9 else { continue }
      tightest = min(tightest, (q - p).length * (r - p).length * (r - q).length / (2 * doubleArea))
    }
    return tightest
  }

  /// The nearest edge to a point.
  public func place(of p: SIMD2<Double>) -> Place {
    var best = Double.infinity
    for block in blocks { best = min(best, (p - block.middle).length + block.radius) }
    var nearest = (side: 0, share: 0.0, square: best * best + 1e-9)
    for block in blocks {
      let away = (p - block.middle).length - block.radius
      guard away <= 0 || away * away <= nearest.square else { continue }
      for i in block.first..<block.first + block.count {
        let from = vertices[i].position
        let along = vertices[next[i]].position - from
        let square = (along * along).sum()
        let share = square > 0 ? min(max(((p - from) * along).sum() / square, 0), 1) : 0
        let way = p - from - along * share
        let distance = (way * way).sum()
        if distance < nearest.square { nearest = (i, share, distance) }
      }
    }
    let (a, b) = (vertices[nearest.side], vertices[next[nearest.side]])
    var normal = a.normal + (b.normal - a.normal) * nearest.share
    normal /= normal.length
    let foot = a.position + (b.position - a.position) * nearest.share
    let isOutside = ((p - foot) * normal).sum() > 0
    return Place(depth: nearest.square.squareRoot() * (isOutside ? -1 : 1), normal: normal)
  }
}

extension SIMD2<Double> {
  var length: Double { (x * x + y * y).squareRoot() }
  func cross(_ other: Self) -> Double { x * other.y - y * other.x }
}

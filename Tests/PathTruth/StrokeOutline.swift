import Geometry
import RealModule

// What a pen covers that runs along a path, as a path to be filled by the non-zero rule.
//
// The path is flattened; each line gives a rectangle, each vertex a wedge on its outer side. The outline is the
// sum of their boundaries, all turned the same way, so no winding number is negative and what is wound around is
// exactly the union: the stroke has no holes where a curve turns more tightly than the pen is wide (Levien and
// Uguray, "GPU-friendly stroke expansion", 2024, call this strong correctness; Nehab, "Converting stroked
// primitives to filled primitives", ACM TOG 39(4), 2020).

/// How an open line ends.
public enum LineCap: Sendable, CaseIterable {
  case butt, round, square
}

/// How two pieces of a line meet at a corner.
public enum LineJoin: Sendable, CaseIterable {
  case miter, round, bevel
}

/// A pen.
public struct StrokePen: Hashable, Sendable {
  public var width: Double
  public var cap: LineCap
  public var join: LineJoin
  /// A miter longer than this many widths becomes a bevel, as in SVG.
  public var miterLimit: Double

  public init(width: Double, cap: LineCap = .butt, join: LineJoin = .miter, miterLimit: Double = 4) {
    self.width = width
    self.cap = cap
    self.join = join
    self.miterLimit = miterLimit
  }
}

extension Path {
  /// The outline of the stroke, to be filled by the non-zero rule; clockwise on the screen.
  ///
  /// Its edge lies half a width from the path, to within `tolerance`, but for caps, miters and bevels; at
  /// cusps inside curves the pen turns round. A subpath of no length gives a dot for round caps, a square along
  /// x for square ones and nothing for butt ones, as SVG has it.
  public func strokeOutline(_ pen: StrokePen, tolerance: Double) -> Path {
    guard pen.width > 0, pen.width.isFinite else { return Path() }
    var outline = Path()
    for part in subpaths {
      let line = StrokeSpine(part, radius: pen.width / 2, tolerance: max(tolerance, 1e-9))
      var stroker = Stroker(pen: pen, tolerance: max(tolerance, 1e-9))
      stroker.stroke(line)
      outline.append(stroker.outline)
    }
    return outline
  }
}

/// One subpath as lines, ready to be widened.
struct StrokeSpine {
  struct Vertex {
    var point: Point
    /// True where the drawing has a corner, false inside a curve.
    var isCorner: Bool
  }

  /// No two neighbours agree; a closed spine doesn't repeat its first vertex.
  private(set) var vertices: [Vertex] = []
  let isClosed: Bool
  /// Where a subpath of no length lies.
  let origin: Point

  init(_ subpath: Path, radius: Double, tolerance: Double) {
    isClosed = subpath.isClosed
    var first = Point.zero
    if case .move(let p)? = subpath.elements.first { first = p }
    origin = first
    add(first, isCorner: true)
    subpath.forEachSegment(closing: false) { segment in
      for t in Self.parameters(segment, radius, tolerance) {
        add(t == 1 ? segment.end : segment.point(at: t), isCorner: t == 1)
      }
    }
    if isClosed, vertices.count > 1, vertices[vertices.count - 1].point == first { vertices.removeLast() }
  }

  private mutating func add(_ p: Point, isCorner: Bool) {
    guard p.isFinite else { return }
    if let last = vertices.last, last.point == p {
      vertices[vertices.count - 1].isCorner = last.isCorner || isCorner
    } else {
      vertices.append(Vertex(point: p, isCorner: isCorner))
    }
  }

  /// Where to cut a piece: lines stay within half the tolerance of it, and the first and last are so short that
  /// they have the tangent's direction, for caps and joins stand square on these.
  private static func parameters(_ segment: PathSegment, _ radius: Double, _ tolerance: Double) -> [Double] {
    if case .line = segment { return [1] }
    var path = Path()
    path.move(to: segment.start)
    path.append(segment)
    var count = -1
    path.flatten(tolerance: tolerance / 2) { _ in count += 1 }
    count = max(1, count)
    let step = 1 / Double(count)
    func endStep(_ t: Double) -> Double {
      let d = segment.derivative(at: t)
      let bend = d.cross(segment.secondDerivative(at: t)).magnitude
      let small = tolerance / radius * d.lengthSquared / bend
      return small.isNaN ? step : max(1e-6, min(small, step))
    }
    var cuts = (1..<count + 1).map { $0 == count ? 1 : step * Double($0) }
    let (head, tail) = (endStep(0), 1 - endStep(1))
    if head < step { cuts.insert(head, at: 0) }
    if tail > 1 - step, tail > cuts.dropLast().last ?? 0 { cuts.insert(tail, at: cuts.count - 1) }
    return cuts
  }
}

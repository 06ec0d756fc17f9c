import Geometry
import PixelTypes
import RealModule

/// The outline of a piece of glass: closed loops of vertices, each with the normal of its curve.
///
/// In pixels, y down. Chords stay within 1/50 pixel of the curve; normals are interpolated between
/// vertices so that refracted light shows no facets.
struct ShapeOutline {
  struct Vertex: Equatable {
    var position: Point
    /// Unit length, outwards.
    var normal: Point
  }

  var loops: [[Vertex]]
  /// The widest bevel whose normals don't meet: the smallest radius of curvature, and half the distance to the middle.
  var widestBevel: Double
  /// Half of the shorter side: no light is bent further.
  var halfMinor: Double

  /// How far inside the outline a point lies, in pixels; negative outside.
  func depth(at p: Point) -> Double {
    var nearest = Double.infinity
    var winding = 0
    for loop in loops {
      for i in loop.indices {
        let (a, b) = (loop[i].position, loop[i + 1 < loop.count ? i + 1 : 0].position)
        winding += Self.crossing(a, b, p)
        let way = b - a
        let square = way.dot(way)
        let t = square > 0 ? min(max((p - a).dot(way) / square, 0), 1) : 0
        nearest = min(nearest, (p - a - way * t).lengthSquared)
      }
    }
    return (winding == 0 ? -1 : 1) * nearest.squareRoot()
  }

  /// How far inside the outline the least of a box's corners lies, in pixels; negative outside.
  func depth(of box: PixelRect) -> Double { box.corners.map(depth(at:)).min() ?? 0 }

  /// With its vertices elsewhere; normals stay.
  func moved(_ place: (Point) -> Point) -> ShapeOutline {
    var moved = self
    for l in loops.indices {
      for i in loops[l].indices { moved.loops[l][i].position = place(loops[l][i].position) }
    }
    return moved
  }

  /// The outline as a path, for drawing plates and rings.
  var path: Path {
    var path = Path()
    for loop in loops {
      for (i, vertex) in loop.enumerated() {
        if i == 0 { path.move(to: vertex.position) } else { path.line(to: vertex.position) }
      }
      path.close()
    }
    return path
  }
}

extension ShapeOutline {
  /// - Parameter frame: in pixels.
  init(_ form: GlassForm, in frame: Rect) {
    let half = max(min(frame.width, frame.height) / 2, 0)
    switch form {
    case .capsule: self.init(continuous: frame, radius: half)
    case .circle:
      let middle = frame.center
      self.init(
        continuous: Rect(x: middle.x - half, y: middle.y - half, width: 2 * half, height: 2 * half),
        radius: half)
    case .rect(let radius): self.init(continuous: frame, radius: radius)
    case .ellipse: self.init(ellipse: frame)
    case .path(let data): self.init(svg: data, in: frame)
    }
  }

  /// A rectangle whose corners are Lamé curves |x/z|ⁿ + |y/z|ⁿ = 1 over a zone z = min(1.528665·r, half the shorter
  /// side), with n chosen so that each passes where a circular corner would; at z = r it is the circle.
  private init(continuous frame: Rect, radius: Double) {
    let half = max(min(frame.width, frame.height) / 2, 0)
    let r = min(max(radius, 0), half)
    halfMinor = half
    guard r > 0 else {
      widestBevel = min(half, 1)
      loops = [Self.sharp(frame)]
      return
    }
    let zone = min(1.528665 * r, half)
    let exponent = -1 / Double.log2(1 - 0.29289 * r / zone)
    // A Lamé curve bends most on its diagonal, more than the corresponding circle.
    let tightest = zone * Double.pow(2, 0.5 - 1 / exponent) / (exponent - 1)
    widestBevel = max(min(tightest, half / 2), min(half, 1))
    // A chord's sagitta is r · angle² / 8; a Lamé curve bends most in the middle, more so for a longer zone.
    let widest = max(zone * zone / r, 0.1)
    let steps = min(max(Int((Double.pi / 2 / (8 * 0.025 / widest).squareRoot()).rounded(.up)), 6), 64)
    let corner = (0...steps).map { i -> Vertex in
      let a = Double(i) / Double(steps) * .pi / 2
      let (c, s) = (max(Double.cos(a), 0), max(Double.sin(a), 0))
      let position = Point(
        zone * (1 - Double.pow(c, 2 / exponent)), zone * (1 - Double.pow(s, 2 / exponent)))
      let bend = 2 * (exponent - 1) / exponent
      let normal = Point(-Double.pow(c, bend), -Double.pow(s, bend))
      return Vertex(position: position, normal: normal / normal.length)
    }
    let straddling = Self.straddling(corner, isClosed: false)
    var loop: [Vertex] = []
    for (flipX, flipY) in [(false, false), (true, false), (true, true), (false, true)] {
      for vertex in flipX == flipY ? straddling : straddling.reversed() {
        loop.append(
          Vertex(
            position: Point(
              flipX ? frame.maxX - vertex.position.x : frame.x + vertex.position.x,
              flipY ? frame.maxY - vertex.position.y : frame.y + vertex.position.y),
            normal: Point(
              flipX ? -vertex.normal.x : vertex.normal.x, flipY ? -vertex.normal.y : vertex.normal.y)))
      }
    }
    loops = [loop]
  }

  private static func sharp(_ f: Rect) -> [Vertex] {
    let corners = [Point(f.x, f.y), Point(f.maxX, f.y), Point(f.maxX, f.maxY), Point(f.x, f.maxY)]
    let normals = [Point(0, -1), Point(1, 0), Point(0, 1), Point(-1, 0)]
    return (0..<4).flatMap {
      [
        Vertex(position: corners[$0], normal: normals[$0]),
        Vertex(position: corners[($0 + 1) % 4], normal: normals[$0]),
      ]
    }
  }

  private init(ellipse frame: Rect) {
    let (a, b) = (max(frame.width / 2, 0.01), max(frame.height / 2, 0.01))
    let (long, short) = (max(a, b), min(a, b))
    halfMinor = short
    widestBevel = max(min(short * short / long, short / 2), min(short, 1))
    let steps = min(max(Int((2 * Double.pi / (8 * 0.025 / long).squareRoot()).rounded(.up)), 24), 512)
    let loop = (0..<steps).map { i -> Vertex in
      let t = Double(i) / Double(steps) * 2 * .pi
      let (c, s) = (Double.cos(t), Double.sin(t))
      let normal = Point(c / a, s / b)
      return Vertex(
        position: Point(frame.center.x + a * c, frame.center.y + b * s), normal: normal / normal.length)
    }
    loops = [Self.straddling(loop, isClosed: true)]
  }

  /// Moves a curve's vertices outwards by half their chords' sagitta, so that chords lie as far
  /// outside the curve at their ends as inside at their middles. The ends of an open curve stay.
  private static func straddling(_ curve: [Vertex], isClosed: Bool) -> [Vertex] {
    let count = curve.count
    return curve.indices.map { i in
      if !isClosed, i == 0 || i == count - 1 { return curve[i] }
      let before = curve[(i + count - 1) % count].position
      let after = curve[(i + 1) % count].position
      var vertex = curve[i]
      // Over two sides a chord's sagitta is four times that over one.
      let depth = (vertex.position - (before + after) / 2).dot(vertex.normal)
      vertex.position += vertex.normal * (depth / 8)
      return vertex
    }
  }

  /// Path data in a 1 × 1 box; unparsable data is skipped.
  private init(svg data: String, in frame: Rect) {
    let path = Path.readingPrefix(ofSVG: data).path.transformed(by: .unitSquare(to: frame))
    let half = max(min(frame.width, frame.height) / 2, 0)
    self.init(
      polygons: path.flattened(tolerance: 0.025).map(\.points), widestBevel: max(half / 2, min(half, 1)),
      halfMinor: half)
  }

  /// Loops through points; two sides that meet at less than 35° count as one curve.
  init(polygons: [[Point]], widestBevel: Double, halfMinor: Double) {
    let loops = polygons.compactMap(Self.cleaned)
    self.init(
      loops: loops.map { Self.loop($0, side: Self.side($0, among: loops)) }, widestBevel: widestBevel,
      halfMinor: halfMinor)
  }

  private static func cleaned(_ points: [Point]) -> [Point]? {
    var kept: [Point] = []
    for p in points where p.isFinite && (kept.last.map { ($0 - p).length > 1e-6 } ?? true) { kept.append(p) }
    while kept.count > 1, (kept[0] - kept[kept.count - 1]).length <= 1e-6 { kept.removeLast() }
    return kept.count >= 3 ? kept : nil
  }

  /// 1 if outwards is to the left of a loop's direction, else −1. A hole's outwards points into the
  /// hole: what counts is the unfilled side, by the winding number of all loops.
  private static func side(_ loop: [Point], among loops: [[Point]]) -> Double {
    func step(_ i: Int) -> Point { loop[(i + 1) % loop.count] - loop[i] }
    let longest = loop.indices.max { step($0).lengthSquared < step($1).lengthSquared } ?? 0
    let way = step(longest)
    let left = Point(way.y, -way.x) / way.length * min(0.05, way.length / 4)
    let middle = loop[longest] + way / 2
    let isFilled = [middle + left, middle - left].map { p in loops.reduce(0) { $0 + winding($1, p) } != 0 }
    if isFilled[0] != isFilled[1] { return isFilled[0] ? -1 : 1 }
    let doubleArea = loop.indices.reduce(0) { $0 + loop[$1].cross(loop[($1 + 1) % loop.count]) }
    // With y down, a positive area runs clockwise.
    return doubleArea >= 0 ? 1 : -1
  }

  private static func winding(_ loop: [Point], _ p: Point) -> Int {
    loop.indices.reduce(0) { $0 + crossing(loop[$1], loop[($1 + 1) % loop.count], p) }
  }

  /// How a side passes left of a point: 1 down, −1 up, 0 not at all.
  private static func crossing(_ a: Point, _ b: Point, _ p: Point) -> Int {
    guard (a.y <= p.y) != (b.y <= p.y), a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y) < p.x else { return 0 }
    return b.y > a.y ? 1 : -1
  }

  private static func loop(_ kept: [Point], side: Double) -> [Vertex] {
    func normal(_ i: Int) -> Point {
      let d = kept[(i + 1) % kept.count] - kept[i]
      return Point(d.y, -d.x) * (side / d.length)
    }
    var loop: [Vertex] = []
    for i in kept.indices {
      let (before, after) = (normal((i + kept.count - 1) % kept.count), normal(i))
      if before.dot(after) > 0.82 {
        let sum = before + after
        loop.append(Vertex(position: kept[i], normal: sum / sum.length))
      } else {
        loop.append(Vertex(position: kept[i], normal: before))
        loop.append(Vertex(position: kept[i], normal: after))
      }
    }
    return loop
  }
}

extension PixelRect {
  var corners: [Point] {
    [
      Point(Double(x), Double(y)), Point(Double(maxX), Double(y)), Point(Double(x), Double(maxY)),
      Point(Double(maxX), Double(maxY)),
    ]
  }
}

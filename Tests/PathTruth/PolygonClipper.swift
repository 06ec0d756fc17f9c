import Geometry

/// Combines two regions into the outline of a third.
///
/// Every edge of their snap-rounded arrangement has the windings of both regions on either side; those that part the
/// inside of the result from its outside are its outline. As edges meet at ends only, and sides are told in exact
/// integers, they always join into closed loops.
struct PolygonClipper {
  /// An edge of the outline, with the result on its right as it is run through (y down: clockwise).
  private struct Side {
    let start: GridPoint
    let end: GridPoint
  }

  private let arrangement: SnapRounding
  private let edges: [(edge: SnapRounding.Edge, windings: SnapRounding.Windings)]

  init(_ first: [Polyline], _ second: [Polyline]) {
    arrangement = SnapRounding(first, second)
    // A dictionary has no order of its own: the same input must give the same path.
    edges = arrangement.edges.map { ($0.key, $0.value) }.sorted { a, b in
      let (p, q) = (a.edge, b.edge)
      if p.low != q.low { return p.low.y != q.low.y ? p.low.y < q.low.y : p.low.x < q.low.x }
      return p.high.y != q.high.y ? p.high.y < q.high.y : p.high.x < q.high.x
    }
  }

  /// The outline of all points for which `isInside` holds of the first and the second region.
  func path(_ rule: FillRule, _ isInside: (Bool, Bool) -> Bool) -> Path {
    var sides: [Side] = []
    for (edge, own) in edges {
      // Before the edge is its side towards −x, or −y where it is level.
      let before = edge.low.y == edge.high.y ? windingsAbove(edge) : windingsLeft(of: edge)
      // Clockwise, a region lies before an edge that runs down, and beyond a level one that runs to the right.
      let sign = edge.low.y == edge.high.y ? 1 : -1
      let after = (first: before.first + sign * own.first, second: before.second + sign * own.second)
      let was = isInside(rule.isInside(before.first), rule.isInside(before.second))
      let isNow = isInside(rule.isInside(after.first), rule.isInside(after.second))
      guard was != isNow else { continue }
      // Running down, the right hand is before the edge; running to the right, it is beyond.
      let isForward = edge.low.y == edge.high.y ? isNow : was
      sides.append(
        isForward ? Side(start: edge.low, end: edge.high) : Side(start: edge.high, end: edge.low))
    }
    return join(sides)
  }

  /// How often both regions run around the place just left of a slanted edge's middle, > 0 clockwise.
  private func windingsLeft(of edge: SnapRounding.Edge) -> (first: Int, second: Int) {
    // In half units the middle is a grid point.
    let middle = GridPoint(x: edge.low.x + edge.high.x, y: edge.low.y + edge.high.y)
    var sum = (first: 0, second: 0)
    for (other, windings) in edges {
      guard 2 * other.low.y <= middle.y else { break }
      guard 2 * other.high.y > middle.y, other != edge else { continue }
      let low = GridPoint(x: 2 * other.low.x, y: 2 * other.low.y)
      let along = other.high - other.low
      // Left of the middle: the middle lies right of the line.
      guard along.cross(middle - low) < 0 else { continue }
      sum.first -= windings.first
      sum.second -= windings.second
    }
    return sum
  }

  /// The same just above a level edge's middle.
  private func windingsAbove(_ edge: SnapRounding.Edge) -> (first: Int, second: Int) {
    let middle = GridPoint(x: edge.low.x + edge.high.x, y: edge.low.y + edge.high.y)
    var sum = (first: 0, second: 0)
    for (other, windings) in edges {
      guard 2 * other.low.y <= middle.y else { break }
      let (a, b) = (2 * other.low.x, 2 * other.high.x)
      guard (a <= middle.x) != (b <= middle.x), other != edge else { continue }
      let low = GridPoint(x: a, y: 2 * other.low.y)
      let side = (other.high - other.low).cross(middle - low)
      // Above the middle: below it, seen along the line to the right.
      guard a < b ? side > 0 : side < 0 else { continue }
      let sign = a < b ? 1 : -1
      sum.first += sign * windings.first
      sum.second += sign * windings.second
    }
    return sum
  }

  /// Sides joined to loops: clockwise around the inside, counter-clockwise around holes. Loops touch at vertices at
  /// most: where several meet, each turns right as far as it can.
  private func join(_ sides: [Side]) -> Path {
    var leaving: [GridPoint: [Int]] = [:]
    for i in sides.indices { leaving[sides[i].start, default: []].append(i) }
    var isUsed = [Bool](repeating: false, count: sides.count)
    var path = Path()
    var loop: [GridPoint] = []
    for first in sides.indices where !isUsed[first] {
      loop.removeAll(keepingCapacity: true)
      var i = first
      while !isUsed[i] {
        isUsed[i] = true
        loop.append(sides[i].start)
        let back = sides[i].start - sides[i].end
        var next: Int?
        for k in leaving[sides[i].end] ?? [] where !isUsed[k] || k == first {
          guard let best = next else {
            next = k
            continue
          }
          let (a, b) = (sides[k].end - sides[k].start, sides[best].end - sides[best].start)
          if Self.isFirst(a, b, from: back) { next = k }
        }
        guard let next else { break }
        i = next
      }
      append(loop, to: &path)
    }
    return path
  }

  /// Whether `a` comes before `b` as one turns counter-clockwise on the screen from `from`: the sharpest right turn
  /// leaves next to where one came from.
  private static func isFirst(_ a: GridPoint, _ b: GridPoint, from: GridPoint) -> Bool {
    func half(_ v: GridPoint) -> Int {
      let cross = from.cross(v)
      if cross < 0 { return 0 }
      return cross == 0 && from.dot(v) < 0 ? 1 : cross > 0 ? 2 : 3
    }
    let (m, n) = (half(a), half(b))
    return m != n ? m < n : a.cross(b) < 0
  }

  /// Points in the middle of a straight run are left out.
  private func append(_ loop: [GridPoint], to path: inout Path) {
    let corners = loop.indices.filter { i in
      let (before, after) = (loop[(i + loop.count - 1) % loop.count], loop[(i + 1) % loop.count])
      return (loop[i] - before).cross(after - loop[i]) != 0
    }
    guard corners.count > 2 else { return }
    path.move(to: arrangement.point(loop[corners[0]]))
    for i in corners.dropFirst() { path.line(to: arrangement.point(loop[i])) }
    path.close()
  }
}

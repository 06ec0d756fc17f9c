import Geometry

/// Sweeps the edges of two regions from top to bottom.
struct OverlapSweep {
  /// A horizontal line's length inside each region.
  struct Lengths {
    var first = 0.0
    var second = 0.0
    var both = 0.0
  }

  /// An edge from its upper to its lower end.
  private struct Edge {
    let top: Point
    let bottom: Point
    let winding: Int
    let isFirst: Bool

    /// Held to the ends' span, so that rounding never moves an edge outwards.
    func x(at y: Double) -> Double {
      if y <= top.y { return top.x }
      if y >= bottom.y { return bottom.x }
      return top.x + (bottom.x - top.x) * ((y - top.y) / (bottom.y - top.y))
    }
  }

  private var edges: [Edge] = []
  private var active: [Edge] = []
  private var crossings: [(x: Double, edge: Edge)] = []

  mutating func add(_ polygons: [Polyline], isFirst: Bool) {
    for polygon in polygons {
      let points = polygon.points.filter(\.isFinite)
      for i in points.indices {
        let (a, b) = (points[i], points[(i + 1) % points.count])
        if a.y < b.y { edges.append(Edge(top: a, bottom: b, winding: 1, isFirst: isFirst)) }
        if a.y > b.y { edges.append(Edge(top: b, bottom: a, winding: -1, isFirst: isFirst)) }
      }
    }
  }

  /// Calls `body` with the height and the mean lengths of every slice in which no edge begins, ends or crosses
  /// another.
  mutating func run(_ rule: FillRule, _ body: (Double, Lengths) -> Void) {
    edges.sort { $0.top.y < $1.top.y }
    let levels = edges.flatMap { [$0.top.y, $0.bottom.y] }.sorted()
    guard var top = levels.first else { return }
    var next = 0
    for bottom in levels where bottom > top {
      active.removeAll { $0.bottom.y <= top }
      while next < edges.count, edges[next].top.y <= top {
        active.append(edges[next])
        next += 1
      }
      var y = top
      for cut in cuts(from: top, to: bottom) + [bottom] where cut > y {
        body(cut - y, lengths(at: y + (cut - y) / 2, rule))
        y = cut
      }
      top = bottom
    }
  }

  /// Where active edges cross strictly between two levels, in order.
  private mutating func cuts(from top: Double, to bottom: Double) -> [Double] {
    active.sort { a, b in
      let (ax, bx) = (a.x(at: top), b.x(at: top))
      return ax != bx ? ax < bx : a.x(at: bottom) < b.x(at: bottom)
    }
    let upper = active.map { $0.x(at: top) }
    let lower = active.map { $0.x(at: bottom) }
    // Nothing crosses where the order stays: the usual case.
    guard zip(lower, lower.dropFirst()).contains(where: { $0 > $1 }) else { return [] }
    var found: [Double] = []
    for i in active.indices {
      for k in active.indices[(i + 1)...] where lower[k] < lower[i] {
        let (above, below) = (upper[k] - upper[i], lower[i] - lower[k])
        let y = top + (bottom - top) * (above / (above + below))
        if y > top, y < bottom { found.append(y) }
      }
    }
    return found.sorted()
  }

  private mutating func lengths(at y: Double, _ rule: FillRule) -> Lengths {
    crossings.removeAll(keepingCapacity: true)
    for edge in active { crossings.append((edge.x(at: y), edge)) }
    crossings.sort { $0.x < $1.x }
    var lengths = Lengths()
    var (first, second) = (0, 0)
    for i in crossings.indices.dropLast() {
      if crossings[i].edge.isFirst {
        first += crossings[i].edge.winding
      } else {
        second += crossings[i].edge.winding
      }
      let length = crossings[i + 1].x - crossings[i].x
      let (inFirst, inSecond) = (rule.isInside(first), rule.isInside(second))
      if inFirst { lengths.first += length }
      if inSecond { lengths.second += length }
      if inFirst && inSecond { lengths.both += length }
    }
    return lengths
  }
}

import Geometry

// Segments that cross and touch anyhow, turned into edges that meet at their ends only.
//
// Snap rounding (Hobby, "Practical segment intersection with finite precision output", Computational Geometry 13,
// 1999; Guibas & Marimont, "Rounding arrangements dynamically", 1995): every end and every crossing makes the pixel
// that holds it hot; a segment is replaced by the chain through the centres of the hot pixels that it meets. No
// edge of these chains crosses another or runs through a vertex, and nothing moves by more than .71 of a pixel.
// Predicates are exact, in integers, so there is no case in which rounding breaks this.

/// Edges of two regions on a fine grid, each place once.
struct SnapRounding {
  /// An edge upwards through the list of grid points: `low` before `high` by y, then x.
  struct Edge: Hashable {
    let low: GridPoint
    let high: GridPoint
  }

  /// How often an edge is run through from `low` to `high`, less how often the other way.
  struct Windings {
    var first = 0
    var second = 0
  }

  private var segments: [(segment: GridSegment, isFirst: Bool)] = []
  private(set) var edges: [Edge: Windings] = [:]
  /// The caller's own coordinates of points that were given.
  private var originals: [GridPoint: Point] = [:]
  private var center = Point.zero
  private var scale = 1.0

  /// Half the grid's width: a drawing's largest side has 2³⁸ pixels, each 4 · 10⁻¹² of it.
  private static let halfWidth = Double(sign: .plus, exponent: 37, significand: 1)

  init(_ first: [Polyline], _ second: [Polyline]) {
    let groups = [first, second].map { $0.map { $0.points.filter(\.isFinite) } }
    var low = Point(.infinity, .infinity)
    var high = Point(-.infinity, -.infinity)
    for p in groups.joined().joined() {
      low = Point(min(low.x, p.x), min(low.y, p.y))
      high = Point(max(high.x, p.x), max(high.y, p.y))
    }
    let half = max(high.x / 2 - low.x / 2, high.y / 2 - low.y / 2)
    guard half > 0, half.isFinite else { return }
    center = Point(low.x / 2 + high.x / 2, low.y / 2 + high.y / 2)
    // A power of two: what is round stays round.
    scale = Double(sign: .plus, exponent: (Self.halfWidth / half).exponent, significand: 1)
    guard scale > 0, scale.isFinite else { return }
    for (index, polygons) in groups.enumerated() {
      for points in polygons { add(points, isFirst: index == 0) }
    }
    snap()
  }

  /// A grid point in the caller's units: the very point that was given, where there was one.
  func point(_ p: GridPoint) -> Point {
    originals[p] ?? Point(center.x + Double(p.x) / scale, center.y + Double(p.y) / scale)
  }

  private mutating func add(_ points: [Point], isFirst: Bool) {
    guard points.count > 1 else { return }
    let grid = points.map { p in
      let q = (p - center) * scale
      return GridPoint(x: Int64(q.x.rounded()), y: Int64(q.y.rounded()))
    }
    for i in grid.indices {
      if originals[grid[i]] == nil { originals[grid[i]] = points[i] }
      let next = grid[(i + 1) % grid.count]
      if grid[i] != next { segments.append((GridSegment(start: grid[i], end: next), isFirst)) }
    }
  }

  private mutating func snap() {
    let hot = hotPoints()
    let rows = hot.map(\.y)
    var chain: [GridPoint] = []
    for (segment, isFirst) in segments {
      let (low, high) = (segment.low, segment.high)
      chain.removeAll(keepingCapacity: true)
      var i = rows.firstIndex(from: low.y - 1)
      while i < hot.count, hot[i].y <= high.y + 1 {
        let p = hot[i]
        if p.x >= low.x - 1, p.x <= high.x + 1, segment.meetsPixel(of: p) { chain.append(p) }
        i += 1
      }
      // Pixels that one line meets lie in one order along both axes, so this order is strict.
      let along = segment.end - segment.start
      chain.sort { ($0 - segment.start).dot(along) < ($1 - segment.start).dot(along) }
      for (p, q) in zip(chain, chain.dropFirst()) { count(p, q, isFirst) }
    }
    edges = edges.filter { $0.value.first != 0 || $0.value.second != 0 }
  }

  private mutating func count(_ p: GridPoint, _ q: GridPoint, _ isFirst: Bool) {
    let isForward = p.y != q.y ? p.y < q.y : p.x < q.x
    let edge = isForward ? Edge(low: p, high: q) : Edge(low: q, high: p)
    if isFirst {
      edges[edge, default: Windings()].first += isForward ? 1 : -1
    } else {
      edges[edge, default: Windings()].second += isForward ? 1 : -1
    }
  }

  /// Ends and rounded crossings, row by row.
  private func hotPoints() -> [GridPoint] {
    var hot = Set(segments.flatMap { [$0.segment.start, $0.segment.end] })
    let ordered = segments.map(\.segment).sorted { $0.low.y < $1.low.y }
    for i in ordered.indices {
      let (low, high) = (ordered[i].low, ordered[i].high)
      for k in ordered.indices[(i + 1)...] {
        if ordered[k].low.y > high.y { break }
        guard ordered[k].low.x <= high.x, ordered[k].high.x >= low.x else { continue }
        if let p = ordered[i].crossing(ordered[k]) { hot.insert(p) }
      }
    }
    return hot.sorted { $0.y != $1.y ? $0.y < $1.y : $0.x < $1.x }
  }
}

extension [Int64] {
  /// The index of the first element that is not below `value`, in ascending order.
  fileprivate func firstIndex(from value: Int64) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

import Geometry

// Alt, Behrends and Blömer, "Approximate matching of polygonal shapes", Annals of Mathematics and Artificial
// Intelligence 13, 1995.

extension Polyline {
  /// The lines, with the closing one of a closed chain; a single point is a line of no length.
  var lines: [Line] {
    guard points.count > 1 else { return points.map { Line($0, $0) } }
    var lines = zip(points, points.dropFirst()).map { Line($0, $1) }
    if isClosed, let first = points.first, let last = points.last, first != last {
      lines.append(Line(last, first))
    }
    return lines
  }
}

/// How far two drawings lie from each other where they differ most.
public enum HausdorffDistance {
  /// The larger of both directed distances, at most `tolerance` below the truth and never above it.
  public static func between(_ a: [Polyline], _ b: [Polyline], tolerance: Double) -> Double {
    max(directed(from: a, to: b, tolerance: tolerance), directed(from: b, to: a, tolerance: tolerance))
  }

  /// How far the farthest point of `a` is from `b`, at most `tolerance` below the truth and never above it: 0
  /// without `a`, infinite without `b`.
  ///
  /// Branch and bound over `a`: a line's distance from a convex set is convex along `a`, so the smallest over
  /// `b` of the larger of its values at both ends bounds a piece from above, and the ends bound it from below.
  /// Pieces that can't beat the best are dropped, others halved.
  public static func directed(from a: [Polyline], to b: [Polyline], tolerance: Double) -> Double {
    let targets = b.flatMap(\.lines)
    let sources = a.flatMap(\.lines)
    guard !sources.isEmpty else { return 0 }
    guard !targets.isEmpty else { return .infinity }
    let tolerance = max(tolerance, 1e-12 * extent(sources + targets))
    var best = 0.0
    for source in sources { best = max(best, distance(source.start, targets), distance(source.end, targets)) }
    // Each piece carries the targets that can be nearest to one of its points.
    var pieces: [(line: Line, targets: [Line])] = sources.map { ($0, targets) }
    while let (line, candidates) = pieces.popLast() {
      let starts = candidates.map { $0.nearest(to: line.start).distance }
      let ends = candidates.map { $0.nearest(to: line.end).distance }
      let bound = zip(starts, ends).reduce(.infinity) { min($0, max($1.0, $1.1)) }
      guard bound > best + tolerance else { continue }
      let length = line.length
      var near: [Line] = []
      for (i, target) in candidates.enumerated() where (starts[i] + ends[i] - length) / 2 <= bound {
        near.append(target)
      }
      let middle = line.point(at: 0.5)
      best = max(best, distance(middle, near))
      guard middle != line.start, middle != line.end else { continue }
      pieces.append((Line(line.start, middle), near))
      pieces.append((Line(middle, line.end), near))
    }
    return best
  }

  private static func distance(_ p: Point, _ lines: [Line]) -> Double {
    lines.reduce(.infinity) { min($0, $1.nearest(to: p).distance) }
  }

  private static func extent(_ lines: [Line]) -> Double {
    lines.reduce(0) {
      max($0, $1.start.x.magnitude, $1.start.y.magnitude, $1.end.x.magnitude, $1.end.y.magnitude)
    }
  }
}

extension Path {
  /// The Hausdorff distance of both outlines (not of their insides), to within `tolerance`; closed subpaths are
  /// taken with their closing lines.
  public func hausdorffDistance(to other: Path, tolerance: Double) -> Double {
    // Flattening each costs a quarter, searching the rest.
    HausdorffDistance.between(
      flattened(tolerance: tolerance / 4), other.flattened(tolerance: tolerance / 4), tolerance: tolerance / 2
    )
  }
}

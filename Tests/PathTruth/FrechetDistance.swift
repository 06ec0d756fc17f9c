import Geometry

/// How far apart two ways are: the shortest leash with which a man and a dog can walk them, neither turning back.
///
/// Chains are walked from their first point to their last; closed ones from their first point around to it.
public enum FrechetDistance {
  /// Both walk from point to point only: never below the true distance, and above it by at most the longest step.
  ///
  /// Eiter and Mannila, "Computing discrete Fréchet distance", TU Wien CD-TR 94/64, 1994; by rows, in O(n·m) time
  /// and O(m) memory. Infinite where one has no points and the other does.
  public static func discrete(_ a: [Point], _ b: [Point]) -> Double {
    guard !a.isEmpty, !b.isEmpty else { return a.isEmpty && b.isEmpty ? 0 : .infinity }
    var row = [Double](repeating: 0, count: b.count)
    for i in a.indices {
      var diagonal = 0.0
      for k in b.indices {
        let here = a[i].distance(to: b[k])
        let above = row[k]
        let reach =
          if i == 0 { k == 0 ? 0 : row[k - 1] } else if k == 0 { above } else {
            min(above, diagonal, row[k - 1])
          }
        (diagonal, row[k]) = (above, max(here, reach))
      }
    }
    return row[b.count - 1]
  }

  /// True where a leash of `leash` is long enough to walk both chains continuously.
  ///
  /// Alt and Godau, "Computing the Fréchet distance between two polygonal curves", International Journal of
  /// Computational Geometry & Applications 5, 1995: which part of each free-space cell's sides can be reached
  /// going up and right only. O(n·m).
  public static func isAtMost(_ leash: Double, _ a: [Point], _ b: [Point]) -> Bool {
    guard let a0 = a.first, let b0 = b.first, let a1 = a.last, let b1 = b.last else {
      return a.isEmpty && b.isEmpty
    }
    guard a0.distance(to: b0) <= leash, a1.distance(to: b1) <= leash else { return false }
    let (a, b) = (a.count > 1 ? a : [a0, a0], b.count > 1 ? b : [b0, b0])
    // What can be reached of each cell's lower side, along b, for the present row of a; of the left side along a.
    var lower = [FreeInterval?](repeating: nil, count: b.count - 1)
    var isReached = true
    for k in lower.indices {
      let free = FreeInterval(from: a[0], to: Line(b[k], b[k + 1]), leash)
      lower[k] = isReached ? free.flatMap { $0.low <= 0 ? $0 : nil } : nil
      isReached = (lower[k]?.high ?? 0) >= 1
    }
    isReached = true
    for i in 0..<a.count - 1 {
      var left = FreeInterval(from: b[0], to: Line(a[i], a[i + 1]), leash)
      if !isReached || (left?.low ?? 1) > 0 { left = nil }
      isReached = (left?.high ?? 0) >= 1
      for k in lower.indices {
        let freeTop = FreeInterval(from: a[i + 1], to: Line(b[k], b[k + 1]), leash)
        let freeRight = FreeInterval(from: b[k + 1], to: Line(a[i], a[i + 1]), leash)
        let top = left != nil ? freeTop : freeTop?.after(lower[k])
        let right = lower[k] != nil ? freeRight : freeRight?.after(left)
        (lower[k], left) = (top, right)
      }
      if i == a.count - 2 { return (left?.high ?? 0) >= 1 || (lower[lower.count - 1]?.high ?? 0) >= 1 }
    }
    return false
  }

  /// The distance of both chains, walked continuously, to within `tolerance`; never below the truth by more than
  /// rounding.
  public static func between(_ a: Polyline, _ b: Polyline, tolerance: Double) -> Double {
    let (p, q) = (walk(a), walk(b))
    guard let p0 = p.first, let q0 = q.first, let p1 = p.last, let q1 = q.last else {
      return p.isEmpty && q.isEmpty ? 0 : .infinity
    }
    var low = max(p0.distance(to: q0), p1.distance(to: q1))
    var high = max(low, discrete(p, q))
    if isAtMost(low, p, q) { return low }
    let tolerance = max(tolerance, high * 1e-14)
    while high - low > tolerance {
      let middle = (low + high) / 2
      if isAtMost(middle, p, q) { high = middle } else { low = middle }
    }
    return high
  }

  private static func walk(_ line: Polyline) -> [Point] {
    guard line.isClosed, let first = line.points.first, line.points.last != first else { return line.points }
    return line.points + [first]
  }
}

/// The part of a line, by its parameter, that lies within a distance of a point.
private struct FreeInterval {
  var low: Double
  var high: Double

  init?(from p: Point, to line: Line, _ distance: Double) {
    let (along, away) = (line.end - line.start, line.start - p)
    let (a, b, c) = (along.lengthSquared, away.dot(along), away.lengthSquared - distance * distance)
    guard a > 0 else {
      guard c <= 0 else { return nil }
      (low, high) = (0, 1)
      return
    }
    let discriminant = b * b - a * c
    // The line's ends are asked for by themselves, as exactly as their distances are.
    let startsIn = away.length <= distance
    let endsIn = line.end.distance(to: p) <= distance
    if startsIn && endsIn {
      (low, high) = (0, 1)
      return
    }
    guard discriminant >= 0 else {
      guard startsIn || endsIn else { return nil }
      (low, high) = startsIn ? (0, 0) : (1, 1)
      return
    }
    let root = discriminant.squareRoot()
    let (enter, leave) = ((-b - root) / a, (-b + root) / a)
    (low, high) = (startsIn ? 0 : max(0, enter), endsIn ? 1 : min(1, leave))
    guard low <= high else { return nil }
  }

  /// What of it can be reached from `entry`, which lies at the opposite side: not before where that begins.
  func after(_ entry: FreeInterval?) -> FreeInterval? {
    guard let entry, entry.low <= high else { return nil }
    var part = self
    part.low = max(low, entry.low)
    return part
  }
}

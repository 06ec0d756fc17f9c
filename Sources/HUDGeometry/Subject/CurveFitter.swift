// Philip J. Schneider, "An algorithm for automatically fitting digitized curves", Graphics Gems (1990).

import CGuides
import RealModule

/// Fits few cubics to a closed outline, within a tolerance; corners stay corners, everything else is smooth.
struct CurveFitter: Sendable {
  private var xs: [Double] = []
  private var ys: [Double] = []
  /// The way to each point from the one before.
  private var ways: [Double] = []
  private var times: [Double] = []
  private var cubics: [cguides_cubic] = []
  private var joints: [Int32] = []

  /// The most cubics per outline; a wilder one is fitted more loosely.
  static let most = 64

  init(capacity: Int) {
    xs.reserveCapacity(capacity)
    ys.reserveCapacity(capacity)
    ways.reserveCapacity(capacity)
    times.reserveCapacity(capacity)
    cubics.reserveCapacity(4 * Self.most)
    joints.reserveCapacity(capacity)
  }

  /// Appends the outline to `path`, every point multiplied by `scale` and clamped to 0 … 1. `tolerance` is
  /// the greatest distance from a point of the outline, in its own unit; `limit` is the most cubics.
  mutating func append(
    _ outline: [Point], isCorner: [Bool], tolerance: Double, limit: Int, scale: Point, to path: inout Path
  ) {
    guard outline.count >= 8 else { return }
    findJoints(outline, isCorner)
    var allowed = tolerance
    for round in 1...6 {
      fitAll(allowed, limit: round < 6 ? limit : .max)
      if cubics.count <= limit { break }
      allowed *= 1.6
    }
    func place(_ p: Point) -> Point {
      Point(max(0, min(1, p.x * scale.x)), max(0, min(1, p.y * scale.y)))
    }
    path.move(to: place(point(0)))
    for i in cubics.indices {
      let (x, y) = (cubics[i].x, cubics[i].y)
      path.cubic(place(Point(x.1, y.1)), place(Point(x.2, y.2)), to: place(Point(x.3, y.3)))
    }
    path.close()
  }

  /// Copies the outline so that it begins and ends at a joint, and finds the other joints.
  private mutating func findJoints(_ outline: [Point], _ isCorner: [Bool]) {
    let n = outline.count
    joints.removeAll(keepingCapacity: true)
    var first = 0
    var sharpest = -2.0
    func sharpness(_ i: Int) -> Double {
      if isCorner[i] { return 2 }
      let a = outline[i] - outline[(i + n - 3) % n]
      let b = outline[(i + 3) % n] - outline[i]
      return -a.dot(b) / max(1e-9, a.length * b.length)
    }
    times.removeAll(keepingCapacity: true)
    for i in 0..<n {
      let s = sharpness(i)
      times.append(s)
      if s > sharpest { (first, sharpest) = (i, s) }
    }
    xs.removeAll(keepingCapacity: true)
    ys.removeAll(keepingCapacity: true)
    ways.removeAll(keepingCapacity: true)
    for k in 0...n {
      let i = (first + k) % n
      // Half a step of smoothing: positions between cells are accurate to only a tenth of a cell.
      let isKept = times[i] > -0.26
      let around = outline[(i + 1) % n] + outline[(i + n - 1) % n]
      let p = isKept ? outline[i] : outline[i] * 0.5 + around * 0.25
      ways.append(k > 0 ? p.distance(to: point(k - 1)) : 0)
      xs.append(p.x)
      ys.append(p.y)
    }
    while times.count <= n { times.append(0) }
    joints.append(0)
    for k in 1..<n {
      let i = (first + k) % n
      let s = times[i]
      // A corner turns by more than 75° within three points to either side.
      guard s > -0.26 else { continue }
      var isPeak = true
      if s < 2 {
        for d in 1...3 where times[(i + d) % n] > s || times[(i + n - d) % n] >= s { isPeak = false }
      }
      if isPeak { joints.append(Int32(k)) }
    }
    joints.append(Int32(n))
    isClosedSmoothly = sharpest < -0.26
  }

  private var lengthOfPiece = 0.0
  /// Whether the outline is smooth at its beginning.
  private var isClosedSmoothly = false

  private func point(_ i: Int) -> Point { Point(xs[i], ys[i]) }

  /// Stops once there are more cubics than the limit.
  private mutating func fitAll(_ tolerance: Double, limit: Int) {
    cubics.removeAll(keepingCapacity: true)
    for k in 0..<joints.count - 1 where cubics.count <= limit {
      let (first, last) = (Int(joints[k]), Int(joints[k + 1]))
      var (start, end) = (tangent(first, first, last, 1), tangent(last, first, last, -1))
      if isClosedSmoothly, joints.count == 2 {
        let n = xs.count - 1
        let through = Self.unit(point(min(3, n)) - point(max(0, n - 3)))
        (start, end) = (through, Point(-through.x, -through.y))
      }
      fit(first, last, start, end, tolerance * tolerance, limit)
    }
  }

  private static func unit(_ p: Point) -> Point {
    let length = p.length
    return length > 1e-12 ? p / length : Point(1, 0)
  }

  /// The tangent from point `i` into its piece, forwards or backwards.
  private func tangent(_ i: Int, _ first: Int, _ last: Int, _ direction: Int) -> Point {
    let reach = min(3, last - first)
    return Self.unit(point(i + direction * reach) - point(i))
  }

  private mutating func fit(
    _ first: Int, _ last: Int, _ start: Point, _ end: Point, _ tolerance: Double, _ limit: Int
  ) {
    guard cubics.count <= limit else { return }
    guard last - first > 1 else {
      let third = point(first).distance(to: point(last)) / 3
      cubics.append(cubic(first, last, start * third, end * third))
      return
    }
    measure(first, last)
    var cubic = solve(first, last, start, end)
    var (error, worst) = furthest(&cubic, first, last)
    var rounds = 0
    while error > tolerance, error < 16 * tolerance, rounds < 3 {
      // SAFETY: each point has both coordinates and a time.
      unsafe cguides_approach(xs, ys, &times, Int32(first), Int32(last + 1), &cubic)
      cubic = solve(first, last, start, end)
      (error, worst) = furthest(&cubic, first, last)
      rounds += 1
    }
    if error <= tolerance {
      cubics.append(cubic)
      return
    }
    let reach = min(3, worst - first, last - worst)
    let middle = Self.unit(point(worst - reach) - point(worst + reach))
    fit(first, worst, start, middle, tolerance, limit)
    fit(worst, last, Point(-middle.x, -middle.y), end, tolerance, limit)
  }

  private func cubic(_ first: Int, _ last: Int, _ start: Point, _ end: Point) -> cguides_cubic {
    let (a, b) = (point(first), point(last))
    return cguides_cubic(
      x: (a.x, a.x + start.x, b.x + end.x, b.x), y: (a.y, a.y + start.y, b.y + end.y, b.y))
  }

  /// The chord lengths so far, scaled to 0 … 1.
  private mutating func measure(_ first: Int, _ last: Int) {
    times[first] = 0
    for i in first + 1...last { times[i] = times[i - 1] + ways[i] }
    let length = max(1e-12, times[last])
    lengthOfPiece = length
    for i in first...last { times[i] /= length }
  }

  /// The least-squares lengths of both arms.
  private func solve(_ first: Int, _ last: Int, _ start: Point, _ end: Point) -> cguides_cubic {
    let (p0, p3) = (point(first), point(last))
    var by = cguides_bend(
      from_x: p0.x, from_y: p0.y, to_x: p3.x, to_y: p3.y, start_x: start.x, start_y: start.y, end_x: end.x,
      end_y: end.y, cross: start.dot(end))
    var sums = (0.0, 0.0, 0.0, 0.0, 0.0)
    // SAFETY: each point has both coordinates and a time, and there are five sums.
    unsafe withUnsafeMutableBytes(of: &sums) {
      unsafe cguides_bend_to(
        xs, ys, times, Int32(first), Int32(last + 1), &by,
        $0.baseAddress?.assumingMemoryBound(to: Double.self))
    }
    let (c00, c01, c11, x0, x1) = sums
    let determinant = c00 * c11 - c01 * c01
    let chord = p0.distance(to: p3)
    var (a, b) = (chord / 3, chord / 3)
    if determinant.magnitude > 1e-12 {
      let (left, right) = ((x0 * c11 - x1 * c01) / determinant, (c00 * x1 - c01 * x0) / determinant)
      // Wu & Barsky's heuristic if the solution isn't a curve, or has a loop.
      let most = 1.2 * lengthOfPiece
      if left > 1e-3 * chord, right > 1e-3 * chord, left < most, right < most { (a, b) = (left, right) }
    }
    return cubic(first, last, start * a, end * b)
  }

  private func furthest(_ cubic: inout cguides_cubic, _ first: Int, _ last: Int) -> (error: Double, at: Int) {
    var (error, at) = (0.0, Int32((first + last) / 2))
    // SAFETY: each point has both coordinates and a time.
    unsafe cguides_stray(xs, ys, times, Int32(first + 1), Int32(last), &cubic, &error, &at)
    return (error, Int(at))
  }
}

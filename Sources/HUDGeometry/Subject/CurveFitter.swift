// Philip J. Schneider, "An algorithm for automatically fitting digitized curves", Graphics Gems (1990).

import RealModule

/// Fits few cubics to a closed outline, within a tolerance; corners stay corners, everything else is smooth.
struct CurveFitter: Sendable {
  private var points: [Point] = []
  private var times: [Double] = []
  private var cubics: [Cubic] = []
  private var joints: [Int32] = []

  private struct Cubic {
    var c1: Point
    var c2: Point
    var end: Point
  }

  /// The most cubics per outline; a wilder one is fitted more loosely.
  static let most = 64

  init(capacity: Int) {
    points.reserveCapacity(capacity)
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
    for _ in 0..<6 {
      fitAll(allowed)
      if cubics.count <= limit { break }
      allowed *= 1.6
    }
    func place(_ p: Point) -> Point {
      Point(max(0, min(1, p.x * scale.x)), max(0, min(1, p.y * scale.y)))
    }
    path.move(to: place(points[0]))
    for i in cubics.indices {
      path.cubic(place(cubics[i].c1), place(cubics[i].c2), to: place(cubics[i].end))
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
    points.removeAll(keepingCapacity: true)
    for k in 0...n {
      let i = (first + k) % n
      // Half a step of smoothing: positions between cells are accurate to only a tenth of a cell.
      let isKept = times[i] > -0.26
      let around = outline[(i + 1) % n] + outline[(i + n - 1) % n]
      points.append(isKept ? outline[i] : outline[i] * 0.5 + around * 0.25)
    }
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

  private mutating func fitAll(_ tolerance: Double) {
    cubics.removeAll(keepingCapacity: true)
    for k in 0..<joints.count - 1 {
      let (first, last) = (Int(joints[k]), Int(joints[k + 1]))
      var (start, end) = (tangent(first, first, last, 1), tangent(last, first, last, -1))
      if isClosedSmoothly, joints.count == 2 {
        let n = points.count - 1
        let through = Self.unit(points[min(3, n)] - points[max(0, n - 3)])
        (start, end) = (through, Point(-through.x, -through.y))
      }
      fit(first, last, start, end, tolerance * tolerance)
    }
  }

  private static func unit(_ p: Point) -> Point {
    let length = p.length
    return length > 1e-12 ? p / length : Point(1, 0)
  }

  /// The tangent from point `i` into its piece, forwards or backwards.
  private func tangent(_ i: Int, _ first: Int, _ last: Int, _ direction: Int) -> Point {
    let reach = min(3, last - first)
    return Self.unit(points[i + direction * reach] - points[i])
  }

  private mutating func fit(_ first: Int, _ last: Int, _ start: Point, _ end: Point, _ tolerance: Double) {
    let chord = points[first].distance(to: points[last])
    guard last - first > 1 else {
      cubics.append(
        Cubic(
          c1: points[first] + start * (chord / 3), c2: points[last] + end * (chord / 3), end: points[last]))
      return
    }
    measure(first, last)
    var cubic = solve(first, last, start, end)
    var (error, worst) = furthest(cubic, first, last)
    var rounds = 0
    while error > tolerance, error < 16 * tolerance, rounds < 3 {
      reparameterize(cubic, first, last)
      cubic = solve(first, last, start, end)
      (error, worst) = furthest(cubic, first, last)
      rounds += 1
    }
    if error <= tolerance {
      cubics.append(cubic)
      return
    }
    let reach = min(3, worst - first, last - worst)
    let middle = Self.unit(points[worst - reach] - points[worst + reach])
    fit(first, worst, start, middle, tolerance)
    fit(worst, last, Point(-middle.x, -middle.y), end, tolerance)
  }

  /// The chord lengths so far, scaled to 0 … 1.
  private mutating func measure(_ first: Int, _ last: Int) {
    while times.count < points.count { times.append(0) }
    times[first] = 0
    for i in first + 1...last { times[i] = times[i - 1] + points[i].distance(to: points[i - 1]) }
    let length = max(1e-12, times[last])
    lengthOfPiece = length
    for i in first...last { times[i] /= length }
  }

  /// The least-squares lengths of both arms.
  private func solve(_ first: Int, _ last: Int, _ start: Point, _ end: Point) -> Cubic {
    let (p0, p3) = (points[first], points[last])
    var (c00, c01, c11, x0, x1) = (0.0, 0.0, 0.0, 0.0, 0.0)
    let cross = start.dot(end)
    for i in first...last {
      let t = times[i]
      let u = 1 - t
      let b1 = 3 * t * u * u
      let b2 = 3 * t * t * u
      let rest = points[i] - p0 * (u * u * u + b1) - p3 * (b2 + t * t * t)
      c00 += b1 * b1
      c01 += b1 * b2 * cross
      c11 += b2 * b2
      x0 += b1 * start.dot(rest)
      x1 += b2 * end.dot(rest)
    }
    let determinant = c00 * c11 - c01 * c01
    let chord = p0.distance(to: p3)
    var (a, b) = (chord / 3, chord / 3)
    if determinant.magnitude > 1e-12 {
      let (left, right) = ((x0 * c11 - x1 * c01) / determinant, (c00 * x1 - c01 * x0) / determinant)
      // Wu & Barsky's heuristic if the solution isn't a curve, or has a loop.
      let most = 1.2 * lengthOfPiece
      if left > 1e-3 * chord, right > 1e-3 * chord, left < most, right < most { (a, b) = (left, right) }
    }
    return Cubic(c1: p0 + start * a, c2: p3 + end * b, end: p3)
  }

  private func furthest(_ cubic: Cubic, _ first: Int, _ last: Int) -> (error: Double, at: Int) {
    var error = 0.0
    var at = (first + last) / 2
    for i in first + 1..<last {
      let q = CubicBezier(points[first], cubic.c1, cubic.c2, cubic.end).point(at: times[i])
      let d = (q - points[i]).lengthSquared
      if d > error { (error, at) = (d, i) }
    }
    return (error, at)
  }

  /// One Newton step of each point's parameter towards the nearest point of the curve.
  private mutating func reparameterize(_ cubic: Cubic, _ first: Int, _ last: Int) {
    let (p0, p1, p2, p3) = (points[first], cubic.c1, cubic.c2, cubic.end)
    let (d0, d1, d2) = (3 * (p1 - p0), 3 * (p2 - p1), 3 * (p3 - p2))
    let (s0, s1) = (2 * (d1 - d0), 2 * (d2 - d1))
    for i in first + 1..<last {
      let t = times[i]
      let u = 1 - t
      let offset = CubicBezier(p0, p1, p2, p3).point(at: t) - points[i]
      let speed = u * u * d0 + 2 * u * t * d1 + t * t * d2
      let bend = u * s0 + t * s1
      let slope = speed.lengthSquared + offset.dot(bend)
      if slope > 1e-12 { times[i] = max(0, min(1, t - offset.dot(speed) / slope)) }
    }
  }
}

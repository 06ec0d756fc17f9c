import RealModule

/// How far the picture has rolled since a reference picture.
///
/// Inverse compositional registration (Baker & Matthews, "Lucas-Kanade 20 years on", 2004) of a similarity, with
/// gain and offset of the light as further unknowns, coarse to fine, on the reference's clearest pixels; what
/// moves in front of the scene is weighed down (Geman & McClure 1985). Registered to the reference itself and
/// never from frame to frame, so that nothing adds up.
struct RollRegistration: Sendable {
  /// What the last frame said.
  private(set) var rollDegrees = 0.0
  /// Share of the reference's points that are found again, 0 … 1.
  private(set) var agreement = 0.0
  /// Of the points' middle, in picture widths.
  private(set) var shift = 0.0
  private(set) var hasReference = false

  private struct Point: Sendable {
    var x: Float = 0
    var y: Float = 0
    var value: Float = 0
    /// What the value changes by: shift in x and y, roll and scale (both at half the width), the light's gain (of
    /// 128 levels) and offset; then room for the error, and nothing. The same for every picture.
    var changes = SIMD8<Float>()
  }

  private static let capacity = 1600
  private static let fewest = 80
  private var pyramid: LumaPyramid
  private let aspect: Float
  private var points = [Point](repeating: Point(), count: capacity * LumaPyramid.levels)
  private var counts = [Int](repeating: 0, count: LumaPyramid.levels)
  private var histogram = [Int](repeating: 0, count: 256)
  /// The warp: a point z of the reference is at m·z + t, from the middle, in pixels of level 0.
  private var m = (x: Float(1), y: Float(0))
  private var t = (x: Float(0), y: Float(0))
  /// How much brighter the picture is than the reference: a share of the value, and levels.
  private var lightGain: Float = 0
  private var lightOffset: Float = 0
  /// Mean distance of the values, in levels.
  private var spread: Float = 0
  private var normal = [Float](repeating: 0, count: 6 * 7)

  init(width: Int, height: Int, pixelAspect: Double) {
    pyramid = LumaPyramid(width: width, height: height)
    aspect = Float(pixelAspect)
  }

  /// Takes this picture as the reference; without structure there is none.
  mutating func setReference(_ luma: Span<UInt8>, bytesPerRow: Int) {
    pyramid.read(luma, bytesPerRow: bytesPerRow)
    adopt()
  }

  /// Takes the picture last registered as the new reference.
  mutating func adopt() {
    for level in 0..<LumaPyramid.levels { selectPoints(level) }
    hasReference = counts[0] >= Self.fewest
    (m, t) = ((1, 0), (0, 0))
    (lightGain, lightOffset) = (0, 0)
    (rollDegrees, agreement, shift) = (0, hasReference ? 1 : 0, 0)
  }

  /// Registers this picture; true where the reference was found again.
  mutating func register(_ luma: Span<UInt8>, bytesPerRow: Int) -> Bool {
    pyramid.read(luma, bytesPerRow: bytesPerRow)
    guard hasReference else { return false }
    // From where it was before; should that have been lost, from the reference's own place.
    if agreement < 0.5 {
      (m, t) = ((1, 0), (0, 0))
      (lightGain, lightOffset) = (0, 0)
    }
    for level in stride(from: LumaPyramid.levels - 1, through: 0, by: -1) where counts[level] >= 40 {
      spread = 24
      for _ in 0..<(level == 0 ? 5 : 8) {
        guard let step = step(level) else { break }
        if step < 0.003 { break }
      }
    }
    judge()
    rollDegrees = -Double(Float.atan2(y: m.y, x: m.x)) * 180 / .pi
    shift = Double((t.x * t.x + t.y * t.y).squareRoot()) / Double(max(1, pyramid.width))
    let scale = (m.x * m.x + m.y * m.y).squareRoot()
    let isSane = rollDegrees.magnitude < 20 && shift < 0.3 && scale > 0.85 && scale < 1.18
    if !isSane { agreement = 0 }
    return agreement >= 0.5
  }

  /// The clearest pixels, at most `capacity`, from all over the picture.
  private mutating func selectPoints(_ level: Int) {
    let (w, h, start) = (pyramid.width(level), pyramid.height(level), pyramid.start(level))
    counts[level] = 0
    guard w > 8, h > 8 else { return }
    for i in histogram.indices { histogram[i] = 0 }
    for y in 2..<h - 2 {
      for x in 2..<w - 2 { histogram[min(255, Int(slope(start + y * w + x, w).strength * 4))] += 1 }
    }
    // Half a level a pixel at the least: below that it is noise.
    var (least, n) = (256, 0)
    while least > 2, n + histogram[least - 1] <= Self.capacity {
      least -= 1
      n += histogram[least]
    }
    let (middleX, middleY) = (Float(w) / 2, Float(h) / 2)
    for y in 2..<h - 2 {
      for x in 2..<w - 2 {
        let i = start + y * w + x
        let (gx, gy, strength) = slope(i, w)
        guard Int(strength * 4) >= least, counts[level] < Self.capacity else { continue }
        let (px, py) = (Float(x) + 0.5 - middleX, (Float(y) + 0.5 - middleY) * aspect)
        let (value, down) = (pyramid.pixels[i], gy / aspect)
        points[level * Self.capacity + counts[level]] = Point(
          x: px, y: py, value: value,
          changes: SIMD8(
            gx, down, (down * px - gx * py) / middleX, (gx * px + down * py) / middleX, value / 128, 1, 0, 0))
        counts[level] += 1
      }
    }
  }

  private func slope(_ i: Int, _ w: Int) -> (x: Float, y: Float, strength: Float) {
    let gx = (pyramid.pixels[i + 1] - pyramid.pixels[i - 1]) / 2
    let gy = (pyramid.pixels[i + w] - pyramid.pixels[i - w]) / 2
    return (gx, gy, (gx * gx + gy * gy).squareRoot())
  }

  /// The warp on one level, with what doesn't change from point to point.
  private struct Sampler {
    let m: (x: Float, y: Float)
    let middle: (x: Float, y: Float)
    let perRow: Float
    let width: Int
    let start: Int
    let limit: (x: Float, y: Float)

    init(_ registration: borrowing RollRegistration, level: Int) {
      let scale = 1 / Float(1 << level)
      let height = registration.pyramid.height(level)
      width = registration.pyramid.width(level)
      start = registration.pyramid.start(level)
      m = registration.m
      perRow = 1 / registration.aspect
      middle = (
        registration.t.x * scale + Float(width) / 2 - 0.5,
        registration.t.y * scale * perRow + Float(height) / 2 - 0.5
      )
      limit = (Float(width - 1), Float(height - 1))
    }

    /// The picture's value where the warp takes a point; `nil` outside.
    @inline(__always)
    func value(at point: Point, in pixels: Span<Float>) -> Float? {
      let x = m.x * point.x - m.y * point.y + middle.x
      let y = (m.y * point.x + m.x * point.y) * perRow + middle.y
      guard x >= 0, y >= 0, x < limit.x, y < limit.y else { return nil }
      let (column, row) = (Int(x), Int(y))
      let (fx, fy) = (x - Float(column), y - Float(row))
      let i = start &+ row &* width &+ column
      let above = pixels[i] + (pixels[i &+ 1] - pixels[i]) * fx
      let below = pixels[i &+ width] + (pixels[i &+ width &+ 1] - pixels[i &+ width]) * fx
      return above + (below - above) * fy
    }
  }

  /// The six normal equations, whose seventh column is the right-hand side, and how near the pictures are.
  private struct Equations {
    var rows = InlineArray<6, SIMD8<Float>>(repeating: SIMD8())
    var seen: Float = 0
    var distance: Float = 0
  }

  private func equations(_ level: Int) -> Equations {
    var (sum0, sum1, sum2) = (SIMD8<Float>(), SIMD8<Float>(), SIMD8<Float>())
    var (sum3, sum4, sum5) = (SIMD8<Float>(), SIMD8<Float>(), SIMD8<Float>())
    var (seen, distance): (Float, Float) = (0, 0)
    let cut = 1 / (spread * spread)
    let sampler = Sampler(self, level: level)
    let pixels = pyramid.pixels.span
    let first = level * Self.capacity
    let points = points.span.extracting(first..<first + counts[level])
    for k in points.indices {
      let point = points[k]
      guard let value = sampler.value(at: point, in: pixels) else { continue }
      let error = value - point.value
      let rest = error - lightOffset - lightGain * point.value
      let robust = 1 / (1 + rest * rest * cut)
      var row = point.changes
      row[6] = error
      let weighted = row * (robust * robust)
      sum0 += row * weighted[0]
      sum1 += row * weighted[1]
      sum2 += row * weighted[2]
      sum3 += row * weighted[3]
      sum4 += row * weighted[4]
      sum5 += row * weighted[5]
      seen += 1
      distance += rest.magnitude * robust
    }
    return Equations(rows: [sum0, sum1, sum2, sum3, sum4, sum5], seen: seen, distance: distance)
  }

  /// One Gauss-Newton step; how far it moved the picture's edge, in pixels, or `nil` where it can't be told.
  private mutating func step(_ level: Int) -> Float? {
    let scale = 1 / Float(1 << level)
    let size = Float(pyramid.width(level)) / 2
    let equations = equations(level)
    guard equations.seen >= 40 else { return nil }
    for i in 0..<6 {
      for column in 0..<7 { normal[i * 7 + column] = equations.rows[i][column] }
    }
    guard solve() else { return nil }
    let (dx, dy) = (normal[6] / scale, normal[13] / scale)
    let (turn, grow) = (normal[20] / size, normal[27] / size)
    lightGain = normal[34] / 128
    lightOffset = normal[41]
    spread = max(2, 3 * equations.distance / equations.seen)
    compose(dx, dy, turn, grow)
    return (dx * dx + dy * dy).squareRoot() + (turn.magnitude + grow.magnitude) * size / scale
  }

  /// The warp after the inverse of z → (1 + grow + i·turn)·z + d.
  private mutating func compose(_ dx: Float, _ dy: Float, _ turn: Float, _ grow: Float) {
    let (re, im) = (1 + grow, turn)
    let size = re * re + im * im
    let next = (x: (m.x * re + m.y * im) / size, y: (m.y * re - m.x * im) / size)
    t = (t.x - (next.x * dx - next.y * dy), t.y - (next.y * dx + next.x * dy))
    m = next
  }

  /// Gauss with pivots in place; the solution is left in the last column.
  private mutating func solve() -> Bool {
    for i in 0..<6 {
      // A little of its own weight on the diagonal, so that a scene of one direction still has an answer.
      normal[i * 7 + i] = normal[i * 7 + i] * 1.0001 + 1e-3
    }
    for i in 0..<6 {
      let pivot = normal[i * 7 + i]
      guard pivot > 1e-6, pivot.isFinite else { return false }
      for j in i..<7 { normal[i * 7 + j] /= pivot }
      for k in 0..<6 where k != i {
        let factor = normal[k * 7 + i]
        for j in i..<7 { normal[k * 7 + j] -= factor * normal[i * 7 + j] }
      }
    }
    return true
  }

  /// What share of the points is where it should be: nearer in value than a third of their own spread.
  private mutating func judge() {
    var (sum, squares): (Float, Float) = (0, 0)
    let n = counts[0]
    for k in 0..<n {
      sum += points[k].value
      squares += points[k].value * points[k].value
    }
    let mean = sum / Float(n)
    // Light that has lost half its contrast, or turned it round, is not light but another picture.
    guard lightGain > -0.5, lightGain < 1.5 else {
      agreement = 0
      return
    }
    let limit = max(3, 0.3 * (1 + lightGain) * max(0, squares / Float(n) - mean * mean).squareRoot())
    agreement = Double(found(within: limit)) / Double(n)
  }

  /// How many points are within so many levels of where the light would have them.
  private func found(within limit: Float) -> Int {
    var found = 0
    let sampler = Sampler(self, level: 0)
    let pixels = pyramid.pixels.span
    for k in 0..<counts[0] {
      guard let value = sampler.value(at: points[k], in: pixels) else { continue }
      let error = value - points[k].value - lightOffset - lightGain * points[k].value
      if error.magnitude < limit { found += 1 }
    }
    return found
  }
}

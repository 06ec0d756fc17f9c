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
    var gx: Float = 0
    var gy: Float = 0
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
        points[level * Self.capacity + counts[level]] = Point(
          x: Float(x) + 0.5 - middleX, y: (Float(y) + 0.5 - middleY) * aspect, value: pyramid.pixels[i],
          gx: gx, gy: gy / aspect)
        counts[level] += 1
      }
    }
  }

  private func slope(_ i: Int, _ w: Int) -> (x: Float, y: Float, strength: Float) {
    let gx = (pyramid.pixels[i + 1] - pyramid.pixels[i - 1]) / 2
    let gy = (pyramid.pixels[i + w] - pyramid.pixels[i - w]) / 2
    return (gx, gy, (gx * gx + gy * gy).squareRoot())
  }

  /// The picture's value where the warp takes a point; `nil` outside.
  private func sample(_ point: Point, _ level: Int, _ scale: Float) -> Float? {
    let (w, h) = (pyramid.width(level), pyramid.height(level))
    let x = m.x * point.x - m.y * point.y + t.x * scale + Float(w) / 2 - 0.5
    let y = (m.y * point.x + m.x * point.y + t.y * scale) / aspect + Float(h) / 2 - 0.5
    guard x >= 0, y >= 0, x < Float(w - 1), y < Float(h - 1) else { return nil }
    let (column, row) = (Int(x), Int(y))
    let (fx, fy) = (x - Float(column), y - Float(row))
    let i = pyramid.start(level) + row * w + column
    let above = pyramid.pixels[i] + (pyramid.pixels[i + 1] - pyramid.pixels[i]) * fx
    let below = pyramid.pixels[i + w] + (pyramid.pixels[i + w + 1] - pyramid.pixels[i + w]) * fx
    return above + (below - above) * fy
  }

  /// One Gauss-Newton step; how far it moved the picture's edge, in pixels, or `nil` where it can't be told.
  private mutating func step(_ level: Int) -> Float? {
    let scale = 1 / Float(1 << level)
    let size = Float(pyramid.width(level)) / 2
    for i in normal.indices { normal[i] = 0 }
    var rows = InlineArray<7, Float>(repeating: 0)
    var sums = InlineArray<28, Float>(repeating: 0)
    var (seen, distance): (Float, Float) = (0, 0)
    let cut = 1 / (spread * spread)
    for k in 0..<counts[level] {
      let point = points[level * Self.capacity + k]
      guard let value = sample(point, level, scale) else { continue }
      let error = value - point.value
      let rest = error - lightOffset - lightGain * point.value
      let robust = 1 / (1 + rest * rest * cut)
      let weight = robust * robust
      // Shift in x and y, roll, scale (both at half the width), gain, offset; and the error.
      rows[0] = point.gx
      rows[1] = point.gy
      rows[2] = (point.gy * point.x - point.gx * point.y) / size
      rows[3] = (point.gx * point.x + point.gy * point.y) / size
      rows[4] = point.value / 128
      rows[5] = 1
      rows[6] = error
      var n = 0
      for i in 0..<6 {
        let a = rows[i] * weight
        for j in i..<7 {
          sums[n] += a * rows[j]
          n &+= 1
        }
      }
      seen += 1
      distance += rest.magnitude * robust
    }
    guard seen >= 40 else { return nil }
    var n = 0
    for i in 0..<6 {
      for j in i..<7 {
        normal[i * 7 + j] = sums[n]
        if j < 6 { normal[j * 7 + i] = sums[n] }
        n += 1
      }
    }
    guard solve() else { return nil }
    let (dx, dy) = (normal[6] / scale, normal[13] / scale)
    let (turn, grow) = (normal[20] / size, normal[27] / size)
    lightGain = normal[34] / 128
    lightOffset = normal[41]
    spread = max(2, 3 * distance / seen)
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
    var inside = 0
    for k in 0..<n {
      guard let value = sample(points[k], 0, 1) else { continue }
      let error = value - points[k].value - lightOffset - lightGain * points[k].value
      if error.magnitude < limit { inside += 1 }
    }
    agreement = Double(inside) / Double(n)
  }
}

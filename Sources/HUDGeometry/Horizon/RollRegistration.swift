import CGuides
import RealModule

/// How far the picture has rolled since a reference picture.
///
/// Inverse compositional registration (Baker & Matthews, "Lucas-Kanade 20 years on", 2004) of a similarity,
/// with the light's gain and offset as further unknowns, coarse to fine, on the reference's clearest pixels;
/// movement in front of the scene gets less weight (Geman & McClure 1985). Every picture is registered to the
/// reference itself, never to the previous frame, so errors don't accumulate.
struct RollRegistration: Sendable {
  /// The last frame's roll.
  private(set) var rollDegrees = 0.0
  /// The share of the reference's points that are found again, 0 … 1.
  private(set) var agreement = 0.0
  /// The shift of the points' middle, in picture widths: to the right and down.
  private(set) var move = Point.zero
  /// Its length.
  var shift: Double { (move.x * move.x + move.y * move.y).squareRoot() }
  private(set) var hasReference = false

  private static let capacity = 1600
  private static let fewest = 80
  /// Tiles each way.
  private static let tiles = 8
  /// At this agreement or more, and within this many pixels of level 0, only the largest size is searched; the
  /// agreement must not fall by more than the slack.
  private static let sure = 0.7
  private static let nearby: Float = 2.5
  private static let slack = 0.03
  private var pyramid: LumaPyramid
  private let aspect: Float
  /// For every eight points: x, then y, in pixels of their level from the middle, then values.
  private var places = [SIMD8<Float>](repeating: .zero, count: capacity / 8 * 3 * LumaPyramid.levels)
  /// How a point's value changes with: shift in x and y, roll and scale (both at half the width), the light's gain (of
  /// 128 levels) and offset; then room for the error, and padding. The same for every picture.
  private var changes = [SIMD8<Float>](repeating: .zero, count: capacity * LumaPyramid.levels)
  private var counts = [Int](repeating: 0, count: LumaPyramid.levels)
  /// Pixels by strength and tile, those of all tiles, and how many more points each tile may give.
  private var histogram = [Int](repeating: 0, count: 256 * tiles * tiles)
  private var strengths = [Int](repeating: 0, count: 256)
  private var room = [Int](repeating: 0, count: tiles * tiles)
  /// The warp: a point z of the reference is at m·z + t, from the middle, in pixels of level 0.
  private var m = (x: Float(1), y: Float(0))
  private var t = (x: Float(0), y: Float(0))
  /// How much brighter the picture is than the reference: a share of the value, and levels.
  private var lightGain: Float = 0
  private var lightOffset: Float = 0
  /// The mean distance of the values, in levels.
  private var spread: Float = 0
  private var normal = [Float](repeating: 0, count: 6 * 7)

  init(width: Int, height: Int, pixelAspect: Double) {
    pyramid = LumaPyramid(width: width, height: height)
    aspect = Float(pixelAspect)
  }

  /// Takes this picture as the reference; a picture without structure gives none.
  mutating func setReference(_ luma: Span<UInt8>, bytesPerRow: Int) {
    pyramid.read(luma, bytesPerRow: bytesPerRow)
    adopt()
  }

  /// Takes the picture last registered as the new reference.
  ///
  /// - Parameter fixed: hides what isn't part of the scene.
  mutating func adopt(hiding fixed: FixedParts? = nil) {
    pyramid.readCoarse()
    for level in 0..<LumaPyramid.levels { selectPoints(level, fixed) }
    hasReference = counts[0] >= Self.fewest
    (m, t) = ((1, 0), (0, 0))
    (lightGain, lightOffset) = (0, 0)
    (rollDegrees, agreement, move) = (0, hasReference ? 1 : 0, .zero)
  }

  /// Registers this picture; true if the reference was found again.
  mutating func register(_ luma: Span<UInt8>, bytesPerRow: Int) -> Bool {
    pyramid.read(luma, bytesPerRow: bytesPerRow)
    guard hasReference else { return false }
    // From its last place, or from the reference's own if that was lost.
    if agreement < 0.5 {
      (m, t) = ((1, 0), (0, 0))
      (lightGain, lightOffset) = (0, 0)
    }
    if !followOn() {
      pyramid.readCoarse()
      for level in stride(from: LumaPyramid.levels - 1, through: 0, by: -1) { align(level) }
      judge()
    }
    rollDegrees = -Double(Float.atan2(y: m.y, x: m.x)) * 180 / .pi
    let width = Double(max(1, pyramid.width))
    move = Point(Double(t.x) / width, Double(t.y) / width)
    let scale = (m.x * m.x + m.y * m.y).squareRoot()
    let isSane = rollDegrees.magnitude < 20 && shift < 0.3 && scale > 0.85 && scale < 1.18
    if !isSane { agreement = 0 }
    return agreement >= 0.5
  }

  /// Looks for the reference near its place in the previous picture, at the largest size only.
  ///
  /// - Returns: whether it is there beyond doubt: as many points agree as before. The warp is then
  ///   within its last step of what coarse to fine would find.
  private mutating func followOn() -> Bool {
    let (before, warp, light) = (agreement, (m, t), (lightGain, lightOffset))
    guard before >= Self.sure else { return false }
    if let moved = align(0), moved < Self.nearby {
      judge()
      if agreement >= max(Self.sure, before - Self.slack) { return true }
    }
    (m, t) = warp
    (lightGain, lightOffset) = light
    return false
  }

  /// Takes steps on one level until they get small.
  ///
  /// - Returns: how far they moved the picture's edge in all, at most, in pixels; `nil` if it can't be determined.
  @discardableResult
  private mutating func align(_ level: Int) -> Float? {
    guard counts[level] >= 40 else { return nil }
    spread = 24
    var moved: Float = 0
    for _ in 0..<(level == 0 ? 5 : 8) {
      guard let step = step(level) else { return nil }
      moved += step
      if step < 0.003 { break }
    }
    return moved
  }

  /// The clearest pixels, at most `capacity`, from all over the picture: a tile gives four times its share at most.
  private mutating func selectPoints(_ level: Int, _ fixed: FixedParts?) {
    let (w, h, start) = (pyramid.width(level), pyramid.height(level), pyramid.start(level))
    counts[level] = 0
    guard w > 8, h > 8 else { return }
    let side = Self.tiles
    for i in histogram.indices { histogram[i] = 0 }
    for i in strengths.indices { strengths[i] = 0 }
    for y in 2..<h - 2 {
      for column in 0..<side {
        let tile = y * side / h * side + column
        for x in max(2, column * w / side)..<max(2, min(w - 2, (column + 1) * w / side)) {
          let strength = min(255, Int(slope(start + y * w + x, w).strength * 4))
          histogram[strength * side * side + tile] += 1
          strengths[strength] += 1
        }
      }
    }
    // At least half a level a pixel: less is noise.
    let quota = 4 * Self.capacity / (side * side)
    for tile in room.indices { room[tile] = quota }
    var (least, n) = (256, 0)
    while least > 2 {
      let strength = least - 1
      var more = 0
      if strengths[strength] > 0 {
        for tile in room.indices { more += min(room[tile], histogram[strength * side * side + tile]) }
        guard n + more <= Self.capacity else { break }
        for tile in room.indices {
          room[tile] = max(0, room[tile] - histogram[strength * side * side + tile])
        }
      }
      (least, n) = (strength, n + more)
    }
    for tile in room.indices { room[tile] = quota }
    let (middleX, middleY) = (Float(w) / 2, Float(h) / 2)
    let grain = pyramid.factor << level
    for y in 2..<h - 2 {
      for x in 2..<w - 2 {
        let i = start + y * w + x
        let (gx, gy, strength) = slope(i, w)
        guard Int(strength * 4) >= least, counts[level] < Self.capacity else { continue }
        // The column whose pixels end after this one, as above.
        let tile = y * side / h * side + ((x + 1) * side - 1) / w
        guard room[tile] > 0, fixed?.hides(x: x * grain + grain / 2, y: y * grain + grain / 2) != true else {
          continue
        }
        room[tile] -= 1
        let (px, py) = (Float(x) + 0.5 - middleX, (Float(y) + 0.5 - middleY) * aspect)
        let (value, down) = (pyramid.pixels[i], gy / aspect)
        let k = level * Self.capacity + counts[level]
        places[k / 8 * 3][k % 8] = px
        places[k / 8 * 3 + 1][k % 8] = py
        places[k / 8 * 3 + 2][k % 8] = value
        changes[k] = SIMD8(
          gx, down, (down * px - gx * py) / middleX, (gx * px + down * py) / middleX, value / 128, 1, 0, 0)
        counts[level] += 1
      }
    }
  }

  private func slope(_ i: Int, _ w: Int) -> (x: Float, y: Float, strength: Float) {
    let gx = (pyramid.pixels[i + 1] - pyramid.pixels[i - 1]) / 2
    let gy = (pyramid.pixels[i + w] - pyramid.pixels[i - w]) / 2
    return (gx, gy, (gx * gx + gy * gy).squareRoot())
  }

  /// The warp on one level, with everything that is the same for all points.
  private func view(_ level: Int) -> cguides_view {
    let scale = 1 / Float(1 << level)
    let (width, height) = (pyramid.width(level), pyramid.height(level))
    let perRow = 1 / aspect
    let middle = (
      t.x * scale + Float(width) / 2 - 0.5, t.y * scale * perRow + Float(height) / 2 - 0.5
    )
    return cguides_view(
      turn: (m.x, m.y), middle: middle, limit: (Float(width - 1), Float(height - 1)), per_row: perRow,
      light_gain: lightGain, light_offset: lightOffset)
  }

  /// The six normal equations, whose seventh column is the right-hand side, and how near the pictures are.
  private func equations(_ level: Int) -> cguides_roll {
    var view = view(level)
    var sums = cguides_roll()
    let (pixels, first) = (pyramid.start(level), level * Self.capacity)
    // SAFETY: a level's pixels begin at its start, its points at `first`, and there are `counts` of them; the view's
    // limit keeps reads inside.
    unsafe pyramid.pixels.withUnsafeBufferPointer { all in
      unsafe places.withUnsafeBytes { places in
        unsafe changes.withUnsafeBytes { changes in
          guard let all = all.baseAddress, let places = places.baseAddress, let changes = changes.baseAddress
          else { return }
          unsafe cguides_roll_sums(
            all + pixels, Int32(pyramid.width(level)), &view, places + first * 12, changes + first * 32,
            Int32(counts[level]), 1 / (spread * spread), &sums)
        }
      }
    }
    return sums
  }

  /// One Gauss–Newton step; how far it moved the picture's edge, in pixels, or `nil` if that can't be
  /// determined.
  private mutating func step(_ level: Int) -> Float? {
    let scale = 1 / Float(1 << level)
    let size = Float(pyramid.width(level)) / 2
    let equations = equations(level)
    guard equations.seen >= 40 else { return nil }
    // SAFETY: six rows of eight floats.
    unsafe withUnsafeBytes(of: equations.rows) { rows in
      for i in 0..<6 {
        for column in 0..<7 {
          unsafe normal[i * 7 + column] = rows.load(fromByteOffset: 4 * (8 * i + column), as: Float.self)
        }
      }
    }
    guard solve() else { return nil }
    let (dx, dy) = (normal[6] / scale, normal[13] / scale)
    let (turn, grow) = (normal[20] / size, normal[27] / size)
    lightGain = normal[34] / 128
    lightOffset = normal[41]
    spread = max(2, 3 * equations.distance / Float(equations.seen))
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

  /// Gaussian elimination with in-place pivots; leaves the solution in the last column.
  private mutating func solve() -> Bool {
    for i in 0..<6 {
      // A small ridge on the diagonal, so that a scene with a single direction still has a solution.
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

  /// The share of points in their place: nearer in value than a third of their own spread.
  private mutating func judge() {
    var (sum, squares): (Float, Float) = (0, 0)
    let n = counts[0]
    for k in 0..<n {
      let value = places[k / 8 * 3 + 2][k % 8]
      sum += value
      squares += value * value
    }
    let mean = sum / Float(n)
    // Light that has lost half its contrast, or inverted it, means a different picture.
    guard lightGain > -0.5, lightGain < 1.5 else {
      agreement = 0
      return
    }
    let limit = max(3, 0.3 * (1 + lightGain) * max(0, squares / Float(n) - mean * mean).squareRoot())
    agreement = Double(found(within: limit)) / Double(n)
  }

  /// How many points are within this many levels of what the light predicts.
  private func found(within limit: Float) -> Int32 {
    var view = view(0)
    var found: Int32 = 0
    // SAFETY: level 0's pixels and points begin at the arrays' starts; the view's limit keeps reads inside.
    unsafe cguides_roll_found(
      pyramid.pixels, Int32(pyramid.width), &view, places, Int32(counts[0]), limit, &found)
    return found
  }
}

import RealModule

/// An outline that the tests draw for themselves, as a polygon so dense that its chords lie within 1/1000 pixel of the
/// curve, with distances by brute force. It shares no code with the product's outlines.
struct TrueShape {
  enum Kind {
    /// A rectangle with Lamé corners, as the design says; the radius in points.
    case continuous(radius: Double)
    case ellipse
    /// Corners in a box of 1 × 1.
    case polygon([SIMD2<Double>])
  }

  private let points: [SIMD2<Double>]
  /// Middles and radii of discs that hold `blockLength` sides each, to skip what is too far off.
  private var blocks: [(middle: SIMD2<Double>, radius: Double)] = []
  private static let blockLength = 24
  let halfMinor: Double

  /// - Parameters: the frame in pixels; `scale` is pixels to a point.
  init(_ kind: Kind, x: Double, y: Double, width: Double, height: Double, scale: Double = 1) {
    let middle = SIMD2(x + width / 2, y + height / 2)
    let half = min(width, height) / 2
    halfMinor = half
    switch kind {
    case .ellipse:
      points = (0..<3000).map { i in
        let t = Double(i) / 3000 * 2 * .pi
        return middle + SIMD2(width / 2 * Double.cos(t), height / 2 * Double.sin(t))
      }
    case .polygon(let corners):
      points = corners.indices.flatMap { i -> [SIMD2<Double>] in
        let (a, b) = (corners[i], corners[(i + 1) % corners.count])
        return (0..<200).map { k in
          SIMD2(x, y) + (a + (b - a) * Double(k) / 200) * SIMD2(width, height)
        }
      }
    case .continuous(let radius):
      let r = min(radius * scale, half)
      let zone = min(1.528665 * r, half)
      let n = -Double.log(2) / Double.log(1 - 0.29289 * r / zone)
      // Polar form about the zone's inner corner.
      let quarter = (0...700).map { i -> SIMD2<Double> in
        let a = Double(i) / 700 * .pi / 2
        let (c, s) = (max(Double.cos(a), 0), max(Double.sin(a), 0))
        let rho = Double.pow(Double.pow(c, n) + Double.pow(s, n), -1 / n)
        return SIMD2(width / 2 - zone + zone * rho * c, height / 2 - zone + zone * rho * s)
      }
      let signs: [SIMD2<Double>] = [SIMD2(1, 1), SIMD2(-1, 1), SIMD2(-1, -1), SIMD2(1, -1)]
      points = signs.enumerated().flatMap { i, sign in
        (i % 2 == 0 ? quarter : quarter.reversed()).map { middle + $0 * sign }
      }
    }
    var start = 0
    while start < points.count {
      let end = min(start + Self.blockLength, points.count)
      let middle = (points[start] + points[end % points.count]) / 2
      var radius = 0.0
      for i in start...end { radius = max(radius, Self.length(points[i % points.count] - middle)) }
      blocks.append((middle, radius))
      start = end
    }
  }

  /// The smallest radius of a circle through three neighbouring points, where the outline is smooth.
  var smallestRadius: Double {
    var smallest = Double.infinity
    let step = 8
    for i in points.indices {
      let (a, b, c) = (points[i], points[(i + step) % points.count], points[(i + 2 * step) % points.count])
      let (u, v) = (b - a, c - a)
      let doubleArea = abs(u.x * v.y - u.y * v.x)
      guard doubleArea > 1e-9 else { continue }
      smallest = min(
        smallest, Self.length(u) * Self.length(v) * Self.length(c - b) / (2 * doubleArea))
    }
    return smallest
  }

  /// How wide a bevel may be for ways inwards not to meet in it, by the design's rule. Pixels.
  func bevel(scale: Double) -> Double { min(20 * scale, smallestRadius, halfMinor / 2) }

  private static func length(_ v: SIMD2<Double>) -> Double { (v.x * v.x + v.y * v.y).squareRoot() }

  /// Pixels to the nearest edge, positive inside.
  func distance(_ x: Double, _ y: Double) -> Double {
    let p = SIMD2(x, y)
    var best = Double.infinity
    for block in blocks { best = min(best, Self.length(p - block.middle) + block.radius) }
    for b in blocks.indices where Self.length(p - blocks[b].middle) - blocks[b].radius <= best {
      let start = b * Self.blockLength
      for i in start..<min(start + Self.blockLength, points.count) {
        let a = points[i]
        let along = points[i + 1 == points.count ? 0 : i + 1] - a
        let square = along.x * along.x + along.y * along.y
        let (px, py) = (p.x - a.x, p.y - a.y)
        let t = square > 0 ? min(max((px * along.x + py * along.y) / square, 0), 1) : 0
        let (dx, dy) = (px - t * along.x, py - t * along.y)
        best = min(best, (dx * dx + dy * dy).squareRoot())
      }
    }
    return contains(p) ? best : -best
  }

  private func contains(_ p: SIMD2<Double>) -> Bool {
    var isInside = false
    var last = points[points.count - 1]
    for i in points.indices {
      let point = points[i]
      if (point.y > p.y) != (last.y > p.y),
        p.x < (last.x - point.x) * (p.y - point.y) / (last.y - point.y) + point.x
      {
        isInside.toggle()
      }
      last = point
    }
    return isInside
  }
}

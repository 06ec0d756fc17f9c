import Geometry
import PixelTypes

/// Traces where a sampled function is zero, as closed loops through pixel centres (marching squares
/// with linear interpolation), with values of 0 and less on the loops' right.
struct LevelTracer {
  private let value: [Float]
  private let area: PixelRect
  /// From each crossed edge of the cell grid to the next in its loop. Each edge is crossed at most
  /// once: 2 · index for the one to the right, + 1 for the one down.
  private var next: [Int: Int] = [:]

  /// The loops of the zero contour, thinned to 1/50 pixel.
  ///
  /// - Parameters:
  ///   - value: one per pixel of `area`, row by row; positive outside it.
  ///   - area: the pixels, in the loops' coordinates.
  static func loops(_ value: [Float], _ area: PixelRect) -> [[Point]] {
    var tracer = LevelTracer(value: value, area: area)
    for y in -1..<area.height {
      for x in -1..<area.width { tracer.link(x, y) }
    }
    return tracer.loops()
  }

  private func at(_ x: Int, _ y: Int) -> Float {
    x < 0 || y < 0 || x >= area.width || y >= area.height ? 1 : value[y * area.width + x]
  }

  private func edge(_ x: Int, _ y: Int, isDown: Bool) -> Int {
    ((y + 1) * (area.width + 2) + x + 1) * 2 + (isDown ? 1 : 0)
  }

  /// Links the edges that the contour crosses around the cell whose upper left corner is a pixel centre.
  private mutating func link(_ x: Int, _ y: Int) {
    let corners = (at(x, y) <= 0, at(x + 1, y) <= 0, at(x + 1, y + 1) <= 0, at(x, y + 1) <= 0)
    if corners.0 == corners.1, corners.1 == corners.2, corners.2 == corners.3 { return }
    let (top, right, bottom, left) = (
      edge(x, y, isDown: false), edge(x + 1, y, isDown: true), edge(x, y + 1, isDown: false),
      edge(x, y, isDown: true)
    )
    // Each path keeps the inside on its right, from the edge where it enters a cell to the edge where it leaves.
    let sides = [
      (top, corners.0, corners.1), (right, corners.1, corners.2), (bottom, corners.2, corners.3),
      (left, corners.3, corners.0),
    ]
    let entering = sides.filter { !$0.1 && $0.2 }.map(\.0)
    let leaving = sides.filter { $0.1 && !$0.2 }.map(\.0)
    if entering.count == 1 {
      next[leaving[0]] = entering[0]
      return
    }
    // A saddle: the centre decides whether the two corners are connected.
    let isJoined = at(x, y) + at(x + 1, y) + at(x + 1, y + 1) + at(x, y + 1) <= 0
    if corners.0 {
      // Corners 0 and 2 are inside: leaving by top and bottom, entering by left and right.
      (next[top], next[bottom]) = isJoined ? (right, left) : (left, right)
    } else {
      (next[right], next[left]) = isJoined ? (bottom, top) : (top, bottom)
    }
  }

  private mutating func loops() -> [[Point]] {
    var loops: [[Point]] = []
    for start in next.keys.sorted() {
      guard var at = next.removeValue(forKey: start) else { continue }
      var loop = [crossing(of: start)]
      while at != start {
        loop.append(crossing(of: at))
        guard let following = next.removeValue(forKey: at) else { break }
        at = following
      }
      loops.append(Self.thinned(loop, tolerance: 0.02))
    }
    return loops
  }

  /// Where the contour crosses an edge.
  private func crossing(of edge: Int) -> Point {
    let isDown = edge & 1 == 1
    let cell = edge >> 1
    let (x, y) = (cell % (area.width + 2) - 1, cell / (area.width + 2) - 1)
    let (a, b) = (at(x, y), isDown ? at(x, y + 1) : at(x + 1, y))
    let t = Double(a / (a - b))
    let center = Point(Double(area.x + x) + 0.5, Double(area.y + y) + 0.5)
    return isDown ? Point(center.x, center.y + t) : Point(center.x + t, center.y)
  }

  /// Thins a closed loop (Douglas and Peucker, "Algorithms for the reduction of the number of points", 1973).
  private static func thinned(_ loop: [Point], tolerance: Double) -> [Point] {
    guard loop.count > 8 else { return loop }
    var keeps = [Bool](repeating: false, count: loop.count)
    let far =
      loop.indices.max { (loop[$0] - loop[0]).lengthSquared < (loop[$1] - loop[0]).lengthSquared } ?? 0
    keeps[0] = true
    keeps[far] = true
    var work = [(0, far), (far, loop.count)]
    while let (from, to) = work.popLast() {
      guard to - from > 1 else { continue }
      let (a, b) = (loop[from], loop[to % loop.count])
      let along = b - a
      let length = max(along.length, 1e-9)
      var worst = (distance: 0.0, index: from)
      for i in from + 1..<to {
        let d = abs(along.cross(loop[i] - a)) / length
        if d > worst.distance { worst = (d, i) }
      }
      // Long chords would make the interpolated normals coarse.
      guard worst.distance > tolerance || (to - from > 12 && worst.distance > tolerance / 8) else { continue }
      keeps[worst.index] = true
      work.append((from, worst.index))
      work.append((worst.index, to))
    }
    return loop.indices.filter { keeps[$0] }.map { loop[$0] }
  }
}

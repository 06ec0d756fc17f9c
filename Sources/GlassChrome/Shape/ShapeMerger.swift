import HUDGeometry
import PixelTypes
import RealModule

/// Merges neighbouring shapes the way drops of liquid merge.
///
/// Outside distances are folded by the polynomial smooth minimum `smin(a, b) = min(a, b) − max(k − |a − b|, 0)² / 4k`
/// (I. Quilez, "Smooth minimum"), where k is the container's spacing: two facing edges begin to bend at a gap of k and
/// merge at k / 2. A factor of (1 − ∇a·∇b) / 2 keeps aligned bars from bulging; folding from the nearest shape outwards
/// makes their order irrelevant. The fold isn't a distance: its zero contour is traced, and distances are measured to
/// that.
enum ShapeMerger {
  /// - Parameters:
  ///   - fields: one per shape, all of one area, with a reach of at least `spacing`.
  ///   - presences: how much of each shape is there, 0...1: a shape that is just appearing hardly pulls.
  ///   - spacing: pixels.
  /// - Returns: the loops of the merged outline; `nil` if no shape bends another.
  static func merge(_ fields: [ShapeField], presences: [Float], spacing: Double) -> [[Point]]? {
    guard let first = fields.first, fields.count > 1, spacing > 0 else { return nil }
    let k = Float(spacing)
    var merged = first.distance
    var isBent = false
    // Nearest shapes' distances outside (positive outside) and gradients; fields hold inside distances.
    var order: [(away: Float, x: Float, y: Float, presence: Float)] = []
    order.reserveCapacity(fields.count)
    for i in merged.indices {
      var (nearest, second) = (Float.infinity, Float.infinity)
      for f in fields.indices {
        let away = -fields[f].distance[i]
        second = min(second, max(nearest, away))
        nearest = min(nearest, away)
      }
      merged[i] = nearest
      // Too far from the second nearest shape to bend.
      guard second < k, second - nearest < k else { continue }
      order.removeAll(keepingCapacity: true)
      for f in fields.indices {
        order.append((-fields[f].distance[i], fields[f].normalX[i], fields[f].normalY[i], presences[f]))
      }
      order.sort {
        $0.away == $1.away
          ? ($0.x, $0.y, $0.presence) < ($1.x, $1.y, $1.presence) : $0.away < $1.away
      }
      var (value, gx, gy, presence) = order[0]
      for other in order.dropFirst() where other.away < k {
        let overlap = max(k - abs(value - other.away), 0)
        guard overlap > 0 else { continue }
        let against = max((1 - gx * other.x - gy * other.y) / 2, 0)
        let bend = overlap * overlap / (4 * k) * against * min(presence, other.presence)
        if bend > 0 {
          isBent = true
          let share = overlap / (2 * k)
          let low = min(value, other.away)
          let nearer: (Float, Float) = value <= other.away ? (gx, gy) : (other.x, other.y)
          let further: (Float, Float) = value <= other.away ? (other.x, other.y) : (gx, gy)
          presence = value <= other.away ? presence : other.presence
          value = low - bend
          (gx, gy) = (
            nearer.0 * (1 - share) + further.0 * share, nearer.1 * (1 - share) + further.1 * share
          )
        }
      }
      merged[i] = value
    }
    return isBent ? trace(merged, first.area) : nil
  }

  /// The zero contour through pixel centres as closed loops (marching squares with linear interpolation), thinned to
  /// 1/50 pixel.
  private static func trace(_ value: [Float], _ area: PixelRect) -> [[Point]] {
    let (width, height) = (area.width, area.height)
    func at(_ x: Int, _ y: Int) -> Float {
      x < 0 || y < 0 || x >= width || y >= height ? 1 : value[y * width + x]
    }
    // The cell grid's edges, each crossed at most once: 2 · index for the one to the right, + 1 for the one down.
    var next: [Int: Int] = [:]
    func edge(_ x: Int, _ y: Int, _ down: Bool) -> Int {
      ((y + 1) * (width + 2) + x + 1) * 2 + (down ? 1 : 0)
    }
    for y in -1..<height {
      for x in -1..<width {
        let corners = (at(x, y) <= 0, at(x + 1, y) <= 0, at(x + 1, y + 1) <= 0, at(x, y + 1) <= 0)
        if corners.0 == corners.1, corners.1 == corners.2, corners.2 == corners.3 { continue }
        let (top, right, bottom, left) = (
          edge(x, y, false), edge(x + 1, y, true), edge(x, y + 1, false), edge(x, y, true)
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
        } else if entering.count == 2 {
          // A saddle: the centre decides whether the two corners are connected.
          let isJoined = at(x, y) + at(x + 1, y) + at(x + 1, y + 1) + at(x, y + 1) <= 0
          if corners.0 {
            // Corners 0 and 2 are inside: leaving by top and bottom, entering by left and right.
            if isJoined {
              next[top] = right
              next[bottom] = left
            } else {
              next[top] = left
              next[bottom] = right
            }
          } else {
            if isJoined {
              next[right] = bottom
              next[left] = top
            } else {
              next[right] = top
              next[left] = bottom
            }
          }
        }
      }
    }
    func point(_ edge: Int) -> Point {
      let isDown = edge & 1 == 1
      let cell = edge >> 1
      let (x, y) = (cell % (width + 2) - 1, cell / (width + 2) - 1)
      let (a, b) = (at(x, y), isDown ? at(x, y + 1) : at(x + 1, y))
      let t = Double(a / (a - b))
      let center = Point(Double(area.x + x) + 0.5, Double(area.y + y) + 0.5)
      return isDown ? Point(center.x, center.y + t) : Point(center.x + t, center.y)
    }
    var loops: [[Point]] = []
    for start in next.keys.sorted() {
      guard var at = next.removeValue(forKey: start) else { continue }
      var loop = [point(start)]
      while at != start {
        loop.append(point(at))
        guard let following = next.removeValue(forKey: at) else { break }
        at = following
      }
      loops.append(thinned(loop, tolerance: 0.02))
    }
    return loops
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

import Geometry
import PixelTypes
import RealModule

/// Merges neighbouring shapes like drops of liquid.
///
/// Outside distances are folded by the polynomial smooth minimum `smin(a, b) = min(a, b) − max(k −
/// |a − b|, 0)² / 4k` (I. Quilez, "Smooth minimum"), where k is the container's spacing: two facing
/// edges begin to bend at a gap of k and merge at k / 2. A factor of (1 − ∇a·∇b) / 2 keeps aligned
/// bars from bulging; folding outwards from the nearest shape makes their order irrelevant. The
/// fold isn't a distance: its zero contour is traced, and distances are measured to that.
enum ShapeMerger {
  /// - Parameters:
  ///   - fields: one per shape, all of one area, with a reach of at least `spacing`.
  ///   - presences: how far each shape has appeared, 0...1: one that is just appearing hardly pulls.
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
      // Too far from the second-nearest shape to bend.
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
    return isBent ? LevelTracer.loops(merged, first.area) : nil
  }
}

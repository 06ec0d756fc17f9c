// The scene's own edges show through a change of its light, weaker or stronger, but not through a body (after the texture
// tests among those of Sanin, Sanderson & Lovell, "Shadow detection: a survey", Pattern Recognition 2012).

/// Tells changes of the scene's light from bodies: light that is switched on, a lamp's glow, the shadow of a cloud.
enum LitTest {
  /// Levels across four cells that make an edge.
  private static let edge: Float = 10
  /// This share of a part's edges must be the scene's, of at least this many.
  private static let leastShare = 0.55
  private static let leastEdges = 40
  /// How alike two edges are: their product over the square of the stronger one.
  private static let likeness: Float = 0.35

  /// Whether `part`, the component with `label`, shows the scene in other light; `labels` has a label per cell, row by row.
  static func isLit(
    _ part: MaskComponents.Component, label: UInt8, labels: [UInt8], frame: borrowing CellPlane,
    scene: borrowing CellPlane
  ) -> Bool {
    let (columns, rows) = (frame.columns, frame.rows)
    var (edges, own) = (0, 0)
    let (left, right) = (max(2, part.box.left), min(columns - 2, part.box.right))
    let (top, bottom) = (max(2, part.box.top), min(rows - 2, part.box.bottom))
    guard left < right, top < bottom else { return false }
    for y in top..<bottom {
      for x in left..<right {
        let i = y &* columns &+ x
        // Inside: the border of a body is an edge of the frame alone.
        guard labels[i] == label, labels[i &- 2] == label, labels[i &+ 2] == label,
          labels[i &- 2 &* columns] == label, labels[i &+ 2 &* columns] == label
        else { continue }
        let across = SIMD2(frame[x + 2, y] - frame[x - 2, y], scene[x + 2, y] - scene[x - 2, y])
        let along = SIMD2(frame[x, y + 2] - frame[x, y - 2], scene[x, y + 2] - scene[x, y - 2])
        let stronger = max((across * across + along * along).max(), 1)
        guard stronger > edge * edge else { continue }
        edges += 1
        if across.x * across.y + along.x * along.y > likeness * stronger { own += 1 }
      }
    }
    return edges >= leastEdges && Double(own) > leastShare * Double(edges)
  }
}

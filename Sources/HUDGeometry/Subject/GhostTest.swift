// A ghost is where something stood when the scene was learned and has since left: the border of its shape is an edge of
// the learned scene, not of the frame (Cucchiara et al., "Detecting moving objects, ghosts, and shadows in video
// streams", PAMI 2003).

/// Tells ghosts from bodies.
enum GhostTest {
  /// A body's border in the frame has at least this share of the scene's contrast there.
  private static let leastRatio: Float = 0.6

  /// Whether `part`, the component with `label`, is a ghost; `labels` has a label per cell, row by row.
  static func isGhost(
    _ part: MaskComponents.Component, label: UInt8, labels: [UInt8], frame: borrowing CellPlane,
    scene: borrowing CellPlane
  ) -> Bool {
    let (columns, rows) = (frame.columns, frame.rows)
    var inFrame: Float = 0
    var inScene: Float = 0
    let box = part.box
    for y in 2..<max(2, rows - 2) where y >= box.top && y < box.bottom {
      for x in max(2, min(columns - 2, box.left))..<max(2, min(columns - 2, box.right)) {
        let i = y &* columns &+ x
        guard labels[i] == label else { continue }
        let isBorder =
          labels[i &- 1] != label || labels[i &+ 1] != label || labels[i &- columns] != label
          || labels[i &+ columns] != label
        guard isBorder else { continue }
        inFrame += (frame[x + 2, y] - frame[x - 2, y]).magnitude
        inFrame += (frame[x, y + 2] - frame[x, y - 2]).magnitude
        inScene += (scene[x + 2, y] - scene[x - 2, y]).magnitude
        inScene += (scene[x, y + 2] - scene[x, y - 2]).magnitude
      }
    }
    return inFrame < leastRatio * inScene
  }
}

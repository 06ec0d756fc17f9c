/// Tells point lights from bodies: headlamps, their reflections on a wet street, lamps that come on.
///
/// At night such a light is all that moves. It is small and stands out from the dark, in the frame
/// or, once it has gone, in the learned scene.
enum LightTest {
  /// A larger or taller part, in shares of the picture and of its height, is a body even if it is lit in the dark.
  private static let mostShare = 0.02
  private static let mostHeight = 0.2
  /// The surroundings' luma below which it is dark.
  private static let dark: Float = 70
  /// A light's brightest cell exceeds twice its surroundings by this much.
  private static let leastRise: Float = 50
  /// How far the surroundings reach, in cells.
  private static let reach = 3

  /// Whether `part`, the component with `label`, is a light; `labels` has a label per cell, row by row.
  static func isLight(
    _ part: MaskComponents.Component, label: UInt8, labels: [UInt8], frame: borrowing CellPlane,
    scene: borrowing CellPlane
  ) -> Bool {
    let (columns, rows) = (frame.columns, frame.rows)
    guard Double(part.area) < mostShare * Double(columns * rows),
      Double(part.box.bottom - part.box.top) < mostHeight * Double(rows)
    else { return false }
    let area = part.box.grown(by: reach, columns: columns, rows: rows)
    var brightest: Float = 0
    var around: Float = 0
    var count: Float = 0
    for y in area.top..<area.bottom {
      for x in area.left..<area.right {
        let found = labels[y &* columns &+ x]
        if found == label {
          brightest = max(brightest, max(frame[x, y], scene[x, y]))
        } else if found == 0 {
          around += frame[x, y]
          count += 1
        }
      }
    }
    guard count > 0 else { return false }
    around /= count
    return around < dark && brightest > 2 * around + leastRise
  }
}

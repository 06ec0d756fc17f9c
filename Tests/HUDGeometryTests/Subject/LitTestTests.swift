import Testing

@testable import HUDGeometry

/// Light that changes, and bodies.
struct LitTestTests {
  private static let (columns, rows) = (80, 60)

  /// Whether what a frame shows within a square is the scene in other light.
  private func isLit(_ frame: (_ scene: Float, _ x: Int, _ y: Int) -> Float) -> Bool {
    var (scene, now) = (
      CellPlane(columns: Self.columns, rows: Self.rows), CellPlane(columns: Self.columns, rows: Self.rows)
    )
    var mask = [UInt8](repeating: 0, count: Self.columns * Self.rows)
    for y in 0..<Self.rows {
      for x in 0..<Self.columns {
        scene[x, y] = (x / 5 + y / 7) % 2 == 0 ? 70 : 110
        let isInside = (15..<65).contains(x) && (10..<50).contains(y)
        now[x, y] = isInside ? frame(scene[x, y], x, y) : scene[x, y]
        mask[y * Self.columns + x] = isInside ? 1 : 0
      }
    }
    var components = MaskComponents(columns: Self.columns, rows: Self.rows)
    _ = components.read(mask, leastArea: 10)
    return LitTest.isLit(
      components.components[0], label: 1, labels: components.labels, frame: now, scene: scene)
  }

  @Test("parts along the picture's edges are no light")
  func edges() {
    let plane = CellPlane(columns: Self.columns, rows: Self.rows)
    let labels = [UInt8](repeating: 1, count: Self.columns * Self.rows)
    let boxes = [
      CellBox(left: 0, top: Self.rows - 1, right: Self.columns, bottom: Self.rows),
      CellBox(left: 0, top: 0, right: 1, bottom: Self.rows),
      CellBox(left: Self.columns - 1, top: 0, right: Self.columns, bottom: 1),
    ]
    for box in boxes {
      let part = MaskComponents.Component(area: 60, box: box)
      #expect(!LitTest.isLit(part, label: 1, labels: labels, frame: plane, scene: plane))
    }
  }

  @Test("brighter and darker light shows the scene's edges; bodies, plain or patterned, don't")
  func lit() {
    #expect(isLit { scene, _, _ in scene * 1.6 })
    #expect(isLit { scene, x, _ in scene * (1.2 + Float(x) / 160) })
    #expect(isLit { scene, _, _ in scene * 0.55 })
    #expect(!isLit { _, _, _ in 180 })
    #expect(!isLit { _, x, y in (x / 4 + y / 4) % 2 == 0 ? 40 : 190 })
    #expect(!isLit { _, x, _ in Float(40 + 2 * x) })
  }
}

/// Drops parts that differ from the scene but are no body: ghosts, lights, and the scene itself in other light.
struct FalseParts: Sendable {
  /// Cells that differed in the last frame, and frames since their light was looked at.
  private var lastArea = 0
  private var sinceLit = 0

  /// In frames.
  private static let litPeriod = 15
  /// In cells.
  private static let stillShift = 0.5

  /// Drops those of a frame; the scene learns ghosts and its other light.
  mutating func drop(from components: inout MaskComponents, _ model: inout ForegroundModel) {
    dropGhosts(from: &components, &model)
    dropLights(from: &components, model)
    dropLit(from: &components, &model)
  }

  /// Drops ghosts: parts that only seem to be there.
  private func dropGhosts(from components: inout MaskComponents, _ model: inout ForegroundModel) {
    for k in 0..<components.count {
      let (part, label) = (components.components[k], UInt8(k + 1))
      let isGhost = GhostTest.isGhost(
        part, label: label, labels: components.labels, frame: model.picture.luma, scene: model.predictedLuma)
      guard isGhost else { continue }
      model.absorb(part.box, label: label, in: components.labels)
      components.drop(k)
    }
  }

  /// Drops lights: they are neither a subject nor part of one. The scene learns where they are.
  private func dropLights(from components: inout MaskComponents, _ model: borrowing ForegroundModel) {
    for k in 0..<components.count where components.components[k].area > 0 {
      let isLight = LightTest.isLight(
        components.components[k], label: UInt8(k + 1), labels: components.labels, frame: model.picture.luma,
        scene: model.predictedLuma)
      if isLight { components.drop(k) }
    }
  }

  /// Makes parts that show the scene in other light part of it. Asked as soon as much more differs, and else from time to time.
  private mutating func dropLit(from components: inout MaskComponents, _ model: inout ForegroundModel) {
    var area = 0
    for k in 0..<components.count { area += components.components[k].area }
    let hasGrown = area > lastArea + lastArea / 4 + model.columns * model.rows / 100
    sinceLit += 1
    lastArea = area
    // A camera that moves shows the scene's edges elsewhere.
    guard hasGrown || sinceLit >= Self.litPeriod, model.registration.shift.length < Self.stillShift else {
      return
    }
    sinceLit = 0
    for k in 0..<components.count where components.components[k].area > 0 {
      let (part, label) = (components.components[k], UInt8(k + 1))
      let isLit = LitTest.isLit(
        part, label: label, labels: components.labels, frame: model.picture.luma, scene: model.predictedLuma)
      guard isLit else { continue }
      model.absorb(part.box, label: label, in: components.labels)
      components.drop(k)
    }
  }
}

extension ForegroundModel {
  /// Makes a part of the mask, and two cells around it, part of the scene; `labels` has a label per cell, row by row.
  mutating func absorb(_ box: CellBox, label: UInt8, in labels: [UInt8]) {
    let wide = box.grown(by: 2, columns: columns, rows: rows)
    for y in wide.top..<wide.bottom {
      for x in wide.left..<wide.right {
        var isNear = false
        for v in max(0, y - 2)...min(rows - 1, y + 2) {
          for u in max(0, x - 2)...min(columns - 1, x + 2) where labels[v * columns + u] == label {
            isNear = true
          }
        }
        if isNear { absorb(x: x, y: y) }
      }
    }
  }
}

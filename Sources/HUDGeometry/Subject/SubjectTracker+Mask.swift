/// The masks of the subject and of other bodies.
extension SubjectTracker {
  /// The chosen parts, and everything they enclose.
  ///
  /// - Returns: whether the subject is seen.
  mutating func fillMask() -> Bool {
    if bodies.areSeveral {
      guard let main = bodies.main, bodies.bodies[main].isSeen else { return false }
      fill(main, andNeighbours: joinsNeighbours)
      return true
    }
    for i in coarse.indices {
      let label = Int(components.labels[i])
      coarse[i] = label > 0 && components.components[label - 1].isSubject ? 1 : 0
    }
    bounds = CellBox(left: columns, top: rows, right: 0, bottom: 0)
    for i in 0..<components.count where components.components[i].isSubject {
      bounds.add(components.components[i].box)
    }
    filler.fillHoles(&coarse, in: bounds, scores: model.scores)
    return true
  }

  /// One body of several, perhaps with those close to it, and everything it encloses.
  private mutating func fill(_ body: Int, andNeighbours joins: Bool) {
    bounds = bodies.bodies[body].bounds
    var chosen = 1 << (body + 1)
    if joins {
      let reach = max(2, columns / 40)
      for k in bodies.bodies.indices where bodies.bodies[k].isSeen {
        guard bodies.bodies[k].bounds.gap(to: bodies.bodies[body].bounds) <= reach else { continue }
        chosen |= 1 << (k + 1)
        bounds.add(bodies.bodies[k].bounds)
      }
    }
    for i in coarse.indices {
      let label = Int(bodies.labels[i])
      coarse[i] = label > 0 && chosen >> label & 1 == 1 ? 1 : 0
    }
    filler.fillHoles(&coarse, in: bounds, scores: model.scores)
  }

  /// Outlines another body than the subject, into ``other``. Only once the frame's subject has been found.
  mutating func outline(_ body: Int) {
    if other == nil {
      let isFine = fine.rows > 0
      other = (
        SoftMask(columns: columns, rows: rows),
        FineMask(columns: isFine ? columns : 0, rows: isFine ? rows : 0)
      )
    }
    let subject = bounds
    fill(body, andNeighbours: false)
    let area = bounds
    bounds = subject
    other?.soft.update(coarse, bounds: area, model: model)
    other?.soft.keep(UInt8(body + 1), of: bodies.labels)
    guard fine.rows > 0, let soft = other?.soft else { return }
    let isSharp = model.predictFine(area.grown(by: 3, columns: columns, rows: rows))
    other?.fine.update(soft, bounds: area, scene: model.fine, isSharp: isSharp)
  }

  /// Places the mask's edge within its cells.
  mutating func refineMask() {
    soft.update(coarse, bounds: bounds, model: model)
    if bodies.areSeveral, !joinsNeighbours, let main = bodies.main {
      soft.keep(UInt8(main + 1), of: bodies.labels)
    }
    guard fine.rows > 0 else { return }
    let area = bounds.grown(by: 3, columns: columns, rows: rows)
    let isSharp = model.predictFine(area)
    fine.update(soft, bounds: bounds, scene: model.fine, isSharp: isSharp)
  }
}

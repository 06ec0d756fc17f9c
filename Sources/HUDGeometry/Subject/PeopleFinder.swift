import CGuides

/// Finds people who may have been there from a scene's start, and says where they hide it.
///
/// A network says what looks like people; a part of that is believed once it stirs before a scene that stands, or has a face
/// (docs/decisions/0031-people-from-the-start.md and 0059-people-who-stay.md).
struct PeopleFinder: Sendable {
  /// 1 for cells in this scene that have looked like people.
  private(set) var suspects: [UInt8]
  /// 0 within two cells of what the last look found there from the start.
  private var near: CellPlane
  /// 1 for cells of some of what a look found; also scratch space.
  private var found: [UInt8]
  private var scratch: [UInt8]
  /// Whether a frame is being read, a part of the work in each of the next ones.
  var isReading: Bool { isLooking || witness.isReading }
  /// Whether one is being read for people.
  var isLooking: Bool { network.isReading || isRead }
  /// Whether all is read, so that the next frame decides who is believed.
  private var isRead = false
  /// Whether the last look found what isn't believed, and which parts.
  private var isDoubtful = false
  private var isDoubted = [Bool](repeating: false, count: MaskComponents.most)
  private var network: PeopleNetwork
  /// Looks for a face in what looks like people and hasn't stirred.
  private var witness: PeopleWitness
  /// Those who are believed.
  private var track: PeopleTrack
  private let columns: Int
  /// When they were last looked for in this scene, and in any.
  private var lastLook: Int64?
  private var lastTake: Int64?
  /// 1 for cells that have changed in this scene.
  private var stirred: [UInt8]
  /// What of it stirs by itself; see ``judgeStir()``.
  private var parts: MaskComponents

  /// Nanoseconds between looks.
  private static let period: Int64 = 300_000_000
  /// The same for those who don't stir and have no face yet.
  private static let longPeriod: Int64 = 1_500_000_000
  /// The share of what has changed that must look like people.
  private static let leastInside = 0.5
  /// The share of a part that must have been people before.
  private static let leastKnown = 0.2
  /// This many cells with edges say whether the camera stands still: if this share of them has not changed.
  private static let leastEdges = 30
  private static let leastStill = 0.92

  /// `columns` and `rows` count cells.
  init(columns: Int, rows: Int, width: Int, height: Int) {
    self.columns = columns
    witness = PeopleWitness(columns: columns, rows: rows, width: width, height: height)
    network = PeopleNetwork(columns: columns, rows: rows)
    track = PeopleTrack(columns: columns, rows: rows)
    near = CellPlane(columns: columns, rows: rows)
    scratch = Array(repeating: 0, count: columns + 4)
    suspects = Array(repeating: 0, count: columns * rows)
    (stirred, found) = (suspects, suspects)
    parts = MaskComponents(columns: columns, rows: rows)
  }

  /// A new scene, in which people may have been from the start.
  ///
  /// - Parameter isEmpty: whether nobody is followed into it.
  mutating func expect(isEmpty: Bool) {
    if isEmpty {
      lastLook = nil
      network.stop()
      isRead = false
      witness.forget()
      track.clear()
    }
    for i in stirred.indices { (stirred[i], suspects[i]) = (0, 0) }
  }

  /// Takes those who are followed along into a new scene.
  ///
  /// - Returns: whether there are any.
  mutating func keep(in model: inout ForegroundModel) -> Bool {
    model.setAnchor()
    guard !track.isEmpty else { return false }
    model.guess(behind: track.mask, of: track.mask)
    return true
  }

  /// Does a part of the work on the current frame: they are looked for once in a new scene, again when what looked like people
  /// stirs, and then until what they hide has been seen.
  ///
  /// - Parameters:
  ///   - isMoving: whether the camera moves, so that nothing can be told by what stirs.
  ///   - mayRead: whether the frame may have such a part.
  /// - Returns: whether one waits for a later frame.
  mutating func look(
    in model: inout ForegroundModel, nanoseconds now: Int64, isMoving: Bool, mayRead: Bool
  ) -> Bool {
    if !track.isEmpty {
      track.follow(model.picture)
      model.hidden.place(track.mask)
    }
    // A camera that moves shows a new scene with every frame.
    let isNew = lastLook == nil
    if !isReading, isMoving && !track.isEmpty || witness.wantsLook || isPast(isNew ? lastTake : lastLook, now)
    {
      if isNew { model.setAnchor() }
      if isNew || isMoving || model.hidden.count > 0 || witness.wantsLook || hasDoubts(now)
        || mayStir(in: model)
      {
        guard mayRead else { return true }
        network.take(model.picture)
        track.take(model.picture)
        lastTake = now
      }
      lastLook = now
      // A new scene's first frame has enough to do.
      if isNew { return false }
    }
    // The last of a look's four parts.
    if isRead {
      isRead = false
      conclude(in: &model, isMoving: isMoving)
      return false
    }
    guard network.isReading else { return false }
    guard mayRead else { return true }
    isRead = network.read()
    return false
  }

  /// Decides who of those that the network found is believed.
  private mutating func conclude(in model: inout ForegroundModel, isMoving: Bool) {
    suspect(in: model)
    for i in found.indices { found[i] = 0 }
    var (isAsked, stands, areNew) = (false, false, false)
    for k in 0..<network.components.count where network.components.components[k].area > 0 {
      if isKnown(k, in: model) { continue }
      // Who came later is followed as whatever comes.
      if hasCome(k, in: model) {
        network.drop(k)
        continue
      }
      if !isAsked {
        (isAsked, stands) = (true, !isMoving && sceneStands(in: model))
        if stands { judgeStir() }
      }
      if stands && stirs(k) || witness.hasFace(network.components, k) {
        areNew = true
        network.components.mark(k, in: &found)
      } else {
        isDoubted[k] = true
      }
    }
    witness.begin()
    isDoubtful = isDoubted.contains(true)
    for k in isDoubted.indices where isDoubted[k] {
      isDoubted[k] = false
      witness.ask(network.components, k)
      network.drop(k)
    }
    witness.end()
    take(in: &model, areNew: areNew)
  }

  /// Marks what looks like people and has been there from the start, and two cells around it.
  private mutating func suspect(in model: borrowing ForegroundModel) {
    for i in found.indices { found[i] = network.mask[i] & (1 - model.mask[i]) }
    // SAFETY: a byte for each cell, and a plane of as many; the scratch has four more than a row.
    unsafe cguides_trust(found, Int32(columns), Int32(near.rows), &near.lanes, &scratch)
    for y in 0..<near.rows {
      for x in 0..<columns where near[x, y] == 0 { suspects[y * columns + x] = 1 }
    }
  }

  /// Whether most of a part stands before a scene that is known.
  private func hasCome(_ part: Int, in model: borrowing ForegroundModel) -> Bool {
    2 * network.components.count(part, in: model.mask) > network.components.components[part].area
  }

  /// Does a part of looking for faces on the current frame.
  ///
  /// - Returns: whether one waits for a later frame.
  mutating func lookForFaces(
    luma: Span<UInt8>, bytesPerRow: Int, cb: Span<UInt8>, cr: Span<UInt8>, chromaBytesPerRow: Int, cell: Int,
    nanoseconds now: Int64, mayRead: Bool
  ) -> Bool {
    witness.update(
      luma: luma, bytesPerRow: bytesPerRow, cb: cb, cr: cr, chromaBytesPerRow: chromaBytesPerRow, cell: cell,
      nanoseconds: now, mayRead: mayRead)
  }

  /// Whether what looked like people and had no face may have turned around by now.
  private func hasDoubts(_ now: Int64) -> Bool {
    guard isDoubtful, let lastTake else { return false }
    let (age, overflow) = now.subtractingReportingOverflow(lastTake)
    return overflow || age < 0 || age >= Self.longPeriod
  }

  private func isPast(_ look: Int64?, _ now: Int64) -> Bool {
    guard let look else { return true }
    let (age, overflow) = now.subtractingReportingOverflow(look)
    return overflow || age < 0 || age >= Self.period
  }

  /// Makes those whom the network found and who are believed the subject.
  ///
  /// - Parameter areNew: whether some of them weren't followed before: ``found`` has their cells.
  private mutating func take(in model: inout ForegroundModel, areNew: Bool) {
    track.find(network.mask, model.picture)
    if model.hidden.count > 0 { model.look(at: track.mask) }
    guard areNew else { return }
    track.move(&found)
    // Where they were before is visible now.
    for i in stirred.indices
    where stirred[i] & suspects[i] == 1 && track.mask[i] == 0 && model.hidden.cells[i] == 0 {
      let (y, x) = i.quotientAndRemainder(dividingBy: columns)
      model.absorb(x: x, y: y)
    }
    model.guess(behind: found, of: track.mask)
  }

  /// Whether a part is somebody who is followed already.
  private func isKnown(_ part: Int, in model: borrowing ForegroundModel) -> Bool {
    guard model.hidden.count > 0 else { return false }
    let both = network.components.count(part, in: model.hidden.people)
    return Double(both) >= Self.leastKnown * Double(network.components.components[part].area)
  }

  /// Finds what stirs by itself within what looks like people, but not what passes through it from elsewhere.
  private mutating func judgeStir() {
    _ = parts.read(stirred, leastArea: 3)
    var inside = InlineArray<64, Int>(repeating: 0)
    for i in stirred.indices where stirred[i] & suspects[i] == 1 && parts.labels[i] > 0 {
      inside[Int(parts.labels[i]) - 1] += 1
    }
    for k in 0..<parts.count
    where Double(inside[k]) < Self.leastInside * Double(parts.components[k].area) { parts.drop(k) }
  }

  /// Whether a hundredth of a part, or what is beside it, has changed since the scene was new.
  private func stirs(_ part: Int) -> Bool {
    let (component, label) = (network.components.components[part], UInt8(part + 1))
    let rows = stirred.count / columns
    let wide = component.box.grown(by: 2, columns: columns, rows: rows)
    var count = 0
    for y in wide.top..<wide.bottom {
      for x in wide.left..<wide.right where parts.labels[y * columns + x] > 0 && isNear(x, y, label) {
        count += 1
      }
    }
    return count >= max(6, component.area / 100)
  }

  private func isNear(_ x: Int, _ y: Int, _ label: UInt8) -> Bool {
    let rows = stirred.count / columns
    for v in max(0, y - 2)...min(rows - 1, y + 2) {
      for u in max(0, x - 2)...min(columns - 1, x + 2)
      where network.components.labels[v * columns + u] == label {
        return true
      }
    }
    return false
  }

  private mutating func mayStir(in model: borrowing ForegroundModel) -> Bool {
    guard model.markStirred(&stirred) else { return false }
    var inside = 0
    for i in stirred.indices { inside += Int(stirred[i] & suspects[i]) }
    return inside >= 6
  }

  /// Whether what has edges around what looks like people stands still. Without such edges, the camera may shake, or all be water.
  private mutating func sceneStands(in model: borrowing ForegroundModel) -> Bool {
    guard model.markStirred(&stirred) else { return false }
    let (edges, still) = model.edges(outside: suspects, still: stirred)
    if edges < Self.leastEdges { return !network.spans }
    return Double(still) >= Self.leastStill * Double(edges)
  }
}

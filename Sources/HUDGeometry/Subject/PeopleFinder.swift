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
  /// What looks like people and is part of the scene so far, which of it isn't believed, and whether any.
  private var candidates: MaskComponents
  private var isDoubted = [Bool](repeating: false, count: MaskComponents.most)
  private var isDoubtful = false
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
  /// The share of somebody who must have been seen before.
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
    candidates = parts
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
      model.place(track.mask)
    }
    // A camera that moves shows a new scene with every frame.
    let isNew = lastLook == nil
    if !isReading,
      isMoving && !track.isEmpty || witness.wantsLook
        || now.isPast(Self.period, since: isNew ? lastTake : lastLook)
    {
      if isNew { model.setAnchor() }
      if isNew || isMoving || model.hidden.count > 0 || witness.wantsLook
        || isDoubtful && now.isPast(Self.longPeriod, since: lastTake)
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
    // Who is followed hides the scene or differs from it: what doesn't is part of it so far.
    for i in found.indices {
      found[i] = model.hidden.cells[i] == 0 ? network.mask[i] & (1 - model.mask[i]) : 0
    }
    suspect()
    _ = candidates.read(found, leastArea: network.leastArea)
    for i in found.indices { found[i] = 0 }
    let stands = candidates.count > 0 && !isMoving && sceneStands(in: model)
    if stands { judgeStir() }
    var areNew = false
    for k in 0..<candidates.count {
      isDoubted[k] =
        !(stands && stirs(k) || witness.hasFace(candidates, k) || isMoving && belongs(k, in: model))
      if isDoubted[k] { continue }
      areNew = true
      candidates.mark(k, in: &found)
    }
    witness.begin()
    isDoubtful = false
    for k in 0..<candidates.count where isDoubted[k] {
      isDoubtful = true
      network.drop(k, of: candidates)
      witness.ask(candidates, k)
    }
    witness.end()
    take(in: &model, areNew: areNew)
  }

  /// Whether a candidate is part of somebody who is followed, as whoever comes into the picture of a camera that moves.
  private func belongs(_ candidate: Int, in model: borrowing ForegroundModel) -> Bool {
    guard model.hidden.count > 0 else { return false }
    let box = candidates.components[candidate].box
    for y in box.top..<box.bottom {
      for i in y * columns + box.left..<y * columns + box.right
      where candidates.labels[i] == UInt8(candidate + 1) {
        let whole = Int(network.components.labels[i]) - 1
        guard whole >= 0 else { return false }
        let both = network.components.count(whole, in: model.hidden.people)
        return Double(both) >= Self.leastKnown * Double(network.components.components[whole].area)
      }
    }
    return false
  }

  /// Marks what may have been there from the start, and two cells around it.
  private mutating func suspect() {
    // SAFETY: a byte for each cell, and a plane of as many; the scratch has four more than a row.
    unsafe cguides_trust(found, Int32(columns), Int32(near.rows), &near.lanes, &scratch)
    for y in 0..<near.rows {
      for x in 0..<columns where near[x, y] == 0 { suspects[y * columns + x] = 1 }
    }
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

  /// Whether a hundredth of a candidate, or what is beside it, has changed since the scene was new.
  private func stirs(_ candidate: Int) -> Bool {
    let (part, label) = (candidates.components[candidate], UInt8(candidate + 1))
    let wide = part.box.grown(by: 2, columns: columns, rows: near.rows)
    var count = 0
    for y in wide.top..<wide.bottom {
      for x in wide.left..<wide.right where parts.labels[y * columns + x] > 0 && isNear(x, y, label) {
        count += 1
      }
    }
    return count >= max(6, part.area / 100)
  }

  private func isNear(_ x: Int, _ y: Int, _ label: UInt8) -> Bool {
    for v in max(0, y - 2)...min(near.rows - 1, y + 2) {
      for u in max(0, x - 2)...min(columns - 1, x + 2) where candidates.labels[v * columns + u] == label {
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

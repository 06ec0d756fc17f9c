/// Finds people who may have been there from a scene's start, and says where they hide it.
///
/// A network says what looks like people; it is believed once that stirs and little else does
/// (docs/decisions/0031-people-from-the-start.md).
struct PeopleFinder: Sendable {
  /// 1 for cells in this scene that have looked like people.
  private(set) var suspects: [UInt8]
  /// Whether a frame is being read, a part of the work in each of the next ones.
  var isReading: Bool { network.isReading }
  private var network: PeopleNetwork
  private let columns: Int
  /// When they were last looked for in this scene, and in any.
  private var lastLook: Int64?
  private var lastTake: Int64?
  /// 1 for cells that have changed in this scene.
  private var stirred: [UInt8]

  /// Nanoseconds between looks.
  private static let period: Int64 = 300_000_000
  /// The share of what has changed that must look like people.
  private static let leastInside = 0.7
  /// This many cells with edges say whether the camera stands still: if this share of them has not changed.
  private static let leastEdges = 30
  private static let leastStill = 0.92

  /// `columns` and `rows` count cells.
  init(columns: Int, rows: Int) {
    self.columns = columns
    network = PeopleNetwork(columns: columns, rows: rows)
    suspects = Array(repeating: 0, count: columns * rows)
    stirred = suspects
  }

  /// A new scene, in which people may have been from the start.
  mutating func expect() {
    lastLook = nil
    network.stop()
    for i in stirred.indices { (stirred[i], suspects[i]) = (0, 0) }
  }

  /// Does a part of the work on the current frame: they are looked for once in a new scene, again when what looked like people
  /// stirs, and then until what they hide has been seen.
  ///
  /// - Parameter mayRead: whether the frame may have such a part.
  /// - Returns: whether one waits for a later frame.
  mutating func look(in model: inout ForegroundModel, nanoseconds now: Int64, mayRead: Bool) -> Bool {
    // A camera that moves shows a new scene with every frame.
    let isNew = lastLook == nil
    if !network.isReading, isPast(isNew ? lastTake : lastLook, now) {
      if isNew { model.setAnchor() }
      if isNew || model.hidden.count > 0 || peopleStir(in: model) {
        guard mayRead else { return true }
        network.take(model.picture)
        lastTake = now
      }
      lastLook = now
      // A new scene's first frame has enough to do.
      if isNew { return false }
    }
    guard mayRead else { return network.isReading }
    guard network.read() else { return false }
    if model.hidden.count > 0 {
      model.look(at: network.mask)
      return false
    }
    model.mark(near: network.mask, in: &suspects)
    if peopleStir(in: model) { believe(in: &model) }
    return false
  }

  private func isPast(_ look: Int64?, _ now: Int64) -> Bool {
    guard let look else { return true }
    let (age, overflow) = now.subtractingReportingOverflow(look)
    return overflow || age < 0 || age >= Self.period
  }

  /// Makes what the network found the subject.
  private mutating func believe(in model: inout ForegroundModel) {
    network.keep(stirred: stirred)
    // Where they were before is visible now.
    for i in stirred.indices where stirred[i] & suspects[i] == 1 && network.mask[i] == 0 {
      let (y, x) = i.quotientAndRemainder(dividingBy: columns)
      model.absorb(x: x, y: y)
    }
    model.guess(behind: network.mask)
    // From now on they are followed; where they stood at first is scene like any other.
    guard model.hidden.count > 0 else { return }
    for i in stirred.indices { (stirred[i], suspects[i]) = (0, 0) }
  }

  /// Whether what looks like people is: a hundredth of it has changed since the scene was new, most of what has changed is
  /// within it, and what has edges around it stands still. Without such edges, the camera may shake, or all be water.
  private mutating func peopleStir(in model: borrowing ForegroundModel) -> Bool {
    guard model.markStirred(&stirred) else { return false }
    var (inside, all, area) = (0, 0, 0)
    for i in stirred.indices {
      area += Int(suspects[i])
      all += Int(stirred[i])
      inside += Int(stirred[i] & suspects[i])
    }
    guard inside >= max(6, area / 100), Double(inside) >= Self.leastInside * Double(all) else { return false }
    let (edges, still) = model.edges(outside: suspects, still: stirred)
    if edges < Self.leastEdges { return !network.spans }
    return Double(still) >= Self.leastStill * Double(edges)
  }
}

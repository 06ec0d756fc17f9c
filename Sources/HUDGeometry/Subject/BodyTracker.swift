/// Tells the bodies before the scene apart, and keeps each one's identity while they cross, touch, or are lost for up to a second.
struct BodyTracker: Sendable {
  /// The bodies that are known; those in the frame are seen.
  var bodies: [Body] = []
  /// For each cell the body it shows, as its index + 1; 0 for none. Only if there are several.
  var labels: [UInt8]
  /// The subject's index.
  private(set) var main: Int?
  /// The subject's identity; 0 if it isn't sure yet.
  var mainID: Int { main.map { bodies[$0].id } ?? 0 }
  /// Whether there may be more than one.
  private(set) var areSeveral = false

  let columns: Int
  let rows: Int
  var looks: BodyLooks
  var parts: MaskComponents
  var scratch: [UInt8]
  var counts: [UInt8]
  var costs: [Float]
  var profile: ColumnProfile
  private var overlaps: [Int32]
  private var lastID = 0
  /// Seconds for which another body has been much larger than the subject.
  private var outgrown = 0.0
  /// Frames until it is asked again whether one body is two, and how often in a row it seemed so.
  private var pause = Self.rest
  private var valleys = 0
  private var valley = 0.0

  /// The most bodies; of more, the later ones are left out.
  static let most = 8
  /// In seconds: how long a further body, and the first one, must have been there; how long a lost one is
  /// remembered, and one behind another; and how long after parting two may be taken for each other.
  private static let confirming = 0.2
  private static let confirmingFirst = 0.09
  private static let memory = 1.0
  private static let hiding = 3.0
  static let parting = 0.15
  private static let rest = 6
  /// After this many seconds apart, a body is one.
  static let knowing = 0.4
  static let doubting = 1.0
  /// A body has at least this share of the largest one's area.
  private static let leastShare = 10
  /// A much larger body becomes the subject after this many seconds.
  private static let outgrowing = 0.5
  /// A body of which less than this share is seen is hidden.
  static let leastSeen = 0.1
  /// Looks that differ by more than this are another body's.
  private static let otherLooks: Float = 3

  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    labels = Array(repeating: 0, count: columns * rows)
    scratch = labels
    counts = Array(repeating: 0, count: 4 * columns + 4)
    costs = Array(repeating: 0, count: columns * rows + 7)
    looks = BodyLooks(most: Self.most, columns: columns)
    parts = MaskComponents(columns: columns, rows: rows)
    profile = ColumnProfile(columns: columns)
    overlaps = Array(repeating: 0, count: Self.most * (MaskComponents.most + 1))
    bodies.reserveCapacity(Self.most)
  }

  /// Another scene: nobody is known any more.
  mutating func forget() {
    guard !bodies.isEmpty else { return }
    bodies.removeAll(keepingCapacity: true)
    (main, areSeveral, valleys) = (nil, false, 0)
  }

  // MARK: - One body

  /// Whether the parts may be more than the one body that is known.
  mutating func mayBeSeveral(_ components: MaskComponents) -> Bool {
    if bodies.count > 1 { return true }
    var largest = 0
    for k in 0..<components.count where components.components[k].area > components.components[largest].area {
      largest = k
    }
    for k in 0..<components.count where k != largest && components.components[k].area > 0 {
      let (part, whole) = (components.components[k], components.components[largest])
      guard part.isSolid else { continue }
      if part.area * Self.leastShare < whole.area { continue }
      if !part.isSubject || Self.isBeside(part.box, whole.box) { return true }
    }
    return false
  }

  /// Follows the only body.
  ///
  /// - Parameters:
  ///   - box: the cells around it.
  ///   - mask: 1 for its cells.
  mutating func followOne(
    _ box: CellBox, area: Int, mask: [UInt8], picture: borrowing CellPicture, seconds: Double,
    isConfirmed: Bool
  ) {
    areSeveral = false
    if let body = bodies.first {
      let old = body.box(columns: columns, rows: rows)
      let reach = Int(body.size.x * (0.5 + body.unseen))
      if old.gap(to: box) > reach { bodies.removeAll(keepingCapacity: true) }
    }
    if bodies.isEmpty {
      bodies.append(Body())
      looks.forget(0)
      valleys = 0
    }
    bodies[0].advance(by: seconds)
    bodies[0].see(box, area: area, seconds: seconds)
    bodies[0].home = 0
    if isConfirmed, bodies[0].id == 0 { name(0) }
    main = 0
    pause -= 1
    guard pause <= 0 else { return }
    pause = Self.rest
    look(for: 0, in: box, picture: picture) { mask[$0] == 1 }
  }

  /// The frame shows no body.
  mutating func loseAll(seconds: Double) {
    for k in bodies.indices { bodies[k].advance(by: seconds) }
    dropLost()
    areSeveral = bodies.count > 1
  }

  /// Asks whether one body is two; if it was in three looks in a row, it becomes two.
  private mutating func look(
    for body: Int, in box: CellBox, picture: borrowing CellPicture, isBody: (Int) -> Bool
  ) {
    guard let column = profile.narrowest(box, isBody) else {
      valleys = 0
      return
    }
    let place = Double(column - box.left) / Double(box.right - box.left)
    valleys = valleys > 0 && (place - valley).magnitude < 0.15 ? valleys + 1 : 1
    valley = place
    guard valleys >= 3, bodies.count < Self.most else { return }
    valleys = 0
    // The larger part keeps the identity.
    let isLeft = 2 * place > 1
    bodies.append(Body())
    let added = bodies.count - 1
    begin(body, in: box, from: isLeft ? box.left : column, to: isLeft ? column : box.right, picture, isBody)
    begin(added, in: box, from: isLeft ? column : box.left, to: isLeft ? box.right : column, picture, isBody)
    bodies[added].doubtful = 0
    areSeveral = true
  }

  /// Makes some columns of what is in a box a body.
  private mutating func begin(
    _ k: Int, in box: CellBox, from left: Int, to right: Int, _ picture: borrowing CellPicture,
    _ isBody: (Int) -> Bool
  ) {
    let (id, age) = (bodies[k].id, bodies[k].age)
    var (found, area) = (CellBox(left: columns, top: rows, right: 0, bottom: 0), 0)
    for y in box.top..<box.bottom {
      for x in left..<right where isBody(y * columns + x) {
        found.add(CellBox(left: x, top: y, right: x + 1, bottom: y + 1))
        area += 1
      }
    }
    guard area > 0 else { return }
    bodies[k] = Body()
    bodies[k].see(found, area: area, seconds: 0)
    (bodies[k].id, bodies[k].age) = (id, age)
    looks.forget(k)
    looks.learn(k, in: found, picture: picture, isBody: isBody)
  }

  // MARK: - Several

  /// Follows all bodies. Fills ``labels``.
  ///
  /// - Parameter leastArea: of a body, in cells.
  mutating func follow(
    _ components: MaskComponents, picture: borrowing CellPicture, leastArea: Int, seconds: Double,
    isPhoto: Bool = false
  ) {
    for k in bodies.indices { bodies[k].advance(by: seconds) }
    for i in labels.indices { labels[i] = 0 }
    findHomes(components)
    findLost(components, picture)
    exchange(components, picture)
    addNew(components, leastArea: leastArea)
    label(components)
    for c in 0..<components.count where components.components[c].area > 0 {
      unite(c, components)
      if bodies.count(where: { $0.home == c }) > 1 {
        split(c, components, picture, leastArea: leastArea, seconds: seconds)
      }
    }
    dropDoubtful()
    measure(picture, seconds: seconds, isPhoto: isPhoto)
    lookForValleys(picture)
    dropLost()
    chooseMain(seconds: seconds)
    areSeveral = bodies.count > 1
  }

  /// The part that shows most of each body where it is expected.
  private mutating func findHomes(_ components: MaskComponents) {
    let stride = MaskComponents.most + 1
    for k in bodies.indices {
      for c in 0..<stride { overlaps[k * stride + c] = 0 }
      let box = bodies[k].box(columns: columns, rows: rows)
      guard box.left < box.right, box.top < box.bottom else { continue }
      for y in box.top..<box.bottom {
        for i in y &* columns &+ box.left..<y &* columns &+ box.right {
          overlaps[k &* stride &+ Int(components.labels[i])] &+= 1
        }
      }
      var best = 0
      for c in 1...max(1, components.count)
      where overlaps[k * stride + c] > overlaps[k * stride + best] || best == 0 {
        best = c
      }
      guard best > 0, best <= components.count else { continue }
      let both = Double(overlaps[k * stride + best])
      if both >= 0.2 * min(Double(components.components[best - 1].area), bodies[k].usualArea), both > 0 {
        bodies[k].home = best - 1
      }
    }
  }

  /// Bodies that aren't where they were expected, among the parts that are nobody's.
  private mutating func findLost(_ components: MaskComponents, _ picture: borrowing CellPicture) {
    for k in bodies.indices where bodies[k].home == nil && bodies[k].id > 0 {
      var best: (part: Int, cost: Double)?
      for c in 0..<components.count where components.components[c].area > 0 {
        guard !bodies.contains(where: { $0.home == c }) else { continue }
        let (part, body) = (components.components[c], bodies[k])
        guard Double(part.area) > 0.3 * body.usualArea, Double(part.area) < 2.5 * body.usualArea else {
          continue
        }
        let middle = Point(
          Double(part.box.left + part.box.right) / 2, Double(part.box.top + part.box.bottom) / 2)
        let way = middle.distance(to: body.center) / max(1, body.size.y * (0.3 + body.unseen))
        let unlike = looks.difference(k, in: part.box, picture: picture) {
          components.labels[$0] == UInt8(c + 1)
        }
        guard way < 1, unlike < Self.otherLooks else { continue }
        let cost = way + Double(unlike) / Double(Self.otherLooks)
        if cost < best?.cost ?? .infinity { best = (c, cost) }
      }
      bodies[k].home = best?.part
    }
  }

  /// Whether a part stands beside another one, as bodies do, and not above it, as a head that seems to be loose does.
  private static func isBeside(_ part: CellBox, _ whole: CellBox) -> Bool {
    let shared = min(part.right, whole.right) - max(part.left, whole.left)
    let narrow = min(part.right - part.left, whole.right - whole.left)
    return 100 * shared < 35 * narrow && 100 * (part.bottom - part.top) >= 45 * (whole.bottom - whole.top)
  }

  /// Parts that are neither a known body's nor a fragment of one are new bodies.
  private mutating func addNew(_ components: MaskComponents, leastArea: Int) {
    var largest = 0
    for c in 0..<components.count { largest = max(largest, components.components[c].area) }
    for c in 0..<components.count {
      let part = components.components[c]
      guard part.area > 0, part.area * Self.leastShare >= largest, bodies.count < Self.most,
        !bodies.contains(where: { $0.home == c }), owner(of: c, components) == nil, part.isSolid
      else { continue }
      var body = Body()
      body.see(part.box, area: part.area, seconds: 0)
      body.home = c
      bodies.append(body)
      looks.forget(bodies.count - 1)
    }
  }

  /// The body that a part without one of its own is a fragment of.
  private func owner(of c: Int, _ components: MaskComponents) -> Int? {
    let part = components.components[c]
    let reach = max(2, columns / 40)
    var best: (body: Int, gap: Int)?
    for k in bodies.indices {
      guard let home = bodies[k].home, home != c else { continue }
      let whole = components.components[home]
      guard part.area < whole.area, !Self.isBeside(part.box, whole.box) else { continue }
      let expected = bodies[k].box(columns: columns, rows: rows)
      let gap = min(part.box.gap(to: whole.box), part.box.gap(to: expected))
      if gap <= reach, gap < best?.gap ?? .max { best = (k, gap) }
    }
    return best?.body
  }

  /// Labels the cells of all parts of each body. Those that several share are split later.
  private mutating func label(_ components: MaskComponents) {
    for c in 0..<components.count where components.components[c].area > 0 {
      let part = components.components[c]
      guard let body = bodies.firstIndex(where: { $0.home == c }) ?? owner(of: c, components) else {
        continue
      }
      let (from, to) = (UInt8(c + 1), UInt8(body + 1))
      for y in part.box.top..<part.box.bottom {
        for i in y &* columns &+ part.box.left..<y &* columns &+ part.box.right
        where components.labels[i] == from {
          labels[i] = to
        }
      }
    }
  }

  /// Takes what is seen of each body.
  private mutating func measure(_ picture: borrowing CellPicture, seconds: Double, isPhoto: Bool) {
    for k in bodies.indices { bodies[k].bounds = CellBox(left: columns, top: rows, right: 0, bottom: 0) }
    for y in 0..<rows {
      for x in 0..<columns {
        let label = Int(labels[y &* columns &+ x])
        guard label > 0 else { continue }
        bodies[label &- 1].bounds.add(CellBox(left: x, top: y, right: x &+ 1, bottom: y &+ 1))
        bodies[label &- 1].area &+= 1
      }
    }
    let labels = labels
    let confirming = bodies.contains { $0.id > 0 } ? Self.confirming : Self.confirmingFirst
    for k in bodies.indices where bodies[k].home != nil && bodies[k].area > 0 {
      let (label, box, area) = (UInt8(k + 1), bodies[k].bounds, bodies[k].area)
      if bodies[k].isMerged {
        (bodies[k].isSeen, bodies[k].unseen) = (true, 0)
      } else {
        bodies[k].doubtful = nil
        bodies[k].see(box, area: area, seconds: seconds)
        looks.learn(k, in: box, picture: picture) { labels[$0] == label }
      }
      if bodies[k].id == 0, bodies[k].age >= confirming || isPhoto { name(k) }
    }
  }

  /// Whether one of the bodies has been two for a while.
  private mutating func lookForValleys(_ picture: borrowing CellPicture) {
    pause -= 1
    guard pause <= 0 else { return }
    pause = Self.rest
    var largest: Int?
    for k in bodies.indices where bodies[k].isSeen && !bodies[k].isMerged {
      if bodies[k].area > largest.map({ bodies[$0].area }) ?? 0 { largest = k }
    }
    guard let largest else { return }
    let labels = labels
    look(for: largest, in: bodies[largest].bounds, picture: picture) { labels[$0] == UInt8(largest + 1) }
  }

  private mutating func name(_ k: Int) {
    lastID += 1
    bodies[k].id = lastID
  }

  mutating func remove(_ k: Int) {
    let last = bodies.count - 1
    if k != last {
      for i in labels.indices where labels[i] == UInt8(last + 1) { labels[i] = UInt8(k + 1) }
      looks.move(last, to: k)
      bodies[k] = bodies[last]
    }
    if main == k { main = nil } else if main == last { main = k }
    bodies.removeLast()
  }

  /// Forgets those who have been lost for long, and what was never sure at once.
  private mutating func dropLost() {
    for k in bodies.indices.reversed() {
      let isHidden = bodies[k].apart == 0
      if bodies[k].unseen > (bodies[k].id == 0 ? 0.1 : isHidden ? Self.hiding : Self.memory) { remove(k) }
    }
  }

  private mutating func chooseMain(seconds: Double) {
    var largest: Int?
    for k in bodies.indices where bodies[k].id > 0 && bodies[k].isSeen {
      if bodies[k].usualArea > largest.map({ bodies[$0].usualArea }) ?? 0 { largest = k }
    }
    guard let current = main, bodies[current].unseen < 0.4 else {
      main = largest ?? main
      outgrown = 0
      return
    }
    guard let largest, bodies[largest].usualArea > 1.5 * bodies[current].usualArea else {
      outgrown = 0
      return
    }
    outgrown += seconds
    if outgrown > Self.outgrowing { (main, outgrown) = (largest, 0) }
  }
}

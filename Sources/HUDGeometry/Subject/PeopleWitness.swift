/// Looks for a face in what looks like people and hasn't stirred: somebody who sits still has one, a hill has none.
struct PeopleWitness: Sendable {
  /// Whether a frame is being read, a part of the work in each of the next ones.
  var isReading: Bool { network.isReading }
  /// Whether a face was found, so that another look at people would agree with the last, or not.
  private(set) var wantsLook = false
  private var network: FaceNetwork
  private let columns: Int
  private let rows: Int
  /// Who is asked for: the cells around them, and 1 for theirs.
  private var box = CellBox()
  private var area = 0
  private var cells: [UInt8]
  /// Whether somebody is to be asked for, in which of the two areas of a body, and has been found to have a face.
  private var isAsked = false
  private var isWhole = false
  private var isFound = false
  /// 1 for cells of those without a face, whose turn is over.
  private var faceless: [UInt8]
  private var misses = 0
  private var last: Int64?

  /// How sure the network must be of a face.
  private static let leastScore = 0.7
  /// Two looks agree from this overlap on.
  private static let leastOverlap = 0.4
  /// Nanoseconds between parts that are looked at, and once so many in a row had no face.
  private static let period: Int64 = 300_000_000
  private static let longPeriod: Int64 = 1_500_000_000
  private static let mostMisses = 6

  init(columns: Int, rows: Int, width: Int, height: Int) {
    (self.columns, self.rows) = (columns, rows)
    network = FaceNetwork(width: width, height: height)
    cells = Array(repeating: 0, count: columns * rows)
    faceless = cells
  }

  /// A new scene.
  mutating func forget() {
    network.stop()
    (isAsked, isFound, wantsLook, misses, last) = (false, false, false, 0, nil)
    clearTurns()
  }

  /// Whether a part of a look agrees with somebody whose face was found.
  func hasFace(_ components: borrowing MaskComponents, _ part: Int) -> Bool {
    isFound && agrees(components, part)
  }

  private func agrees(_ components: borrowing MaskComponents, _ part: Int) -> Bool {
    let both = components.count(part, in: cells)
    return Double(both) >= Self.leastOverlap * Double(components.components[part].area + area - both)
  }

  /// Forgets whom the last look asked for, unless a face is being looked for there.
  mutating func begin() {
    guard !isReading, !isWhole else { return }
    (isAsked, isFound, wantsLook, area) = (false, false, false, 0)
  }

  /// Asks for a face in a part of a look: in the largest whose turn it is.
  mutating func ask(_ components: borrowing MaskComponents, _ part: Int) {
    guard !isReading, !isWhole else { return }
    let component = components.components[part]
    guard 2 * components.count(part, in: faceless) < component.area else { return }
    guard component.area > area else { return }
    (box, area, isAsked) = (component.box, component.area, true)
    for i in cells.indices { cells[i] = 0 }
    components.mark(part, in: &cells)
  }

  /// All have been asked for.
  mutating func end() {
    if !isAsked, !isFound { clearTurns() }
  }

  private mutating func clearTurns() { for i in faceless.indices { faceless[i] = 0 } }

  /// Does a part of the work on the current frame; see ``FaceTracker/update``.
  mutating func update(
    luma: Span<UInt8>, bytesPerRow: Int, cb: Span<UInt8>, cr: Span<UInt8>, chromaBytesPerRow: Int, cell: Int,
    nanoseconds now: Int64, mayRead: Bool
  ) -> Bool {
    if network.isReading {
      guard mayRead else { return true }
      if network.read() { conclude() }
      return false
    }
    guard isAsked,
      isWhole || now.isPast(misses < Self.mostMisses ? Self.period : Self.longPeriod, since: last)
    else { return false }
    guard mayRead else { return true }
    last = now
    let area =
      isWhole
      ? FaceArea.body(box, cell: cell) : FaceArea.head(box, columns: columns, cell: cell) { cells[$0] == 1 }
    network.take(
      luma: luma, bytesPerRow: bytesPerRow, cb: cb, cr: cr, chromaBytesPerRow: chromaBytesPerRow, area: area)
    _ = network.read()
    return false
  }

  private mutating func conclude() {
    isFound = network.faces.contains {
      $0.score >= Self.leastScore && $0.isOn(columns: columns, rows: rows, reach: 1) { cells[$0] == 1 }
    }
    wantsLook = isFound
    guard !isFound else {
      (isAsked, isWhole, misses) = (false, false, 0)
      return
    }
    isWhole.toggle()
    if isWhole { return }
    misses += 1
    isAsked = false
    for i in faceless.indices { faceless[i] |= cells[i] }
  }
}

import CGuides

/// The connected parts of a mask, and the few that make up the subject.
struct MaskComponents: Sendable {
  struct Component: Sendable {
    var area = 0
    /// The cells around it.
    var box = CellBox()
    var isSubject = false
    /// Whether it fills a quarter of its box, as bodies do, but not edges alone.
    var isSolid: Bool { 4 * area >= (box.right - box.left) * (box.bottom - box.top) }
  }

  static let most = 64
  /// 0 outside; otherwise the component's index + 1.
  private(set) var labels: [UInt8]
  private(set) var components = [Component](repeating: Component(), count: most)
  private(set) var count = 0
  private let columns: Int
  private let rows: Int
  private var stack: [Int32]
  private var parts = [cguides_part](repeating: cguides_part(), count: most)

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    labels = Array(repeating: 0, count: columns * rows)
    stack = Array(repeating: 0, count: columns * rows + 1)
  }

  /// Finds the parts (4-connected; at most 64 of at least `leastArea` cells) and picks the subject: the
  /// largest part, and those near it with at least a tenth of its area. Returns whether there is one.
  ///
  /// The part around `previous`, the last subject's centre in cells, counts as half as large again,
  /// so that two of similar size don't alternate.
  mutating func read(_ mask: [UInt8], leastArea: Int, previous: Point? = nil) -> Bool {
    precondition(mask.count >= columns * rows)
    // SAFETY: the mask has a byte for each cell, as labels and stack do; at most so many parts are found.
    count = unsafe Int(
      cguides_parts(
        mask, Int32(columns), Int32(rows), Int32(leastArea), Int32(Self.most), &labels, &stack, &parts))
    for k in 0..<count { components[k] = Component(area: Int(parts[k].area), box: CellBox(parts[k].box)) }
    return choose(previous)
  }

  /// How many cells the subject has.
  var subjectArea: Int {
    var sum = 0
    for k in 0..<count where components[k].isSubject { sum += components[k].area }
    return sum
  }

  /// Removes a part.
  mutating func drop(_ index: Int) {
    let part = components[index]
    relabel(part, from: UInt8(index + 1), to: 0)
    components[index].area = 0
  }

  /// Marks a part's cells.
  func mark(_ index: Int, in cells: inout [UInt8]) {
    let box = components[index].box
    for y in box.top..<box.bottom {
      for i in y * columns + box.left..<y * columns + box.right where labels[i] == UInt8(index + 1) {
        cells[i] = 1
      }
    }
  }

  /// How many of a part's cells are marked.
  func count(_ index: Int, in cells: [UInt8]) -> Int {
    let box = components[index].box
    var count = 0
    for y in box.top..<box.bottom {
      for i in y * columns + box.left..<y * columns + box.right where labels[i] == UInt8(index + 1) {
        count += Int(cells[i])
      }
    }
    return count
  }

  /// Picks the subject among the remaining parts; see ``read(_:leastArea:previous:)``.
  mutating func choose(_ previous: Point?) -> Bool {
    for i in 0..<count { components[i].isSubject = false }
    var largest = 0
    var heaviest = 0
    for i in 0..<count {
      var weight = 2 * components[i].area
      if let previous, components[i].box.contains(previous) { weight = 3 * components[i].area }
      if weight > heaviest { (largest, heaviest) = (i, weight) }
    }
    guard heaviest > 0 else { return false }
    components[largest].isSubject = true
    // As far as a head detaches from its body if the collar looks like the wall behind.
    let reach = max(2, columns / 40)
    for i in 0..<count where i != largest {
      components[i].isSubject =
        components[i].area > 0 && components[i].area * 10 >= components[largest].area
        && components[i].box.gap(to: components[largest].box) <= reach
    }
    return true
  }

  private mutating func relabel(_ component: Component, from: UInt8, to: UInt8) {
    let box = component.box
    for y in box.top..<box.bottom {
      for x in box.left..<box.right where labels[y * columns + x] == from {
        labels[y * columns + x] = to
      }
    }
  }
}

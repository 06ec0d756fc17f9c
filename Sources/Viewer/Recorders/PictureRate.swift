/// How many pictures come a second, from the numbers and times of the last ones.
struct PictureRate {
  /// Milliseconds over which it is taken, once that many have passed.
  static let span = 1000.0

  private var marks: [(number: UInt64, milliseconds: Double)] = []

  /// A picture with a number of its own, so that others between them count.
  mutating func add(number: UInt64, at milliseconds: Double) {
    if let last = marks.last, number <= last.number || milliseconds < last.milliseconds { marks = [] }
    // A mark each tenth of the span is enough.
    if marks.count > 1, milliseconds - marks[marks.count - 2].milliseconds < Self.span / 10 {
      marks.removeLast()
    }
    marks.append((number, milliseconds))
    while marks.count > 2, milliseconds - marks[1].milliseconds >= Self.span { marks.removeFirst() }
  }

  /// The next picture.
  mutating func add(at milliseconds: Double) { add(number: (marks.last?.number ?? 0) + 1, at: milliseconds) }

  /// Rounded; 0 before the second picture, and if the last one came more than two spans before now.
  func perSecond(_ now: Double? = nil) -> Int {
    guard let first = marks.first, let last = marks.last, last.milliseconds > first.milliseconds,
      (now ?? 0) - last.milliseconds <= 2 * Self.span
    else { return 0 }
    return Int(
      (Double(last.number - first.number) * 1000 / (last.milliseconds - first.milliseconds)).rounded())
  }
}

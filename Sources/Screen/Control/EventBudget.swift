/// Limits the events per picture so that a flood of them costs no pictures: a few at once, then a
/// few per second of picture time, and fewer while events wait. The rest waits for later pictures.
///
/// A pure function of the pictures' times. Human taps and strokes stay below the limit. An event
/// may cause a new layout, and its changes animate for a while, which makes pictures a tenth to a
/// third more costly: one such change a second keeps a flood within a tenth.
struct EventBudget {
  /// The most events per picture.
  static let mostAPicture = 8
  /// The cost of an event that only touches.
  static let touch: Int64 = 1
  /// The cost of an event that does something.
  static let action: Int64 = 4
  /// The cost of an event that opens, moves or closes the sheet, the largest glass that moves at once.
  static let sheet: Int64 = 12
  /// The cost of an event that restyles the chrome, so that all of it is redrawn.
  static let restyling: Int64 = 16
  /// How much may be spent at once after a quiet time: twelve actions.
  static let burst = 12 * action
  /// Nanoseconds to earn one unit of cost: four actions a second; one action a second while events wait.
  static let interval: Int64 = 62_500_000
  static let floodedInterval = 4 * interval

  // In nanoseconds at the normal rate.
  private var credit = burst * interval
  private var last: Int64?
  private var left = mostAPicture

  /// Begins a picture.
  ///
  /// - Parameters:
  ///   - nanoseconds: the picture's time.
  ///   - isFlooded: whether the previous picture left events waiting.
  mutating func advance(to nanoseconds: Int64, isFlooded: Bool) {
    // A time that jumps back starts a new timeline.
    if let last, nanoseconds > last {
      let passed = min(nanoseconds - last, Self.burst * Self.floodedInterval)
      let earned = isFlooded ? passed * Self.interval / Self.floodedInterval : passed
      credit = min(credit + earned, Self.burst * Self.interval)
    }
    last = nanoseconds
    left = Self.mostAPicture
  }

  /// Whether this picture takes another event.
  var allows: Bool { left > 0 && credit >= Self.action * Self.interval }

  /// Counts an event as taken.
  ///
  /// - Parameter count: its cost. Credit may go negative; time pays it back.
  mutating func spend(_ count: Int64) {
    left -= 1
    credit -= count * Self.interval
  }
}

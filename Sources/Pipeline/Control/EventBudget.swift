/// How many events a picture takes, so that no flood of them costs pictures: a few at once, then a few a second of the
/// pictures' own time, and fewer as long as events wait. What is over waits for the pictures to come.
///
/// A pure function of the pictures' times. People tap and draw below it. An event may have the screen laid out anew, and
/// what it changes moves for a while, which makes pictures dearer by a tenth to a third: one such change a second keeps
/// a flood within a tenth.
struct EventBudget {
  /// Events that one picture takes.
  static let mostAPicture = 8
  /// What an event counts for that does nothing but to touch.
  static let touch: Int64 = 1
  /// What one counts for that does something.
  static let action: Int64 = 4
  /// What one counts for that opens, moves or closes the sheet, which is the most glass that moves at once.
  static let sheet: Int64 = 12
  /// What one counts for after which all of the chrome is drawn anew in another look.
  static let restyling: Int64 = 16
  /// What may be spent at once after a calm time: twelve actions.
  static let burst = 12 * action
  /// Nanoseconds for a count of one: four actions a second; one as long as events wait.
  static let interval: Int64 = 62_500_000
  static let floodedInterval = 4 * interval

  // In nanoseconds at the calm rate.
  private var credit = burst * interval
  private var last: Int64?
  private var left = mostAPicture

  /// A picture begins.
  ///
  /// - Parameter isFlooded: whether events were left waiting by the one before.
  mutating func advance(to nanoseconds: Int64, isFlooded: Bool) {
    // A time that jumps back is another line of time.
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

  /// An event was taken.
  ///
  /// - Parameter count: what it counts for. What there isn't is paid for by the time after it.
  mutating func spend(_ count: Int64) {
    left -= 1
    credit -= count * Self.interval
  }
}

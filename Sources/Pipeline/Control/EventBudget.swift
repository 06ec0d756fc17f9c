/// How many events a picture takes, so that no flood of them costs pictures: a few at once, then a few a second of the
/// pictures' own time. What is over waits for the pictures to come.
///
/// A pure function of the pictures' times. A finger that taps or draws stays below; each event may have the screen laid
/// out and its glass made anew, which takes milliseconds.
struct EventBudget {
  /// Events that one picture takes.
  static let mostAPicture = 8
  /// Events that are taken as they come after a calm time.
  static let burst: Int64 = 24
  /// Nanoseconds for each event in the long run: twelve a second.
  static let interval: Int64 = 80_000_000

  /// What an event counts for after which all of the chrome is drawn anew in another look.
  static let restyling: Int64 = 6

  private var credit = burst * interval
  private var last: Int64?
  private var left = mostAPicture

  /// A picture begins.
  mutating func advance(to nanoseconds: Int64) {
    // A time that jumps back is another line of time.
    if let last, nanoseconds > last {
      credit = min(credit + min(nanoseconds - last, Self.burst * Self.interval), Self.burst * Self.interval)
    }
    last = nanoseconds
    left = Self.mostAPicture
  }

  /// Whether this picture takes another event.
  var allows: Bool { left > 0 && credit >= Self.interval }

  /// An event was taken.
  ///
  /// - Parameter weight: events that it counts for.
  mutating func spend(_ weight: Int64 = 1) {
    left -= 1
    // What weighs more than there is left is paid for by the time after it.
    credit -= weight * Self.interval
  }
}

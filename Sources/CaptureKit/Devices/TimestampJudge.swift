import PixelTypes

/// Decides whether a driver's time stamp can be trusted, and keeps time strictly increasing.
struct TimestampJudge: Equatable {
  /// Good stamps in a row before a driver that lied is trusted again: switching between two clocks on every
  /// frame would make time uneven.
  static let probation = 30
  /// How long before its frame's arrival a stamp may be, in nanoseconds: a buffer can wait in the driver.
  static let longestPast: Int64 = 10_000_000_000
  /// How long after, in nanoseconds: a camera's own clock is fitted to the machine's, and overshoots a little.
  static let longestFuture: Int64 = 100_000_000

  private var lastDriver: Int64?
  private var lastGiven = Int64.min
  private var goodInRow = Self.probation

  /// The time of a frame.
  ///
  /// - Parameters:
  ///   - driver: the stamp in nanoseconds; `nil` when it isn't on CLOCK_MONOTONIC or is out of range.
  ///   - arrival: CLOCK_MONOTONIC now, in nanoseconds.
  mutating func time(driver: Int64?, arrival: Int64) -> FrameTime {
    let isGood =
      if let driver {
        driver > 0 && driver > lastDriver ?? 0 && driver >= arrival - Self.longestPast
          && driver <= arrival + Self.longestFuture
      } else {
        false
      }
    if let driver { lastDriver = driver }
    goodInRow = isGood ? min(goodInRow + 1, Self.probation) : 0
    if let driver, goodInRow >= Self.probation, driver > lastGiven {
      lastGiven = driver
      return FrameTime(nanoseconds: driver, clock: .monotonic)
    }
    lastGiven = lastGiven == .min ? arrival : max(arrival, lastGiven + 1)
    return FrameTime(nanoseconds: lastGiven, clock: .arrival)
  }
}

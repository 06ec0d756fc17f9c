import Compositor

/// Chooses for each picture whether several threads share it.
///
/// Allocates nothing.
struct ThreadCountPolicy {
  /// Shares of the time between pictures, for the mean of recent ones: above the first, one thread becomes two; below the
  /// second, two become one. Two threads are 1.15 to 1.7 times as fast, so one change doesn't trigger the other.
  static let busyShare = 0.65
  static let calmShare = 0.38
  /// A picture's weight in the mean: ten pictures, a third of a second.
  private static let weight = 0.1

  private let budget: Double
  private let mayChange: Bool
  private var mean: Double?
  /// Starts with two because the load is still unknown.
  private var isShared: Bool

  /// - Parameter budget: nanoseconds that a picture may take; 0 if nothing waits for it.
  init(_ threads: StageThreads, budget: Int64) {
    self.budget = Double(budget)
    mayChange = threads == .auto && budget > 0
    // Somebody waits for the end of an exact job.
    isShared = threads != .one
  }

  /// Whether to make the next picture with more than one.
  ///
  /// - Parameter isLong: whether it takes much longer than others, as one with another backdrop does.
  func isShared(isLong: Bool) -> Bool { isShared || mayChange && isLong }

  /// Notes the nanoseconds that the stage spent on a picture.
  mutating func note(spent: Int64) {
    guard mayChange, spent >= 0 else { return }
    let before = mean ?? Double(spent)
    let now = before + Self.weight * (Double(spent) - before)
    mean = now
    if !isShared, now > Self.busyShare * budget { (isShared, mean) = (true, nil) }
    if isShared, now < Self.calmShare * budget { (isShared, mean) = (false, nil) }
  }
}

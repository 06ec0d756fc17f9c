/// Selects pictures: all of them, some per second, one per interval, or those at a trigger.
///
/// Intervals count from the first picture's time, so a timelapse doesn't drift.
struct PictureSelector {
  private let interval: Int64?
  private let tolerance: Int64
  private let hasTrigger: Bool
  private let after: Int64?
  private let burst: Int
  private var skip: Int
  private var origin: Int64?
  private var nextIndex: Int64 = 0
  private var wasTriggered = false
  // When the last trigger's time is up.
  private var end: Int64?
  // Pictures left in a burst.
  private var burstLeft = 0

  /// - Parameter cameraRate: the fastest camera's negotiated rate; `nil` if any is unknown. If it doesn't exceed the
  ///   requested rate, every picture counts: frames at that rate must not be skipped when their times jitter.
  init(_ settings: JobSettings, cameraRate: Double? = nil) {
    if let every = settings.every {
      interval = Int64(every / .nanoseconds(1))
      tolerance = 0
    } else if let rate = settings.framesPerSecond, rate > 0, (cameraRate ?? .infinity) > rate * 1.02 {
      interval = Int64(1e9 / rate)
      // A frame slightly early is the right one.
      tolerance = Int64(1e9 / rate) / 4
    } else {
      interval = nil
      tolerance = 0
    }
    hasTrigger = !settings.triggers.isEmpty
    after = settings.after.map { Int64($0 / .nanoseconds(1)) }
    burst = max(1, settings.burst)
    skip = settings.skip
  }

  /// Whether a picture of this time counts. Call it once for each picture, in order.
  ///
  /// - Parameter isTriggered: whether a trigger fires, if there is one.
  mutating func selects(nanoseconds: Int64, isTriggered: Bool) -> Bool {
    let firesNow = isTriggered && !wasTriggered
    wasTriggered = isTriggered
    if skip > 0 {
      skip -= 1
      return false
    }
    if hasTrigger {
      if let after {
        if isTriggered { end = nanoseconds + after }
        return end.map { nanoseconds <= $0 } ?? false
      }
      // A burst runs to its end; the trigger must fire again for the next one.
      if firesNow && burstLeft == 0 { burstLeft = burst }
      guard burstLeft > 0 else { return false }
      burstLeft -= 1
      return true
    }
    guard let interval, interval > 0 else { return true }
    let start = origin ?? nanoseconds
    origin = start
    let due = start + nextIndex * interval
    guard nanoseconds + tolerance >= due else { return false }
    // Empty intervals are skipped, not made up for.
    nextIndex = max(nextIndex, (nanoseconds + tolerance - start) / interval) + 1
    return true
  }
}

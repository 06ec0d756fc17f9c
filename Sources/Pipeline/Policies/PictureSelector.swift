/// Decides which pictures count: all of them, so many a second, one in each interval, or those that snap.
///
/// Intervals are counted from the first picture's time, so that a timelapse doesn't drift.
struct PictureSelector {
  private let interval: Int64?
  private let tolerance: Int64
  private let onlyWhenSnapped: Bool
  private let burst: Int
  private var skip: Int
  private var origin: Int64?
  private var nextIndex: Int64 = 0
  private var wasSnapped = false
  // Pictures of a burst still to come.
  private var burstLeft = 0

  /// - Parameter cameraRate: frames a second of the fastest camera, as agreed on; `nil` where one doesn't say. Where
  ///   they are no more than the pictures that are wanted, each counts: a rate that was asked of the camera must not pass
  ///   over frames as their times jitter.
  init(_ settings: JobSettings, cameraRate: Double? = nil) {
    if let every = settings.every {
      interval = Int64(every / .nanoseconds(1))
      tolerance = 0
    } else if let rate = settings.framesPerSecond, rate > 0, (cameraRate ?? .infinity) > rate * 1.02 {
      interval = Int64(1e9 / rate)
      // A frame that comes a little early is the one that is meant.
      tolerance = Int64(1e9 / rate) / 4
    } else {
      interval = nil
      tolerance = 0
    }
    onlyWhenSnapped = settings.onlyWhenSnapped
    burst = max(1, settings.burst)
    skip = settings.skip
  }

  /// Whether a picture of this time counts. To be asked once for each picture, in order.
  mutating func selects(nanoseconds: Int64, isSnapped: Bool) -> Bool {
    let snapsNow = isSnapped && !wasSnapped
    wasSnapped = isSnapped
    if skip > 0 {
      skip -= 1
      return false
    }
    if onlyWhenSnapped {
      // Not again before the guides were left, and a burst runs to its end.
      if snapsNow && burstLeft == 0 { burstLeft = burst }
      guard burstLeft > 0 else { return false }
      burstLeft -= 1
      return true
    }
    guard let interval, interval > 0 else { return true }
    let start = origin ?? nanoseconds
    origin = start
    let due = start + nextIndex * interval
    guard nanoseconds + tolerance >= due else { return false }
    // Intervals in which nothing came are left out, not made up for.
    nextIndex = max(nextIndex, (nanoseconds + tolerance - start) / interval) + 1
    return true
  }
}

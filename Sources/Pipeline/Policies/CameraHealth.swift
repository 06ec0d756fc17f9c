import CaptureKit

/// Notices when a camera becomes slow or sends many damaged frames.
struct CameraHealth {
  private var rate = FrameRateMonitor()
  private var damage = DamageMonitor()

  /// The warnings due now. Allocates only to warn.
  ///
  /// - Parameters:
  ///   - tally: the camera's frames since the start.
  ///   - now: nanoseconds.
  mutating func warnings(
    about feed: any CameraFeed, _ tally: FrameTally, id: StaticString, at now: Int64
  ) -> [String] {
    var warnings: [String] = []
    if let warning = rate.remark(on: feed, id: id, at: now) { warnings.append(warning) }
    if let warning = damage.remark(on: feed, tally, id: id, at: now) { warnings.append(warning) }
    return warnings
  }
}

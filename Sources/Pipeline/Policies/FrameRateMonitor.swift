import CaptureKit

/// Compares a camera's actual rate with the negotiated one: in low light, many slow down without reporting it.
///
/// A camera that was silent or away doesn't count as slow: only two consecutive slow windows without a time-out do.
struct FrameRateMonitor {
  /// Nanoseconds to judge together.
  static let window: Int64 = 5_000_000_000
  /// Shares of the negotiated rate: slow below the first, recovered from the second on.
  static let slow = 0.8
  static let recovered = 0.9

  private struct Mark {
    var time: Int64 = 0
    var frames: UInt64 = 0
    var timeouts: UInt64 = 0
    var reconnects: UInt64 = 0
    var wasSlow = false
    var wasReported = false
  }

  private var mark = Mark()

  /// The warning when a camera becomes slow; `nil` while all is well or if already given. Allocates only to warn.
  ///
  /// - Parameter now: nanoseconds.
  mutating func remark(on feed: any CameraFeed, id: String, at now: Int64) -> String? {
    guard now - mark.time >= Self.window else { return nil }
    let counters = feed.counters
    let before = mark
    // Frames lost by the camera or its driver appear as gaps: the camera did capture them.
    mark.frames = counters.received + counters.gaps
    mark.time = now
    mark.timeouts = counters.timeouts
    mark.reconnects = counters.reconnects
    mark.wasSlow = false
    let frames = mark.frames
    guard before.time > 0, feed.status == .live, feed.camera != nil,
      let agreed = feed.negotiation.got.framesPerSecond, frames > before.frames,
      counters.timeouts == before.timeouts, counters.reconnects == before.reconnects
    else { return nil }
    let rate = Double(frames - before.frames) / (Double(now - before.time) / 1e9)
    if rate >= Self.recovered * agreed { mark.wasReported = false }
    guard rate < Self.slow * agreed else { return nil }
    mark.wasSlow = true
    guard before.wasSlow, !before.wasReported else { return nil }
    mark.wasReported = true
    return
      "\(id) (\(feed.name)) sends \(Self.text(rate)) fps, not the \(Self.text(agreed)) it agreed to;"
      + " automatic exposure does this in low light: add light, or use -c exposure_dynamic_framerate=0"
  }

  private static func text(_ rate: Double) -> String { "\((rate * 10).rounded() / 10)" }
}

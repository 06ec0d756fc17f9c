import CaptureKit

/// Notices when many of one camera's frames are damaged or unusable, and words the warnings while that lasts.
struct DamageMonitor {
  /// The least time in nanoseconds, and the fewest frames, to judge together.
  static let window: Int64 = 5_000_000_000
  static let fewest = 10
  /// A warning needs at least this share of damaged frames, and more than `most` of them.
  static let share = 0.05
  static let most = 2
  /// Nanoseconds between repeated warnings.
  static let pause: Int64 = 60_000_000_000

  // The end of the last window, its tally, and the time of the last warning.
  private var time: Int64 = 0
  private var tally = FrameTally()
  private var reported: Int64?

  /// The warning for the camera; `nil` while all is well or if just given. Allocates only to warn.
  ///
  /// - Parameters:
  ///   - tally: the camera's frames since the start.
  ///   - now: nanoseconds.
  mutating func remark(
    on feed: any CameraFeed, _ tally: FrameTally, id: String, at now: Int64
  ) -> String? {
    guard now - time >= Self.window else { return nil }
    let (before, last) = (time, self.tally)
    let looked = tally.looked - last.looked
    let spoiled = tally.spoiled - last.spoiled
    guard before == 0 || looked >= Self.fewest else { return nil }
    time = now
    self.tally = tally
    guard before > 0, let camera = feed.camera else { return nil }
    guard spoiled > Self.most, Double(spoiled) >= Self.share * Double(looked) else {
      reported = nil
      return nil
    }
    if let reported, now - reported < Self.pause { return nil }
    reported = now
    return "\(id) (\(feed.name)): \(Self.text(spoiled, of: looked)); \(Self.advice(camera.bus))"
  }

  private static func text(_ spoiled: Int, of looked: Int) -> String {
    let percent = Int((Double(spoiled) / Double(looked) * 100).rounded())
    return "\(spoiled) of its last \(looked) frames were damaged (\(percent) %)"
  }

  /// The likely cause of damaged frames and its remedy.
  ///
  /// - Parameter bus: the camera's connection; `nil` for files.
  static func advice(_ bus: String?) -> String {
    guard let bus else {
      return "check them with another program; --damaged says what to do with such frames"
    }
    return bus.hasPrefix("usb")
      ? "a bad cable, a hub or too little USB bandwidth can cause this: try another cable, a port without a hub, "
        + "a smaller --resolution or --fps"
      : "its link or its driver loses data: `dmesg | tail` may say why"
  }
}

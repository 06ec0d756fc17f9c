import CaptureKit

/// Sees when many of a camera's frames can't be used whole, and what is to be said of it while it goes on.
struct DamageMonitor {
  /// Nanoseconds and frames that are looked at together, at least.
  static let window: Int64 = 5_000_000_000
  static let fewest = 10
  /// Share of spoiled frames from which on it is told, and how many there have to be.
  static let share = 0.05
  static let most = 2
  /// Nanoseconds after which it is said again while it goes on.
  static let pause: Int64 = 60_000_000_000

  private struct Mark {
    var time: Int64 = 0
    var tally = FrameTally()
    var told: Int64?
  }

  private var marks = InlineArray<4, Mark>(repeating: Mark())

  /// What to say of a camera; `nil` as long as all is well or it was just said. Allocates only then.
  ///
  /// - Parameters:
  ///   - tally: of the camera's frames since the start.
  ///   - index: of the camera, 0...3.
  ///   - now: nanoseconds.
  mutating func remark(
    on feed: any CameraFeed, _ tally: FrameTally, _ index: Int, id: StaticString, at now: Int64
  ) -> String? {
    guard marks.indices.contains(index), now - marks[index].time >= Self.window else { return nil }
    let (before, last) = (marks[index].time, marks[index].tally)
    let looked = tally.looked - last.looked
    let spoiled = tally.spoiled - last.spoiled
    guard before == 0 || looked >= Self.fewest else { return nil }
    marks[index].time = now
    marks[index].tally = tally
    guard before > 0, feed.bus != nil else { return nil }
    guard spoiled > Self.most, Double(spoiled) >= Self.share * Double(looked) else {
      marks[index].told = nil
      return nil
    }
    if let told = marks[index].told, now - told < Self.pause { return nil }
    marks[index].told = now
    return "\(id) (\(feed.name)): \(Self.text(spoiled, of: looked)); \(Self.advice(feed.bus))"
  }

  private static func text(_ spoiled: Int, of looked: Int) -> String {
    let percent = Int((Double(spoiled) / Double(looked) * 100).rounded())
    return "\(spoiled) of its last \(looked) frames were damaged (\(percent) %)"
  }

  /// What may be to blame for damaged frames, and what to do.
  ///
  /// - Parameter bus: where the camera is plugged in; `nil` for files.
  static func advice(_ bus: String?) -> String {
    guard let bus else {
      return "check them with another program; --damaged decides what to do with such frames"
    }
    return bus.hasPrefix("usb")
      ? "a bad cable, a hub or too little USB bandwidth causes this: try another cable, a port without a hub, "
        + "a smaller --resolution or --fps"
      : "its link or its driver loses data: `dmesg | tail` may say why"
  }
}

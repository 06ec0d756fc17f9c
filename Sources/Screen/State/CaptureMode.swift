import GlassChrome

/// What the shutter takes: single pictures, a recording, or a picture every so often.
package enum CaptureMode: String, Sendable, Hashable, CaseIterable { case photo, video, timelapse }

/// A self-timer's remaining time.
package struct CaptureCountdown: Sendable, Hashable {
  /// Seconds, rounded up.
  package var seconds: Int
  /// The remaining share of the whole time, 0 … 1.
  package var share: Double

  /// A countdown with this much time left.
  package init(seconds: Int, share: Double) {
    self.seconds = seconds
    self.share = share
  }
}

extension CaptureMode {
  /// Each with its icon.
  static func items(_ words: ScreenWords) -> [ControlItem] {
    zip(allCases, [words.photo, words.video, words.timelapse]).map {
      ControlItem($0.rawValue, title: $1, icon: $0.rawValue)
    }
  }
}

import HostResources

/// What one picture is made of: each camera's frame, and the time.
package struct FrameSet {
  /// One for each viewfinder, in the layout's order.
  package var cameras: [CameraInput]
  /// The picture's time on the frames' clock, in nanoseconds; it moves guides and chrome.
  package var nanoseconds: Int64
  /// Between the cameras' frames in nanoseconds; `nil` unless two are live.
  package var skew: Int64?
  /// The same by the cameras' own clocks; `nil` unless both have such times.
  package var deviceSkew: Int64?
  /// The wall clock beside the frames' own; `nil` unless they are live.
  package var utc: UTCClock.Reading?
  /// When the frame that leads was taken: its time stamp, in nanoseconds of
  /// CLOCK_MONOTONIC; `nil` if frames have no such time, as in files read as fast as possible.
  package var captured: Int64?
  /// Nanoseconds spent pairing them, without waiting.
  package var pairing: Int64 = 0

  package init(_ cameras: [CameraInput], nanoseconds: Int64 = 0) {
    self.cameras = cameras
    self.nanoseconds = nanoseconds
  }
}

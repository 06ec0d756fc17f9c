/// When a frame was taken, in nanoseconds, and by which clock.
public struct FrameTime: Hashable, Sendable {
  /// Where a time stamp comes from.
  public enum Clock: String, Sendable {
    /// The driver's, on CLOCK_MONOTONIC (`V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC`).
    case monotonic
    /// Taken on CLOCK_MONOTONIC when the frame reached this process, because the driver's can't be trusted.
    case arrival
    /// Computed from the position in a file or scene and its rate; starts at 0.
    case media
  }

  /// Nanoseconds on `clock`.
  public var nanoseconds: Int64
  /// The clock that `nanoseconds` counts on.
  public var clock: Clock

  /// Makes a time from a clock's reading in nanoseconds.
  public init(nanoseconds: Int64, clock: Clock) {
    self.nanoseconds = nanoseconds
    self.clock = clock
  }
}

/// The state of a running source.
public enum FeedStatus: String, Sendable {
  /// Not delivering yet.
  case connecting
  /// Delivering.
  case live
  /// It went away; the feed is looking for it.
  case lost
  /// It delivered all it had, or was stopped.
  case ended
  /// It can't continue: see ``CameraFeed/failure``.
  case failed
}

/// A feed's counts so far.
public struct FeedCounters: Sendable, Equatable {
  /// Frames received from the source, including bad ones.
  public var received: UInt64 = 0
  /// Frames with a ``FrameSlot/deviceTime``; `nil` for a source that isn't a camera.
  public var timed: UInt64?
  /// Frames lost by the source itself, according to jumps in its sequence numbers.
  public var gaps: UInt64 = 0
  /// Those ``gaps`` after the last delivered frame: no frame's ``FrameSlot/gap`` includes them.
  public var lostAtEnd: UInt64 = 0
  /// Frames discarded because the driver flagged an error, or they were empty, too large or in a buffer the driver didn't hold;
  /// for a file, unusable frames.
  public var bad: UInt64 = 0
  /// Times the source was reopened.
  public var reconnects: UInt64 = 0
  /// Times no frame came before the deadline.
  public var timeouts: UInt64 = 0

  /// Makes counters that are all 0.
  public init() {}
}

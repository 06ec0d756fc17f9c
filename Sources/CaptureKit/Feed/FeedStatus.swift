/// The state of a running source.
public enum FeedStatus: String, Sendable {
  /// Not delivering yet.
  case connecting
  /// Delivering.
  case live
  /// It went away; the feed looks for it.
  case lost
  /// It delivered all it had, or was stopped.
  case ended
  /// It can't go on: see ``CameraFeed/failure``.
  case failed
}

/// What a feed has counted so far.
public struct FeedCounters: Sendable, Equatable {
  /// Frames received from the source, bad ones included.
  public var received: UInt64 = 0
  /// Frames that the source itself lost, by jumps in its sequence numbers.
  public var gaps: UInt64 = 0
  /// Those of ``gaps`` lost after the last delivered frame: no frame's ``FrameSlot/gap`` includes them.
  public var lostAtEnd: UInt64 = 0
  /// Frames thrown away because the driver flagged an error, or they were empty, too large or in a buffer not the driver's; of a file
  /// those that can't be used.
  public var bad: UInt64 = 0
  /// Times the source was reopened.
  public var reconnects: UInt64 = 0
  /// Times no frame came before the deadline.
  public var timeouts: UInt64 = 0

  /// Makes counters that are all 0.
  public init() {}
}

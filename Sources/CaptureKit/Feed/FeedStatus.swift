/// How a running source is doing.
public enum FeedStatus: String, Sendable {
  /// Not delivering yet.
  case connecting
  /// Delivering.
  case live
  /// It was there and went away; the feed looks for it.
  case lost
  /// It delivered all it had, or was stopped.
  case ended
  /// It can't go on: see ``CameraFeed/failure``.
  case failed
}

/// What a feed saw so far.
public struct FeedCounters: Sendable, Equatable {
  /// Frames received from the source, bad ones included.
  public var received: UInt64 = 0
  /// Frames that the source itself lost, by jumps in its sequence numbers.
  public var gaps: UInt64 = 0
  /// Of these, frames after the last that was delivered: no frame's ``FrameSlot/gap`` has them.
  public var lostAtEnd: UInt64 = 0
  /// Frames thrown away as the driver flagged them in error, or as they were empty.
  public var bad: UInt64 = 0
  /// Times the source was opened again.
  public var reconnects: UInt64 = 0
  /// Times no frame came within the deadline.
  public var timeouts: UInt64 = 0

  public init() {}
}

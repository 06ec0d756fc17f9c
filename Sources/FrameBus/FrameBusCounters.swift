/// What went through a bus so far. Every frame that was offered was either published or refused
/// (``droppedNewest``), and every published one was delivered, gave way (``droppedOldest``) or waits.
public struct FrameBusCounters: Sendable, Equatable {
  /// Frames that a producer put into the ring, dropped later or not.
  public var published: UInt64 = 0
  /// Frames that the consumer took.
  public var delivered: UInt64 = 0
  /// Frames that gave way to newer ones (``OverflowPolicy/dropOldest``).
  public var droppedOldest: UInt64 = 0
  /// Frames refused as the ring was full (``OverflowPolicy/dropNewest``).
  public var droppedNewest: UInt64 = 0

  public init() {}

  /// Frames lost to either policy.
  public var dropped: UInt64 { droppedOldest + droppedNewest }
  /// Frames that wait; in a snapshot taken while both sides run, up to two more than do.
  public var waiting: UInt64 { published - delivered - droppedOldest }
}

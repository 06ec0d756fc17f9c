/// What has gone through a bus so far. Every offered frame was either published or refused
/// (``droppedNewest``); every published frame was delivered, gave way (``droppedOldest``) or waits.
public struct FrameBusCounters: Sendable, Equatable {
  /// Frames that the producer put into the ring, whether dropped later or not.
  public var published: UInt64 = 0
  /// Frames that the consumer took.
  public var delivered: UInt64 = 0
  /// Frames that gave way to newer ones (``OverflowPolicy/dropOldest``).
  public var droppedOldest: UInt64 = 0
  /// Frames refused because the ring was full (``OverflowPolicy/dropNewest``).
  public var droppedNewest: UInt64 = 0

  /// All counters at 0.
  public init() {}

  /// Frames lost under either policy.
  public var dropped: UInt64 { droppedOldest + droppedNewest }
  /// Waiting frames; a snapshot taken while both sides run may count up to two too many.
  public var waiting: UInt64 { published - delivered - droppedOldest }
}

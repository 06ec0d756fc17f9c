/// What went through a bus so far. Every frame that was offered is in exactly one of the first three, or waits.
public struct FrameBusCounters: Sendable, Equatable {
  /// Frames that a producer put into the ring, dropped or not.
  public var published: UInt64 = 0
  /// Frames that the consumer took.
  public var delivered: UInt64 = 0
  /// Frames that gave way to newer ones (``OverflowPolicy/dropOldest``).
  public var droppedOldest: UInt64 = 0
  /// Frames refused as the ring was full (``OverflowPolicy/dropNewest``).
  public var droppedNewest: UInt64 = 0

  public init() {}

  public var dropped: UInt64 { droppedOldest + droppedNewest }
}

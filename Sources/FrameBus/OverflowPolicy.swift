/// What a producer does when the consumer is behind and the ring is full.
public enum OverflowPolicy: String, Sendable, CaseIterable {
  /// The oldest waiting frame gives way to the newest: a live picture stays live. The default for cameras.
  case dropOldest = "drop-oldest"
  /// The new frame is refused: waiting frames are kept in order, as a recorder's queue wants.
  case dropNewest = "drop-newest"
  /// The producer waits until there is room: nothing is lost, but nothing is live. For files.
  case block
}

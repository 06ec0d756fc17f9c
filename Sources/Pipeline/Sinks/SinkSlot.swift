import Compositor

/// A slot in one sink's queue: names the picture that waits there. The picture itself is shared by all sinks.
final class SinkSlot: @unchecked Sendable {
  // SAFETY: one side of the ring uses it at a time.
  var picture: OutputFrame?
}

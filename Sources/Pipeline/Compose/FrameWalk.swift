import CaptureKit
import JPEGCodec

/// The walk of one camera's frame, which another camera's can go beside.
final class FrameWalk: SideTask, @unchecked Sendable {
  // SAFETY: one thread at a time, as SideTask has it.
  private let source: SpliceSource
  /// The frame to walk.
  var slot: FrameSlot?
  /// What came of it.
  private(set) var outcome: SpliceSource.Outcome?

  init(_ source: SpliceSource) { self.source = source }

  func run() {
    outcome = slot.map { slot in slot.withBytes { bytes in source.read(bytes) } }
    slot = nil
  }
}

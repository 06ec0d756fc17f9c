import CaptureKit
import JPEGCodec

/// The walk of one camera's frame, which another camera's can go beside.
package final class FrameWalk: SideTask, @unchecked Sendable {
  // SAFETY: one thread at a time, as SideTask has it.
  private let source: SpliceSource
  /// The frame to walk.
  package var slot: FrameSlot?
  /// What came of it.
  package private(set) var outcome: SpliceSource.Outcome?

  package init(_ source: SpliceSource) { self.source = source }

  package func run() {
    outcome = slot.map { slot in slot.withBytes { bytes in source.read(bytes) } }
    slot = nil
  }
}

import CaptureKit
import PixelTypes

/// One camera's part of one output frame.
package struct CameraInput {
  package var state = CameraState.lost
  /// The frame to show; the previous one again when `state` is `stale`; `nil` when there is none.
  package var slot: FrameSlot?
  /// Whether `slot` has not been shown before.
  package var isNew = false
  /// Frames lost between the camera and this stage: since the start, and since the frame in the last line.
  package var drops = 0
  package var gap = 0
  /// Times the source was reopened so far.
  package var reconnects = 0
  /// Measured over the last frames.
  package var framesPerSecond = 0.0

  package init(
    state: CameraState = CameraState.lost, slot: FrameSlot? = nil, isNew: Bool = false, drops: Int = 0,
    gap: Int = 0, reconnects: Int = 0, framesPerSecond: Double = 0.0
  ) {
    self.state = state
    self.slot = slot
    self.isNew = isNew
    self.drops = drops
    self.gap = gap
    self.reconnects = reconnects
    self.framesPerSecond = framesPerSecond
  }
}

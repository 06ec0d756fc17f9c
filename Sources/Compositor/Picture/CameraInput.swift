import CaptureKit
import PixelTypes

/// One camera's part of one output frame.
package struct CameraInput {
  package var state = CameraState.lost
  /// The frame to show; the previous one again when `state` is `stale`; `nil` when there is none.
  package var slot: FrameSlot?
  /// Whether `slot` has not been shown before.
  package var isNew = false
  /// From the frame that leads the picture to `slot`, in nanoseconds.
  package var skew: Int64?
  /// The camera's number among the job's.
  package var number = 0
  /// Frames lost between the camera and this stage since the start.
  package var drops = 0
  /// The part of these up to `slot`, or up to the last frame.
  package var lost = 0
  /// Times the source was reopened so far.
  package var reconnects = 0
  /// Measured over the last frames.
  package var framesPerSecond = 0.0

  package init(
    state: CameraState = CameraState.lost, slot: FrameSlot? = nil, isNew: Bool = false, number: Int = 0,
    drops: Int = 0, lost: Int = 0, reconnects: Int = 0, framesPerSecond: Double = 0.0
  ) {
    self.state = state
    self.slot = slot
    self.isNew = isNew
    self.number = number
    self.drops = drops
    self.lost = lost
    self.reconnects = reconnects
    self.framesPerSecond = framesPerSecond
  }
}

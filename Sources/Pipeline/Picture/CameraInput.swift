import CaptureKit
import PixelTypes

/// One camera's part of one output frame.
struct CameraInput {
  var state = CameraState.lost
  /// The frame to show; the one before again when ``state`` is `stale`; `nil` when there is none.
  var slot: FrameSlot?
  /// Whether `slot` has not been shown before.
  var isNew = false
  /// Frames lost between the camera and this stage since the start, and since the frame in the last line.
  var drops = 0
  var gap = 0
  /// Times that the source was opened again so far.
  var reconnects = 0
  /// Measured over the last frames.
  var framesPerSecond = 0.0
}

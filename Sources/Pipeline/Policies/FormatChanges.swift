import CaptureKit
import Compositor
import PixelTypes

/// Notices when a camera returns with another format, which makes the recording's description outdated.
///
/// Allocates nothing.
struct FormatChanges {
  private var formats: InlineArray<8, StreamFormat?> = InlineArray(repeating: nil)

  /// A change: the camera's index among the inputs, and its formats before and now.
  struct Change {
    var camera: Int
    var before: StreamFormat
    var now: StreamFormat
  }

  /// Notes the formats of a picture's frames.
  ///
  /// - Returns: the first camera whose pixel format or size differs from its last frame's.
  mutating func change(in inputs: [CameraInput]) -> Change? {
    var change: Change?
    for index in inputs.indices where index < formats.count && inputs[index].isNew {
      guard let now = inputs[index].slot?.format else { continue }
      if let before = formats[index], before.size != now.size || before.pixelFormat != now.pixelFormat,
        change == nil
      {
        change = Change(camera: index, before: before, now: now)
      }
      formats[index] = now
    }
    return change
  }
}

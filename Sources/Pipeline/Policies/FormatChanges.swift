import CaptureKit
import Compositor
import PixelTypes

/// Sees when a camera comes back with another format than it had: what a recording's description says of it is then past.
///
/// Allocates nothing.
struct FormatChanges {
  private var formats: InlineArray<4, StreamFormat?> = InlineArray(repeating: nil)

  /// What changed: a camera's place among the inputs, and its formats before and now.
  struct Change {
    var camera: Int
    var before: StreamFormat
    var now: StreamFormat
  }

  /// Takes over the formats of a picture's frames.
  ///
  /// - Returns: the first camera whose pixel format or size is another than in its last frame.
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

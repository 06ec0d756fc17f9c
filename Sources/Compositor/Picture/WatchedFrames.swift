import CaptureKit

/// Copies of the cameras' frames that a picture was made of, turned and cropped as it shows them, for those who watch a camera
/// itself. Allocates while frames grow.
package final class WatchedFrames {
  private struct Place {
    var camera = ""
    var slot: FrameSlot
    var isComplete = true
    var captured: Int64?
  }

  private var places: [Place] = []
  /// How many there are.
  package private(set) var count = 0

  package init() {}

  /// Forgets the previous picture's.
  package func removeAll() { count = 0 }

  /// Copies a camera's frame.
  ///
  /// - Parameters:
  ///   - camera: its id.
  ///   - isComplete: whether it is a whole picture, though its end marker may be missing.
  package func take(_ slot: FrameSlot, of camera: String, isComplete: Bool) {
    if count == places.count {
      places.append(Place(slot: FrameSlot(capacity: slot.byteCount, format: slot.format)))
    }
    places[count].slot.reserve(slot.byteCount)
    places[count].slot.copy(slot)
    (places[count].camera, places[count].isComplete) = (camera, isComplete)
    places[count].captured = slot.time.clock == .media ? nil : slot.time.nanoseconds
    count += 1
  }

  /// The id of a frame's camera.
  package func camera(_ index: Int) -> String { places[index].camera }

  /// When a frame was taken, in nanoseconds of CLOCK_MONOTONIC; `nil` if nobody knows.
  package func captured(_ index: Int) -> Int64? { places[index].captured }

  /// A frame, and whether it is a whole picture.
  package func frame(_ index: Int) -> (slot: FrameSlot, isComplete: Bool) {
    (places[index].slot, places[index].isComplete)
  }
}

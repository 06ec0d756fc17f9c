import CaptureKit

extension Stage {
  /// Makes a picture and discards it before the first real one. Shaping words, baking glass,
  /// building tables and touching memory take as long as several pictures do.
  ///
  /// The guides' readings stay; the counts don't.
  ///
  /// - Parameters:
  ///   - slots: a frame for each camera of the layout, or `nil` if none came.
  ///   - secondsOfDay: of the first real picture, so the screen doesn't change when it comes.
  ///   - recordingSeconds: likewise.
  /// - Returns: the bytes it would take in a recording; 0 if it couldn't be made.
  @discardableResult
  package func rehearse(_ slots: [FrameSlot?], secondsOfDay: Int, recordingSeconds: Double?) -> Int {
    guard let nanoseconds = slots.lazy.compactMap({ $0 }).first?.time.nanoseconds else { return 0 }
    let inputs = slots.map { CameraInput(state: $0 == nil ? .lost : .live, slot: $0, isNew: $0 != nil) }
    let drawing = draw(FrameSet(inputs, nanoseconds: nanoseconds))
    // A failed rehearsal costs nothing; the first real picture reports the reason.
    let output = OutputFrame(capacity: largestOutput)
    try? finish(drawing, secondsOfDay: secondsOfDay, recordingSeconds: recordingSeconds, into: output)
    for camera in cameras { camera.forgetCounts() }
    return output.recordedBytes
  }
}

import CaptureKit

extension Stage {
  /// Makes a picture that nobody gets, while nobody waits for one: words are shaped, glass is baked, tables are built
  /// and memory is touched, all of which takes several pictures' time.
  ///
  /// What the guides saw stays with them; what is counted doesn't.
  ///
  /// - Parameters:
  ///   - slots: for each camera of the layout a frame, or `nil` where none came.
  ///   - secondsOfDay: of the first picture to come, so that nothing on the screen moves when it does.
  ///   - recordingSeconds: likewise.
  package func rehearse(_ slots: [FrameSlot?], secondsOfDay: Int, recordingSeconds: Double?) {
    guard let nanoseconds = slots.lazy.compactMap({ $0 }).first?.time.nanoseconds else { return }
    let inputs = slots.map { CameraInput(state: $0 == nil ? .lost : .live, slot: $0, isNew: $0 != nil) }
    draw(inputs, nanoseconds: nanoseconds)
    // A picture that can't be made is no loss here, and the next says why.
    try? finish(
      inputs, secondsOfDay: secondsOfDay, recordingSeconds: recordingSeconds, skew: nil,
      into: OutputFrame(capacity: largestOutput))
    composer.forgetCounts()
    for camera in cameras { camera.forgetCounts() }
  }
}

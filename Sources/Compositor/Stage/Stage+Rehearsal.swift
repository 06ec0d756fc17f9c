import CaptureKit

extension Stage {
  /// Makes a picture and discards it before the first real one. Shaping words, baking glass,
  /// building tables and touching memory take as long as several pictures do.
  ///
  /// The guides' readings stay; the counts don't.
  ///
  /// - Parameters:
  ///   - slots: a frame for each camera of the layout, or `nil` if none came.
  ///   - adjust: sets what the screen shows as in the first real picture, so that it doesn't change when that comes.
  /// - Returns: the bytes it would take in a recording; 0 if it couldn't be made.
  @discardableResult
  package func rehearse(_ slots: [FrameSlot?], _ adjust: (inout Moment) -> Void = { _ in }) -> Int {
    guard let nanoseconds = slots.lazy.compactMap({ $0 }).first?.time.nanoseconds else { return 0 }
    let inputs = slots.map { CameraInput(state: $0 == nil ? .lost : .live, slot: $0, isNew: $0 != nil) }
    var moment = Moment(inputs, nanoseconds: nanoseconds)
    adjust(&moment)
    let drawing = draw(moment)
    // A failed rehearsal costs nothing; the first real picture reports the reason.
    let picture = Picture(capacity: largestOutput)
    try? finish(drawing, into: picture)
    for camera in cameras { camera.forgetCounts() }
    return picture.recordedBytes
  }
}

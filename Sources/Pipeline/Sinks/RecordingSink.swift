import Synchronization

/// Records pictures into a folder.
final class RecordingSink: FrameSink, @unchecked Sendable {
  // SAFETY: the sink thread uses the writer until it has been joined, the job's thread before and afterwards.
  let writer: RecordingWriter
  private let screens: ScreenLog?
  private let budgetBytes: Int?
  private let full = Atomic<Bool>(false)

  /// - Parameter screens: where pictures that tell of their screen have it written.
  init(writer: RecordingWriter, screens: ScreenLog? = nil, budgetBytes: Int?) {
    self.writer = writer
    self.screens = screens
    self.budgetBytes = budgetBytes
  }

  /// Whether a picture would have exceeded the budget: the recording is complete.
  var isFull: Bool { full.load(ordering: .relaxed) }

  func write(_ frame: OutputFrame) throws(PipelineError) {
    if isFull || !frame.isRecorded { return }
    if let budgetBytes, writer.bytes + frame.byteCount > budgetBytes {
      full.store(true, ordering: .relaxed)
      return
    }
    let index = try writer.write(frame)
    if let screens, !frame.screen.isEmpty { try screens.write(index: index, screen: frame.screen) }
  }
}

/// Records pictures into a folder.
final class RecordingSink: FrameSink, @unchecked Sendable {
  // SAFETY: the sink thread uses it until it has been joined, the job's thread before and afterwards.
  let writer: RecordingWriter
  private let budgetBytes: Int?
  /// Whether the next picture would exceed the budget: the recording is complete.
  private(set) var isFull = false

  init(writer: RecordingWriter, budgetBytes: Int?) {
    self.writer = writer
    self.budgetBytes = budgetBytes
  }

  func write(_ frame: OutputFrame) throws(PipelineError) {
    if let budgetBytes, writer.bytes + frame.byteCount > budgetBytes {
      isFull = true
      return
    }
    _ = try writer.write(frame)
  }
}

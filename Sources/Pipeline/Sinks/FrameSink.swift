/// Somewhere that finished pictures go. Called on the sink thread, one picture at a time.
protocol FrameSink: AnyObject {
  /// Takes a picture.
  ///
  /// - Throws: ``PipelineError`` when this sink can take no more; the job then ends.
  func write(_ frame: OutputFrame) throws(PipelineError)
  /// No picture will follow.
  func finish()
}

extension FrameSink {
  func finish() {}
}

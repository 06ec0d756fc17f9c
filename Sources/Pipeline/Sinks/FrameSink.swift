import Compositor
import HostResources

/// A destination for finished pictures. Called on its own thread, one picture at a time, while
/// other sinks read the same picture.
protocol FrameSink: AnyObject {
  /// Takes a picture.
  ///
  /// - Returns: whether it did; if not, the picture counts as left out.
  /// - Throws: `FileError` when this sink can take no more and ends.
  func write(_ frame: OutputFrame) throws(FileError) -> Bool

  /// No more pictures will follow.
  ///
  /// - Throws: `FileError` when what was written can't be completed.
  func finish() throws(FileError)
}

extension FrameSink {
  func finish() {}
}

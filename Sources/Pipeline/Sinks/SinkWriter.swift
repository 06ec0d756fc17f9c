import HostResources
import Recordings

/// Writes the pictures of one sink. Called on the sink's own thread, one picture at a time, while others read the same picture.
protocol SinkWriter: AnyObject {
  /// Takes a picture.
  ///
  /// - Returns: when it was there for others, in nanoseconds of CLOCK_MONOTONIC; `nil` if it was left out.
  /// - Throws: `FileError` when this sink can take no more and ends.
  func write(_ issue: Issue) throws(FileError) -> Int64?

  /// No more pictures will follow.
  ///
  /// - Throws: `FileError` when what was written can't be completed.
  func finish() throws(FileError)
}

extension SinkWriter {
  func finish() {}
}

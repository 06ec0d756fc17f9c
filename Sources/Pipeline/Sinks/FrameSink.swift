import Compositor
import HostResources

/// Somewhere that finished pictures go. Called on a thread of its own, one picture at a time; other sinks read the same
/// picture meanwhile.
protocol FrameSink: AnyObject {
  /// Takes a picture.
  ///
  /// - Returns: whether it did; else the picture is counted as left out.
  /// - Throws: ``FileError`` when this sink can take no more: it ends.
  func write(_ frame: OutputFrame) throws(FileError) -> Bool
}

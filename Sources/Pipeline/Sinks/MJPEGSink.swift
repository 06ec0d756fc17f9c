import Compositor
import HostResources
import Recordings

/// Writes pictures one after another to standard output: Motion JPEG as `ffmpeg -f mjpeg -i -` reads it.
final class MJPEGSink: SinkWriter {
  private let output: StandardOutput

  init(_ output: StandardOutput) { self.output = output }

  func write(_ issue: Issue) throws(FileError) -> Int64? {
    try issue.picture.withJPEG { bytes throws(FileError) in try output.write(bytes) }
    return MonotonicClock.now()
  }
}

extension SinkDestination {
  /// Motion JPEG on standard output.
  package static let stream = SinkDestination(nil, "file", .live, place: 1) { MJPEGSink($0.standardOutput) }
}

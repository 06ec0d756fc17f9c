import Compositor
import HostResources

/// Writes pictures one after another to standard output: Motion JPEG as `ffmpeg -f mjpeg -i -` reads it.
final class MJPEGSink: FrameSink {
  private let output: StandardOutput

  init(_ output: StandardOutput) { self.output = output }

  func write(_ frame: OutputFrame) throws(FileError) -> Bool {
    try frame.withJPEG { bytes throws(FileError) in try output.write(bytes) }
    return true
  }
}

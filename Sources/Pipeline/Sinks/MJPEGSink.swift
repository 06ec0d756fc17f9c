import Glibc

/// Writes pictures one after the other to a descriptor: Motion JPEG as `ffmpeg -f mjpeg -i -` reads it.
final class MJPEGSink: FrameSink {
  private let descriptor: Int32

  init(descriptor: Int32) { self.descriptor = descriptor }

  func write(_ frame: OutputFrame) throws(PipelineError) {
    let code = frame.withJPEG { FileDescriptorWriter.write($0, to: descriptor) }
    if code == EPIPE { throw .io(path: "standard output", reason: "its reader has gone") }
    if code != 0 { throw .io(path: "standard output", reason: FileDescriptorWriter.reason(code)) }
  }
}

import Glibc
import HostResources

/// Standard output as a destination for pictures: waits for a slow reader, but not forever once the job is over.
final class StandardOutput: Sendable {
  private let closing: StopFlag
  private let descriptor: Int32
  // How long a reader may be idle after the job ends, in polls of 200 ms.
  private static let patience = 10

  /// - Parameters:
  ///   - closing: set when the job has ended.
  ///   - descriptor: a different descriptor, for tests.
  init(closing: StopFlag, descriptor: Int32 = 1) {
    self.closing = closing
    self.descriptor = descriptor
  }

  /// Writes all bytes.
  ///
  /// - Throws: `FileError.io(path:reason:)` when the reader has left, or takes nothing after the job ends.
  func write(_ bytes: Span<UInt8>) throws(FileError) {
    var done = 0
    var idle = 0
    while done < bytes.count {
      let ready = SystemCall.waitToWrite(descriptor, milliseconds: 200)
      if ready == 0 {
        if closing.isStopped { idle += 1 }
        if idle > Self.patience {
          throw .io(path: SinkDestination.standardOutput, reason: "its reader isn't reading")
        }
        continue
      }
      idle = 0
      // The other end of a pipe is closed: poll(2).
      if ready & Int16(POLLERR) != 0 {
        throw .io(path: SinkDestination.standardOutput, reason: "its reader has gone")
      }
      // A pipe that polls as writable takes at least PIPE_BUF bytes without blocking.
      let count = min(4096, bytes.count - done)
      let code = SystemCall.write(bytes.extracting(done..<(done + count)), to: descriptor)
      if code == EPIPE { throw .io(path: SinkDestination.standardOutput, reason: "its reader has gone") }
      if code != 0 { throw .io(path: SinkDestination.standardOutput, reason: SystemCall.text(code)) }
      done += count
    }
  }
}

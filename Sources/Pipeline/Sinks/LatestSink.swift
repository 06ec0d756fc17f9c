import Glibc

/// Keeps the newest picture under one name: each is written beside it and renamed, so that a reader always finds
/// a whole file.
final class LatestSink: FrameSink {
  private let path: String
  // C strings made once.
  private let target: [CChar]
  private let temporary: [CChar]

  /// - Throws: ``PipelineError/cannotCreate(path:reason:)`` where something else than a file bears the name: a
  ///   rename would put a picture in a device's place.
  init(path: String) throws(PipelineError) {
    self.path = path
    target = Array(path.utf8CString)
    temporary = Array((path + ".dualcam-tmp").utf8CString)
    var status = stat()
    // SAFETY: writes to `status` only; the string lives through the call.
    if unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG,
      status.st_mode & S_IFMT != S_IFLNK
    {
      throw .cannotCreate(path: path, reason: "it is there and is no file")
    }
  }

  func write(_ frame: OutputFrame) throws(PipelineError) {
    // SAFETY: both arrays are C strings and outlive the calls.
    let descriptor = unsafe temporary.withUnsafeBufferPointer {
      unsafe open($0.baseAddress!, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644)
    }
    if descriptor < 0 { throw .cannotCreate(path: path, reason: FileDescriptorWriter.reason(errno)) }
    var code = frame.withJPEG { FileDescriptorWriter.write($0, to: descriptor) }
    if close(descriptor) != 0 && code == 0 { code = errno }
    if code == 0 {
      let renamed = unsafe temporary.withUnsafeBufferPointer { from in
        unsafe target.withUnsafeBufferPointer { to in unsafe rename(from.baseAddress!, to.baseAddress!) }
      }
      if renamed != 0 { code = errno }
    }
    if code != 0 {
      _ = unsafe temporary.withUnsafeBufferPointer { unsafe unlink($0.baseAddress!) }
      throw code == ENOSPC || code == EDQUOT || code == EROFS
        ? .cannotCreate(path: path, reason: FileDescriptorWriter.reason(code))
        : .io(path: path, reason: FileDescriptorWriter.reason(code))
    }
  }
}

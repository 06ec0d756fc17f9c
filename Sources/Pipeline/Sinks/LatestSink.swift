import Compositor
import Glibc
import HostResources

/// Keeps the newest picture under one name: each is written beside it and renamed, so that a reader always finds
/// a whole file.
final class LatestSink: FrameSink {
  private let path: String
  // C strings made once.
  private let target: [CChar]
  private var temporary: [CChar]

  /// - Throws: ``FileError/cannotCreate(path:reason:)`` where something else than a file bears the name, as a rename
  ///   would put a picture in a device's place, or where no file can be made.
  init(path: String) throws(FileError) {
    self.path = path
    target = Array(path.utf8CString)
    temporary = Array((path + TemporaryName.usual).utf8CString)
    try TargetPath.check(path)
    let descriptor = openNew()
    if descriptor < 0 { throw .cannotCreate(path: path, reason: FileDescriptorWriter.reason(-descriptor)) }
    close(descriptor)
    removeTemporary()
  }

  private func removeTemporary() {
    // SAFETY: the array is a C string and outlives the call.
    _ = unsafe temporary.withUnsafeBufferPointer { unsafe unlink($0.baseAddress!) }
  }

  /// The file beside, which must be new: in a folder like `/tmp` somebody else's file or link may bear the name. Negative:
  /// an errno.
  private func openNew() -> Int32 {
    var descriptor = openTemporary()
    if descriptor == -EEXIST {
      // What a killed run left, or a stranger's: either way it goes.
      removeTemporary()
      descriptor = openTemporary()
    }
    if descriptor == -EEXIST {
      // A folder, or what only its owner may remove: then another name, which nobody can have guessed.
      temporary = Array((path + TemporaryName.suffix()).utf8CString)
      descriptor = openTemporary()
    }
    return descriptor
  }

  private func openTemporary() -> Int32 {
    // SAFETY: the array is a C string and outlives the call.
    unsafe temporary.withUnsafeBufferPointer { name in
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
      let descriptor = unsafe open(name.baseAddress!, flags, 0o644)
      return descriptor >= 0 ? descriptor : -errno
    }
  }

  @discardableResult
  func write(_ frame: OutputFrame) throws(FileError) -> Bool {
    let descriptor = openNew()
    if descriptor < 0 { throw .cannotCreate(path: path, reason: FileDescriptorWriter.reason(-descriptor)) }
    var code = frame.withJPEG { FileDescriptorWriter.write($0, to: descriptor) }
    if close(descriptor) != 0 && code == 0 { code = errno }
    if code == 0 {
      // SAFETY: both arrays are C strings and outlive the calls.
      let renamed = unsafe temporary.withUnsafeBufferPointer { from in
        unsafe target.withUnsafeBufferPointer { to in unsafe rename(from.baseAddress!, to.baseAddress!) }
      }
      if renamed != 0 { code = errno }
    }
    if code != 0 {
      removeTemporary()
      throw FolderHandle.error(code, path: path, isCreating: false)
    }
    return true
  }
}

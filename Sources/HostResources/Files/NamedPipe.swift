import Glibc

/// The writing end of a named pipe, which stays open while readers come and go: fifo(7).
///
/// Never waits for a reader: the kernel keeps 64 KiB until one comes.
package final class NamedPipe {
  private let descriptor: Int32

  /// Creates the pipe if missing (mode 0600), and opens it.
  ///
  /// - Throws: ``FileError/cannotCreate(path:reason:)``, also when something else has its name.
  package init(_ path: String) throws(FileError) {
    // SAFETY: the string lives through the calls; `status` is written to only.
    let made = unsafe mkfifo(path, 0o600) == 0 ? 0 : errno
    guard made == 0 || made == EEXIST else { throw FolderHandle.error(made, path: path, isCreating: true) }
    // What exists already must be a pipe: opening a device may have side effects.
    var status = stat()
    guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else {
      throw .cannotCreate(path: path, reason: "it exists and isn't a pipe; use another name, or remove it")
    }
    // For both directions: otherwise it couldn't be opened without a reader.
    descriptor = unsafe open(path, O_RDWR | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
    let code = errno
    guard descriptor >= 0 else { throw FolderHandle.error(code, path: path, isCreating: true) }
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else {
      close(descriptor)
      throw .cannotCreate(path: path, reason: "it exists and isn't a pipe; use another name, or remove it")
    }
  }

  deinit { close(descriptor) }

  /// Writes bytes completely or not at all; up to 4096 at a time (pipe(7)).
  ///
  /// - Returns: whether there was room for them.
  package func write(_ bytes: Span<UInt8>) -> Bool {
    // SAFETY: the buffer is valid for its count.
    unsafe bytes.withUnsafeBufferPointer { room in
      SystemCall.result { unsafe Glibc.write(descriptor, room.baseAddress, room.count) } == room.count
    }
  }
}

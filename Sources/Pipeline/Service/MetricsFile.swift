import Foundation
import Glibc
import HostResources

/// A file of figures that is always whole: written under another name beside it and renamed, without waiting for the
/// disk.
///
/// The folder is held open, so that it is the same one for the whole run.
final class MetricsFile: Sendable {
  private let folder: Int32
  private let name: String
  private let temporary: String

  /// - Throws: ``FileError/cannotCreate(path:reason:)`` where the folder can't be opened, or something that is no
  ///   file bears the name.
  init(_ path: String) throws(FileError) {
    let url = URL(filePath: path)
    name = url.lastPathComponent
    temporary = ".\(name).tmp"
    let parent = url.deletingLastPathComponent().path
    // SAFETY: the string lives through the call.
    folder = unsafe open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else {
      throw .cannotCreate(path: path, reason: "\(parent): \(FileDescriptorWriter.reason(errno))")
    }
    var status = stat()
    // SAFETY: writes to `status` only; the string lives through the call.
    let isThere = unsafe fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0
    if isThere, status.st_mode & S_IFMT != S_IFREG {
      close(folder)
      throw .cannotCreate(path: path, reason: "it is there and is no file")
    }
  }

  deinit { close(folder) }

  /// - Returns: 0, or an errno; the file is as before then.
  func write(_ text: String) -> Int32 {
    let bytes = Array(text.utf8)
    // What a killed run left.
    // SAFETY: the strings live through the calls, here and below.
    unsafe unlinkat(folder, temporary, 0)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    var temporary = temporary
    var file = unsafe openat(folder, temporary, flags, 0o644)
    if file < 0, errno == EEXIST {
      // It couldn't be removed.
      temporary = "." + name + TemporaryName.suffix()
      file = unsafe openat(folder, temporary, flags, 0o644)
    }
    guard file >= 0 else { return errno }
    var code = FileDescriptorWriter.write(bytes.span, to: file)
    if close(file) != 0 && code == 0 { code = errno }
    if code == 0, unsafe renameat(folder, temporary, folder, name) != 0 { code = errno }
    if code != 0 { unsafe unlinkat(folder, temporary, 0) }
    return code
  }
}

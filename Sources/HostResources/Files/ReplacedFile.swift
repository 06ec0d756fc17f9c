import Foundation
import Glibc

/// A file that is always complete, such as one of metrics: written under a temporary name beside it and renamed, without waiting
/// for the disk.
///
/// The folder is held open, so it stays the same one for the whole run.
package final class ReplacedFile: Sendable {
  private let folder: Int32
  private let name: String
  private let temporary: String

  /// - Throws: ``FileError/cannotCreate(path:reason:)`` when the folder can't be opened, or when something other than
  ///   a file has the name.
  package init(_ path: String) throws(FileError) {
    let url = URL(filePath: path)
    name = url.lastPathComponent
    temporary = ".\(name).tmp"
    let parent = url.deletingLastPathComponent().path
    // SAFETY: the string lives through the call.
    folder = unsafe open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else {
      throw .cannotCreate(path: path, reason: "\(parent): \(SystemCall.text(errno))")
    }
    var status = stat()
    // SAFETY: writes to `status` only; the string lives through the call.
    let isThere = unsafe fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0
    if isThere, status.st_mode & S_IFMT != S_IFREG {
      close(folder)
      throw .cannotCreate(path: path, reason: "it exists and isn't a file")
    }
  }

  deinit { close(folder) }

  /// - Returns: 0, or an errno, in which case the file is unchanged.
  package func write(_ text: String) -> Int32 {
    var replacement = Replacement(in: folder, name: name, temporary: temporary, prefix: "." + name)
    let file = replacement.open()
    guard file >= 0 else { return -file }
    return replacement.finish(file, after: SystemCall.write(Array(text.utf8).span, to: file))
  }
}

import Foundation
import Glibc

/// Writes files that appear only once complete.
public enum WholeFile {
  /// Writes under a temporary name, then renames, replacing any file of that name.
  ///
  /// - Throws: ``FileError``, with the old file untouched.
  public static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    try TargetPath.check(path)
    let url = URL(filePath: path)
    let folder: FolderHandle
    do throws(FileError) {
      folder = try FolderHandle(url.deletingLastPathComponent().path)
    } catch .io(let place, let reason) {
      throw .cannotCreate(path: path, reason: "\(place): \(reason)")
    }
    try folder.replace(url.lastPathComponent, with: bytes)
  }

  /// Creates a file that doesn't exist.
  ///
  /// - Parameter isPrivate: whether only its owner may read it.
  /// - Throws: ``FileError/cannotCreate(path:reason:)``, also if anything has the name.
  package static func create(_ path: String, _ text: String, isPrivate: Bool) throws(FileError) {
    // SAFETY: the string lives through the call.
    let file = unsafe path.withName { name in
      unsafe open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, isPrivate ? 0o600 : 0o644)
    }
    guard file >= 0 else {
      let reason =
        errno == EEXIST
        ? "it exists, and nothing is overwritten; choose another name" : SystemCall.text(errno)
      throw .cannotCreate(path: path, reason: reason)
    }
    var code = SystemCall.write(Array(text.utf8).span, to: file)
    if code == 0 { code = SystemCall.code { fsync(file) } }
    let closed = SystemCall.close(file)
    if code == 0 { code = closed }
    guard code != 0 else { return }
    // SAFETY: the string lives through the call.
    _ = unsafe path.withName { unsafe unlink($0) }
    throw .cannotCreate(path: path, reason: SystemCall.text(code))
  }
}

import Foundation

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
}

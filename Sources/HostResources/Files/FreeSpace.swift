import Foundation
import Glibc

/// Free space on a file system.
public enum FreeSpace {
  /// Bytes that this user can still write at a folder that exists or will be created; `nil` if unknown.
  public static func bytes(at path: String) -> Int? {
    guard let status = status(at: path) else { return nil }
    let (bytes, isTooMuch) = Int(clamping: status.f_bavail).multipliedReportingOverflow(
      by: Int(clamping: status.f_frsize))
    return isTooMuch ? .max : bytes
  }

  /// Whether no further file can be created there, however small. File systems that don't count files have 0 of 0 left.
  static func lacksInodes(at path: String) -> Bool {
    status(at: path).map { $0.f_favail == 0 && $0.f_files > 0 } ?? false
  }

  private static func status(at path: String) -> statvfs? {
    guard let folder = existing(path) else { return nil }
    var status = statvfs()
    // SAFETY: the string lives through the call, which writes to `status` only.
    return unsafe statvfs(folder, &status) == 0 ? status : nil
  }

  /// The folder itself if it exists, else its nearest existing parent; `nil` if that isn't a folder.
  package static func existing(_ path: String) -> String? {
    var url = URL(fileURLWithPath: path).standardizedFileURL
    while true {
      var isFolder: ObjCBool = false
      // SAFETY: writes to `isFolder` only.
      if unsafe FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) {
        return isFolder.boolValue ? url.path : nil
      }
      let around = url.deletingLastPathComponent()
      if around.path == url.path { return nil }
      url = around
    }
  }
}

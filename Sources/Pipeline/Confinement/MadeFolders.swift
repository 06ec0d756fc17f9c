import Glibc
import HostResources

/// Folders created before it is known whether they will be needed.
struct MadeFolders {
  private var made: [String] = []

  /// Creates missing folders, including their parents.
  ///
  /// - Throws: `FileError.cannotCreate(path:reason:)`.
  init(_ folders: [String]) throws(FileError) {
    for folder in folders {
      // The missing ones, from the innermost outwards.
      // SAFETY: the string lives through the call.
      var missing: [String] = []
      var path = folder
      while !path.isEmpty, unsafe path.withName({ unsafe access($0, F_OK) }) != 0, errno == ENOENT {
        missing.append(path)
        let parent = PathRules.folder(of: path)
        if parent == path || parent == "." { break }
        path = parent
      }
      _ = try FolderHandle.creating(folder)
      made += missing.reversed()
    }
  }

  /// The folders from which created ones may have to be removed.
  var parents: Set<String> { Set(made.map(PathRules.folder(of:))) }

  /// Removes the created folders that are empty.
  func removeEmpty() {
    // SAFETY: the strings live through the calls.
    for folder in made.reversed() { unsafe folder.withName { _ = unsafe rmdir($0) } }
  }
}

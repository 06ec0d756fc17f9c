import HostResources

/// The pictures that are kept, read anew when somebody changed that.
package struct KeptWatch {
  package private(set) var kept: Set<Int> = []
  private var version: FileVersion?
  private static let name = FileName(RecordingFolder.kept)

  /// - Returns: whether a picture that was kept is so no longer.
  /// - Throws: ``FileError/unfit(path:reason:)``, ``FileError/io(path:reason:)``.
  package mutating func update(_ folder: FolderHandle) throws(FileError) -> Bool {
    let now = folder.version(Self.name)
    guard now != version else { return false }
    let before = kept
    kept = try KeptFrames.read(folder).kept
    version = now
    return !before.isSubset(of: kept)
  }
}

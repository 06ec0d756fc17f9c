import HostResources

/// The kept pictures, reread whenever the file changes.
package struct KeptFramesReader {
  package private(set) var kept: Set<Int> = []
  private var version: FileVersion?
  private static let name = FileName(FrameList.kept.file)

  /// Rereads the file if it changed.
  ///
  /// - Returns: whether any picture is no longer kept.
  /// - Throws: `FileError.unfit(path:reason:)`, `FileError.io(path:reason:)`.
  package mutating func update(_ folder: FolderHandle) throws(FileError) -> Bool {
    let now = folder.version(Self.name)
    guard now != version else { return false }
    let before = kept
    kept = try FrameList.kept.read(folder)
    version = now
    return !before.isSubset(of: kept)
  }
}

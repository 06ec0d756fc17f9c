import HostResources

/// The kept pictures, read again whenever the file changes.
package struct KeptFramesReader {
  package private(set) var kept: Set<Int> = []
  private var version: FileVersion?
  private static let name = FileName(FrameList.kept.file)

  /// Reads the file again if it changed.
  ///
  /// - Returns: whether a kept picture is kept no longer.
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

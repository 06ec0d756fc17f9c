import HostResources

/// Which pictures a recording's folder has: asks for each of a few, and reads the folder once for many.
package struct PictureNames: Sendable {
  private let indices: FrameNumbers?

  /// Asking for more pictures than this takes longer than reading a folder.
  private static let few = 2048

  /// - Parameter count: how many pictures will be asked for.
  package init(_ folder: FolderHandle, toAsk count: Int) throws(FileError) {
    guard count > Self.few else {
      indices = nil
      return
    }
    var found = FrameNumbers()
    try folder.forEachName { name, isRegular in
      guard let index = FileName.frameIndex(of: name) else { return }
      guard isRegular ?? (folder.status(FileName(FileName.frame(index))) != nil) else { return }
      found.insert(index)
    }
    indices = found
  }

  /// Whether a frame's picture is there.
  ///
  /// - Parameter otherFile: its name, unless it has the one that belongs to the index.
  package func contains(_ index: Int, _ otherFile: String?, _ folder: FolderHandle) -> Bool {
    if otherFile == nil, let indices { return indices.contains(index) }
    return folder.status(FileName(otherFile ?? FileName.frame(index))) != nil
  }

  /// Whether an entry's picture is there.
  package func contains(_ entry: RecordingIndex.Entry, _ folder: FolderHandle) -> Bool {
    contains(entry.index, entry.otherFile, folder)
  }
}

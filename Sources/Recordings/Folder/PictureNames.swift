import HostResources

/// Which pictures a recording's folder has: looks up a few one by one, but reads the folder once for many.
package struct PictureNames: Sendable {
  private let indices: FrameNumbers?

  /// Looking up more pictures than this takes longer than reading a folder.
  private static let few = 2048

  /// - Parameter count: how many pictures will be looked up.
  package init(_ folder: FolderHandle, toAsk count: Int) throws(FileError) {
    guard count > Self.few else {
      indices = nil
      return
    }
    var found = FrameNumbers()
    try folder.forEachName { name, isRegular in
      guard let index = FileName.frameIndex(of: name) else { return }
      guard isRegular ?? (folder.status(FileName(frame: index)) != nil) else { return }
      found.insert(index)
    }
    indices = found
  }

  /// Whether a frame's picture exists.
  ///
  /// - Parameter otherFile: its name, if it isn't the one derived from the index.
  package func contains(_ index: Int, _ otherFile: String?, _ folder: FolderHandle) -> Bool {
    if otherFile == nil, let indices { return indices.contains(index) }
    return folder.status(otherFile.map { FileName($0) } ?? FileName(frame: index)) != nil
  }

  /// Whether an entry's picture exists.
  package func contains(_ entry: RecordingIndex.Entry, _ folder: FolderHandle) -> Bool {
    contains(entry.index, entry.otherFile, folder)
  }
}

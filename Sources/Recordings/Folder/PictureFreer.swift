import HostResources

/// Frees the pictures of one recording, oldest by index first, never a kept one.
///
/// `freed.json` is updated before a picture is removed; the picture's line stays. The list of kept pictures is read under the
/// lock that keeping takes, so no picture is kept and freed at the same time.
package final class PictureFreer {
  package let folder: FolderHandle
  private let file: FreedMarkFile
  private var cursor: ManifestCursor
  private var kept = KeptFramesReader()
  private var name = FileName()
  // Of the files of each picture in `sources`; none without that folder.
  private var endings: [String] = []
  // How far a mark runs ahead of the pictures freed: each mark costs a synchronization if it must be on
  // the disk before its pictures are removed.
  private let ahead: Int
  // What earlier runs freed, and what this run has freed.
  private let earlier: FreedMark
  private var freed = 0
  private var highest = -1
  /// Signs that a picture is freed.
  var sign: ((_ index: Int) throws(FileError) -> Void)?

  /// - Throws: `FileError.unfit(path:reason:)` when the mark can't be parsed; otherwise as for writing.
  package init(_ folder: FolderHandle, durability: Durability) throws(FileError) {
    self.folder = folder
    file = try FreedMarkFile(folder, isDurable: durability != .none)
    cursor = try ManifestCursor(folder)
    ahead = durability == .none ? 0 : 31
    earlier = file.mark
    noteCameras()
  }

  /// Looks which cameras the recording names by now.
  package func noteCameras() {
    endings =
      folder.hasFolder(FileName(RecordingFolder.sources)) ? SourceFileWriter.endings(in: folder) : []
  }

  /// Frees pictures until `bytes` bytes are freed or nothing more may be.
  ///
  /// - Returns: the number of pictures and bytes freed.
  package func free(atLeast bytes: Int) throws(FileError) -> (pictures: Int, bytes: Int) {
    try folder.lockLists()
    defer { folder.unlockLists() }
    // Some pictures are no longer kept: those the cursor has passed may be freed now.
    if try kept.update(folder) { cursor.restart() }
    var sum = (pictures: 0, bytes: 0)
    while sum.bytes < bytes, let index = cursor.next() {
      if kept.kept.contains(index) { continue }
      name.setFrame(index)
      guard let status = folder.status(name) else { continue }
      do throws(FileError) {
        try mark(index)
        try sign?(index)
        NamedPictures.free(name, from: folder)
        try folder.check(folder.remove(name), name.text)
      } catch {
        // It is still the oldest.
        cursor.restart()
        throw error
      }
      sum.pictures += 1
      sum.bytes += status.bytes
      freed += 1
      sum.bytes += SourceFileWriter.free(index, endings, from: folder)
      sum.bytes += PhotoFiles.free(index, from: folder)
    }
    return sum
  }

  /// Records exactly what was freed, since marks run ahead.
  package func finish() throws(FileError) {
    guard freed > 0 else { return }
    let exact = FreedMark(
      before: max(earlier.before, highest + 1), pictures: earlier.pictures + freed)
    if exact != file.mark { try file.write(exact) }
  }

  private func mark(_ index: Int) throws(FileError) {
    let count = earlier.pictures + freed + 1
    highest = max(highest, index)
    if index < file.mark.before && count <= file.mark.pictures { return }
    let next = FreedMark(before: max(file.mark.before, index + 1 + ahead), pictures: count + ahead)
    try file.write(next)
  }
}

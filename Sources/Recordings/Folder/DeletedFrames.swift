import HostResources

/// Deletes pictures of a recording, even while it runs.
///
/// A running recording's manifest only grows, so `deleted.json` lists the deleted frames until the holder of the recording's
/// lock (the run itself when it ends, or the next run) marks their lines with `"deleted":true`. For a long manifest the list
/// stays: a gigabyte isn't rewritten for a few pictures. The list is written before a picture is removed, so a listed picture
/// that still exists is one whose deletion was interrupted.
package enum DeletedFrames {
  /// Deletes pictures and the cameras' own frames, except kept ones. Needs disk space only for the list.
  ///
  /// - Parameters:
  ///   - indices: of frames that have lines.
  ///   - folder: the recording's folder, with its lists locked by the caller.
  /// - Returns: the frames deleted, the bytes freed, and the frames skipped because they are kept.
  package static func delete(
    _ indices: [Int], from folder: FolderHandle
  ) throws(FileError) -> (frames: [Int], bytes: Int, kept: [Int]) {
    let kept = try FrameList.kept.read(folder)
    let doomed = indices.filter { !kept.contains($0) }
    let before = try FrameList.deleted.read(folder)
    if !before.isSuperset(of: doomed) { try FrameList.deleted.write(before.union(doomed), to: folder) }
    var bytes = 0
    var frames: [Int] = []
    let endings = SourceFileWriter.endings(in: folder)
    for index in doomed where try remove(index, endings, from: folder, &bytes) || !before.contains(index) {
      frames.append(index)
    }
    return (frames, bytes, indices.filter(kept.contains))
  }

  /// Size in bytes of the longest manifest that is rewritten.
  package static let mostRewritten = 64 << 20

  /// Marks the lines of deleted frames, in a new manifest that replaces the old one, and removes the list. Completes
  /// interrupted deletions.
  ///
  /// - Parameters:
  ///   - folder: the recording's folder; the caller must hold its lock.
  ///   - most: size in bytes of the longest manifest to rewrite.
  /// - Returns: the deleted frames whose lines aren't marked.
  @discardableResult
  package static func settle(_ folder: FolderHandle, most: Int = mostRewritten) throws(FileError) -> Set<Int>
  {
    let list = FileName(FrameList.deleted.file)
    guard folder.status(list) != nil else { return [] }
    try folder.lockLists()
    defer { folder.unlockLists() }
    let deleted = try FrameList.deleted.read(folder).subtracting(FrameList.kept.read(folder))
    var bytes = 0
    let endings = SourceFileWriter.endings(in: folder)
    for index in deleted { _ = try remove(index, endings, from: folder, &bytes) }
    if !deleted.isEmpty {
      if let bytes = folder.status(FileName(RecordingFolder.manifest))?.bytes, bytes > most { return deleted }
      try mark(deleted, in: folder)
    }
    try folder.check(folder.remove(list), list.text)
    return []
  }

  private static let member = "\"deleted\":true"
  private static let ending = Array("\(member)}".utf8)

  /// Whether a line says that its picture was deleted.
  static func isMarked(_ line: ManifestLines.Line) -> Bool {
    line.bytes.suffix(ending.count).elementsEqual(ending)
  }

  /// Marks the unmarked lines of these frames, if they name their own files.
  private static func mark(_ frames: Set<Int>, in folder: FolderHandle) throws(FileError) {
    try ManifestMarks.add(member, in: folder) { line in
      guard line.isWhole, let index = line.quickIndex ?? ManifestReader.index(of: line) else { return false }
      return frames.contains(index) && !isMarked(line)
    }
  }

  /// Removes a picture and the cameras' own frames, and adds their sizes to `bytes`; returns whether the picture existed.
  private static func remove(
    _ index: Int, _ endings: [String], from folder: FolderHandle, _ bytes: inout Int
  ) throws(FileError) -> Bool {
    let name = FileName(frame: index)
    let status = folder.status(name)
    if let status {
      NamedPictures.free(name, from: folder)
      try folder.check(folder.remove(name), name.text)
      bytes += status.bytes
    }
    bytes += SourceFileWriter.free(index, endings, from: folder)
    bytes += PhotoFiles.free(index, from: folder)
    return status != nil
  }
}

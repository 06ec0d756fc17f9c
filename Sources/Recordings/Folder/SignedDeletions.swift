import HostResources

/// Signs which pictures a recorder found to be deleted or lost: their lines get a mark, which no signature of theirs has.
enum SignedDeletions {
  /// Notes those that the log doesn't have yet.
  ///
  /// - Parameter folder: of the recording, whose lock the caller holds.
  static func note(_ folder: FolderHandle, in log: SignedLog) throws(FileError) {
    var gone = try FrameList.deleted.read(folder)
    if (folder.status(FileName(RecordingFolder.manifest))?.bytes ?? 0) > 0 {
      var lines = try ManifestLines(folder)
      while let line = try lines.next() {
        if line.isWhole, PowerCut.isMarked(line) || DeletedFrames.isMarked(line),
          let index = line.quickIndex ?? ManifestReader.index(of: line)
        {
          gone.insert(index)
        }
      }
    }
    guard !gone.isEmpty else { return }
    gone.subtract(try SignedRecord.deleted(in: folder))
    try log.delete(gone.sorted())
  }
}

import HostResources

/// Reads complete lines of a manifest by offset.
struct LineReader: ~Copyable {
  private var lines: ManifestLines

  /// - Throws: `FileError.io(path:reason:)` when there is no manifest to read.
  init(_ folder: FolderHandle) throws(FileError) { lines = try ManifestLines(folder) }

  /// An entry's line; `nil` if it can't be read or has moved.
  mutating func line(of entry: RecordingIndex.Entry) -> ManifestLine? { line(entry.index, at: entry.offset) }

  /// The line of a frame at a given offset.
  mutating func line(_ index: Int, at offset: Int) -> ManifestLine? {
    lines.seek(to: offset)
    guard let bytes = try? lines.next(), let line = ManifestReader.line(bytes), line.index == index else {
      return nil
    }
    return line
  }
}

import HostResources

/// Reads and writes `session.json`.
package enum SessionFile {
  /// The description in a folder; `nil` when there is no such file.
  ///
  /// - Throws: `FileError.unfit(path:reason:)` when it can't be parsed.
  package static func read(_ folder: FolderHandle) throws(FileError) -> SessionDescription? {
    try folder.decode(SessionDescription.self, from: RecordingFolder.session, limit: 64 << 20)
  }

  /// Replaces the whole file.
  ///
  /// - Returns: its bytes.
  @discardableResult
  package static func write(
    _ session: SessionDescription, to folder: FolderHandle
  ) throws(FileError) -> [UInt8] {
    let bytes = try JSONText.pretty(session, path: folder.path)
    try folder.replace(RecordingFolder.session, with: bytes)
    return bytes
  }
}

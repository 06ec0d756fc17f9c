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
  package static func write(_ session: SessionDescription, to folder: FolderHandle) throws(FileError) {
    try write(text(session, in: folder), to: folder)
  }

  /// The file's bytes for a description.
  static func text(_ session: SessionDescription, in folder: FolderHandle) throws(FileError) -> [UInt8] {
    try JSONText.pretty(session, path: folder.path)
  }

  static func write(_ text: [UInt8], to folder: FolderHandle) throws(FileError) {
    try folder.replace(RecordingFolder.session, with: text)
  }
}

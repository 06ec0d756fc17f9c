import Foundation
import HostResources

/// Reads and writes `session.json`.
package enum SessionFile {
  /// The description in a folder; `nil` when there is no such file.
  ///
  /// - Throws: `FileError.unfit(path:reason:)` when it can't be parsed.
  package static func read(_ folder: FolderHandle) throws(FileError) -> SessionDescription? {
    guard folder.status(FileName(RecordingFolder.session)) != nil else { return nil }
    let bytes = try folder.read(RecordingFolder.session, limit: 64 << 20)
    do { return try JSONDecoder().decode(SessionDescription.self, from: Data(bytes)) } catch {
      throw .unfit(
        path: "\(folder.path)/\(RecordingFolder.session)", reason: JSONText.explain(error))
    }
  }

  /// Replaces the whole file.
  package static func write(_ session: SessionDescription, to folder: FolderHandle) throws(FileError) {
    try folder.replace(RecordingFolder.session, with: JSONText.pretty(session, path: folder.path))
  }
}

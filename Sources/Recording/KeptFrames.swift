import Foundation
import HostResources

/// `kept.json`: the frames that are never deleted.
package struct KeptFrames: Codable, Sendable, Equatable {
  /// Indices of the kept frames.
  package var kept: Set<Int> = []

  private enum CodingKeys: CodingKey { case kept }

  package init() {}

  package init(from decoder: any Decoder) throws {
    kept = Set(try decoder.container(keyedBy: CodingKeys.self).decode([Int].self, forKey: .kept))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(kept.sorted(), forKey: .kept)
  }

  /// Reads the list; empty when there is no such file.
  ///
  /// - Throws: `FileError.unfit(path:reason:)` when it can't be parsed: reading that as "nothing
  ///   is kept" would delete kept frames.
  package static func read(_ folder: FolderHandle) throws(FileError) -> KeptFrames {
    guard folder.status(FileName(RecordingFolder.kept)) != nil else { return KeptFrames() }
    let bytes = try folder.read(RecordingFolder.kept, limit: 64 << 20)
    do { return try JSONDecoder().decode(KeptFrames.self, from: Data(bytes)) } catch {
      throw .unfit(path: "\(folder.path)/\(RecordingFolder.kept)", reason: JSONText.explain(error))
    }
  }

  package func write(to folder: FolderHandle) throws(FileError) {
    try folder.replace(RecordingFolder.kept, with: JSONText.pretty(self, path: folder.path))
  }
}

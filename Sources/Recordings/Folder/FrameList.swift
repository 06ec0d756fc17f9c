import HostResources

/// A list of frames in a small file beside the manifest: `kept.json`, `deleted.json`.
///
/// Hold `FolderHandle.lockLists()` while reading or changing one.
package enum FrameList: String, Sendable {
  /// Frames that are never deleted.
  case kept
  /// Deleted frames whose lines aren't marked yet: see ``DeletedFrames``.
  case deleted

  /// The file's name.
  package var file: String { rawValue + ".json" }

  /// Reads the frames' indices; empty when there is no such file.
  ///
  /// - Throws: `FileError.unfit(path:reason:)` when it can't be parsed: treating that as "nothing
  ///   is kept" would delete kept frames.
  package func read(_ folder: FolderHandle) throws(FileError) -> Set<Int> {
    guard let lists = try folder.decode(Lists.self, from: file, limit: 64 << 20) else { return [] }
    guard let frames = self == .kept ? lists.kept : lists.deleted else {
      throw .unfit(path: "\(folder.path)/\(file)", reason: "“\(rawValue)” is missing")
    }
    return Set(frames.lazy.map(\.value))
  }

  /// Replaces the file.
  package func write(_ frames: Set<Int>, to folder: FolderHandle) throws(FileError) {
    try folder.replace(file, with: JSONText.pretty([rawValue: frames.sorted()], path: folder.path))
  }

  private struct Lists: Decodable {
    var kept: [Bounded<PictureNumber>]?
    var deleted: [Bounded<PictureNumber>]?
  }
}

/// The kept pictures, reread whenever the file changes.
package struct KeptFramesReader {
  package private(set) var kept: Set<Int> = []
  private var version: FileVersion?
  private static let name = FileName(FrameList.kept.file)

  /// Rereads the file if it changed.
  ///
  /// - Returns: whether any picture is no longer kept.
  /// - Throws: `FileError.unfit(path:reason:)`, `FileError.io(path:reason:)`.
  package mutating func update(_ folder: FolderHandle) throws(FileError) -> Bool {
    let now = folder.version(Self.name)
    guard now != version else { return false }
    let before = kept
    kept = try FrameList.kept.read(folder)
    version = now
    return !before.isSubset(of: kept)
  }
}

import HostResources

/// A list of frames in a small file beside the manifest: `kept.json`, `deleted.json`.
///
/// Hold `FolderHandle.lockLists()` while reading or changing one.
package enum FrameList: String, Sendable {
  /// Frames that are never deleted.
  case kept
  /// Deleted frames whose lines aren't marked yet: see ``DeletedFrames``.
  case deleted

  private static let longest = 64 << 20

  /// The file's name.
  package var file: String { rawValue + ".json" }

  /// Reads the frames' indices; empty when there is no such file.
  ///
  /// - Throws: `FileError.unfit(path:reason:)` when it can't be parsed: treating that as "nothing
  ///   is kept" would delete kept frames.
  package func read(_ folder: FolderHandle) throws(FileError) -> Set<Int> {
    guard let text = try folder.readIfThere(file, limit: Self.longest) else { return [] }
    let members = JSONMembers(text)
    do throws(Fault) {
      guard let members else { throw Fault(what: "not JSON") }
      guard let list = members[rawValue] else { throw Fault(what: "“\(rawValue)” is missing") }
      return try Self.numbers(list, rawValue)
    } catch { throw .unfit(path: "\(folder.path)/\(file)", reason: error.what) }
  }

  private struct Fault: Error { var what: String }

  /// The numbers in an array's text, one by one: decoded whole, a list takes twenty-five times its file's size.
  private static func numbers(_ text: ArraySlice<UInt8>, _ name: String) throws(Fault) -> Set<Int> {
    guard text.first == UInt8(ascii: "["), text.last == UInt8(ascii: "]") else {
      throw Fault(what: "\(name) has the wrong type")
    }
    var found: Set<Int> = []
    var rest = text.dropFirst().dropLast()
    let space: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
    if rest.allSatisfy(space.contains) { return [] }
    while true {
      let end = rest.firstIndex(of: UInt8(ascii: ",")) ?? rest.endIndex
      let item = rest[..<end].drop(while: space.contains)
      let word = item.prefix { !space.contains($0) }
      guard let number = Int(String(decoding: word, as: UTF8.self)), PictureNumber.range.contains(number),
        item.dropFirst(word.count).allSatisfy(space.contains)
      else {
        throw Fault(what: "\(name) has something that isn't a \(PictureNumber.name)")
      }
      found.insert(number)
      if end == rest.endIndex { return found }
      rest = rest[(end + 1)...]
    }
  }

  /// Replaces the file.
  package func write(_ frames: Set<Int>, to folder: FolderHandle) throws(FileError) {
    let text = try JSONText.pretty([rawValue: frames.sorted()], path: folder.path)
    // Written all the same, it could never be read again.
    guard text.count <= Self.longest else {
      throw .fileTooLarge(
        path: "\(folder.path)/\(file)", reason: "\(frames.count) pictures are more than one list holds")
    }
    try folder.replace(file, with: text)
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

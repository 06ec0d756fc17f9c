import Glibc
import HostResources

/// `freed.json`: records which pictures were freed to make room, without touching their lines.
///
/// A picture whose index is below `before` and whose file is missing was freed, unless its line says otherwise. The mark is
/// written before a picture is deleted, in place and at constant length, so it needs no space on a full disk and the run may
/// be killed at any moment. In a folder of segments it counts segments.
package struct FreedMark: Sendable, Equatable {
  package static let name = "freed.json"

  /// The index after the last freed picture; earlier pictures may still exist, for instance kept ones.
  package let before: Int
  /// Upper bound of the pictures freed: includes those that a killed run was about to free.
  package let pictures: Int

  /// Clamps numbers to the largest that can be read back.
  package init(before: Int = 0, pictures: Int = 0) {
    self.before = min(before, PictureNumber.range.upperBound)
    self.pictures = min(pictures, Count.range.upperBound)
  }

  private struct File: Decodable {
    var before: Bounded<PictureNumber>
    var pictures: Bounded<Count>
  }

  /// Reads the mark; `nil` when nothing was freed.
  ///
  /// - Throws: `FileError.unfit(path:reason:)` when it can't be parsed.
  package static func read(_ folder: FolderHandle) throws(FileError) -> FreedMark? {
    try folder.decode(File.self, from: name, limit: 4096).map {
      FreedMark(before: $0.before.value, pictures: $0.pictures.value)
    }
  }

  /// Always writes the same number of bytes.
  fileprivate func write(into line: inout JSONBytes) {
    line.removeAll()
    line.beginObject()
    line.member("before", before)
    line.member("pictures", pictures)
    line.endObject()
    while line.bytes.count < 79 { line.space() }
    line.newline()
  }
}

/// Rewrites `freed.json` in place. Allocates nothing once open.
package final class FreedMarkFile {
  package private(set) var mark: FreedMark
  private let folder: FolderHandle
  private let file: Int32
  private let isDurable: Bool
  private var line = JSONBytes(capacity: 128)

  /// Creates the file if missing.
  ///
  /// - Parameters:
  ///   - folder: the recording, or its folder of segments.
  ///   - isDurable: whether the mark must be on the disk before `write(_:)` returns.
  package init(_ folder: FolderHandle, isDurable: Bool) throws(FileError) {
    self.folder = folder
    self.isDurable = isDurable
    if let mark = try FreedMark.read(folder) {
      self.mark = mark
    } else {
      mark = FreedMark()
      mark.write(into: &line)
      try folder.replace(FreedMark.name, with: Array(line.bytes))
    }
    file = folder.openToUpdate(FileName(FreedMark.name))
    try folder.check(max(0, -file), FreedMark.name)
  }

  deinit { if file >= 0 { close(file) } }

  package func write(_ mark: FreedMark) throws(FileError) {
    mark.write(into: &line)
    var code = folder.write(line.bytes.span, to: file, at: 0)
    if code == 0 && isDurable { code = folder.synchronize(file, dataOnly: true) }
    try folder.check(code, FreedMark.name)
    self.mark = mark
  }
}

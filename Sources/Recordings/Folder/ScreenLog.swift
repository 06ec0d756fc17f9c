import Glibc
import HostResources

/// Writes `screen.jsonl`: a line for each frame at which the screen's contents change, with the frame's index
/// and the output of `ScreenDescription`.
@safe
package final class ScreenLog {
  package static let name = "screen.jsonl"

  private let folder: FolderHandle
  private let file: Int32
  private var line: [UInt8] = []

  /// Appends to an existing file, cutting off the partial line that a killed run leaves.
  ///
  /// - Throws: `FileError.cannotCreate(path:reason:)`, `FileError.io(path:reason:)`.
  package init(_ folder: FolderHandle) throws(FileError) {
    self.folder = folder
    let name = FileName(Self.name)
    var whole: Int?
    if folder.status(name) != nil {
      let bytes = try folder.read(Self.name)
      let end = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      if end < bytes.count { whole = end }
    }
    file = folder.openToAppend(name)
    guard file >= 0 else { throw folder.error(-file, Self.name, isCreating: true) }
    let code = whole.map { folder.truncate(file, to: $0) } ?? 0
    if code != 0 { throw folder.error(code, Self.name, isCreating: false) }
  }

  deinit { if file >= 0 { close(file) } }

  /// Writes a line.
  ///
  /// - Parameters:
  ///   - index: of the first frame that shows the contents.
  ///   - screen: one JSON object.
  /// - Throws: `FileError` as for a frame.
  package func write(index: Int, screen: [UInt8]) throws(FileError) {
    line.removeAll(keepingCapacity: true)
    line += "{\"index\":\(index),".utf8
    line += screen.dropFirst()
    line.append(UInt8(ascii: "\n"))
    let code = folder.write(line.span, to: file)
    if code != 0 { throw folder.error(code, Self.name, isCreating: false) }
  }
}

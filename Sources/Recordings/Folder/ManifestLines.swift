import Glibc
import HostResources

/// A manifest, opened to be read.
struct ManifestFile: ~Copyable {
  private let folder: FolderHandle
  private let file: Int32

  /// - Throws: `FileError.io(path:reason:)` when there is none to read.
  init(_ folder: FolderHandle) throws(FileError) {
    self.folder = folder
    file = folder.openToRead(FileName(RecordingFolder.manifest))
    if file < 0 { throw Self.error(-file, folder) }
  }

  deinit { if file >= 0 { close(file) } }

  /// Reads bytes at an offset into an array's storage; returns their number, 0 at the file's end.
  func read(at offset: Int, into buffer: inout [UInt8]) throws(FileError) -> Int {
    let got = folder.read(file, at: offset, into: &buffer)
    guard got >= 0 else { throw Self.error(Int32(-got), folder) }
    return got
  }

  /// - Parameter bytes: of a line so far. Reading stops at a length that no line has, since a file may claim more bytes
  ///   than anybody could read.
  func checkEnd(after bytes: Int) throws(FileError) {
    guard bytes > 64 << 20 else { return }
    throw .unfit(path: "\(folder.path)/\(RecordingFolder.manifest)", reason: "a line has no end")
  }

  private static func error(_ code: Int32, _ folder: FolderHandle) -> FileError {
    .io(path: "\(folder.path)/\(RecordingFolder.manifest)", reason: SystemCall.text(code))
  }
}

/// Returns a file's lines one by one, however long the file.
@safe
package struct ManifestLines: ~Copyable {
  package struct Line {
    /// Counted from 1, starting at the first line read.
    package var number: Int
    /// Without the newline; truncated to `ManifestLines.longest` if longer.
    package var bytes: [UInt8]
    /// Whether it ends in a newline; false for the partial line that a killed run leaves.
    package var isWhole: Bool
    package var isTooLong: Bool
    /// Offset of the byte after its newline.
    package var end: Int
  }

  /// In bytes; lines this tool writes never come close.
  package static let longest = 1 << 20

  private let file: ManifestFile
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var position = 0
  private var filled = 0
  private var number = 0
  private var offset: Int

  /// - Parameters:
  ///   - folder: the recording's folder.
  ///   - offset: byte offset of the line to begin with.
  package init(_ folder: FolderHandle, from offset: Int = 0) throws(FileError) {
    self.offset = offset
    file = try ManifestFile(folder)
  }

  package mutating func next() throws(FileError) -> Line? {
    var line = Line(number: number + 1, bytes: [], isWhole: false, isTooLong: false, end: offset)
    while true {
      if position == filled {
        try fill()
        if filled == 0 { break }
      }
      let end = buffer.span.extracting(first: filled).firstIndex(of: UInt8(ascii: "\n"), from: position)
      let part = buffer[position..<(end ?? filled)]
      if line.bytes.count + part.count > Self.longest {
        line.isTooLong = true
        line.bytes += part.prefix(Self.longest - line.bytes.count)
      } else {
        line.bytes += part
      }
      offset += part.count
      position += part.count
      try file.checkEnd(after: offset - line.end)
      if end != nil {
        offset += 1
        position += 1
        line.isWhole = true
        break
      }
    }
    line.end = offset
    guard line.isWhole || !line.bytes.isEmpty else { return nil }
    number += 1
    return line
  }

  /// Moves to a line.
  package mutating func seek(to start: Int) {
    let first = offset - position
    if (first...first + filled).contains(start) {
      position = start - first
    } else {
      (position, filled) = (0, 0)
    }
    offset = start
  }

  private mutating func fill() throws(FileError) {
    (position, filled) = (0, 0)
    filled = try file.read(at: offset, into: &buffer)
  }
}

extension ManifestLines.Line {
  /// The index at the start of a line in this tool's form, without parsing the rest; `nil` for other lines.
  package var quickIndex: Int? {
    var at = JSONCursor(at: 0)
    guard isWhole, bytes.last == UInt8(ascii: "}"), at.take("{\"index\":", in: bytes.span),
      let index = at.integer(bytes.span), index >= 0, at.peek(bytes.span) == UInt8(ascii: ",")
    else { return nil }
    return index
  }
}

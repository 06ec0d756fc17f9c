import Foundation
import HostResources

/// Scans part of a manifest in large blocks, decoding only lines that aren't in the form this tool writes.
@safe
package struct ManifestScanner: ~Copyable {
  /// A line, or why it can't be read.
  package struct Line {
    /// Counted from 1, starting at the first line read.
    package var number: Int
    /// Offsets of its first byte and of the byte after its newline.
    package var start, end: Int
    package var content: Result<LineBrief, RecordingProblem>
  }

  /// The work that reading took.
  package struct Work: Sendable, Equatable {
    /// Bytes read from the file.
    package var bytes = 0
    /// Lines decoded in full.
    package var decoded = 0
  }

  package private(set) var work = Work()
  /// Whether an incomplete line follows the last one.
  package private(set) var endsHalf = false
  private let folder: FolderHandle
  private let file: ManifestFile
  private let limit: Int
  private var buffer: [UInt8]
  private var filled = 0
  private var at = JSONCursor(at: 0)
  // File offset of the buffer's start.
  private var offset: Int
  private var number = 0
  private let decoder = JSONDecoder()

  /// - Parameters:
  ///   - folder: the recording's folder.
  ///   - offset: of the first line.
  ///   - limit: lines that begin at or after it aren't read.
  ///   - block: the most bytes to read at once.
  /// - Throws: `FileError.io(path:reason:)` when there is no manifest to read.
  package init(
    _ folder: FolderHandle, from offset: Int = 0, to limit: Int = .max, block: Int = 1 << 18
  ) throws(FileError) {
    self.folder = folder
    self.offset = offset
    self.limit = limit
    buffer = [UInt8](repeating: 0, count: block)
    file = try ManifestFile(folder)
  }

  /// The next complete line; `nil` when there is none.
  package mutating func next() throws(FileError) -> Line? {
    var isFresh = false
    while true {
      let start = offset + at.position
      guard start < limit else { return nil }
      var end = at
      if let brief = LineBrief(&end, buffer.span.extracting(first: filled)) {
        at = end
        return line(from: start, .success(brief))
      }
      if let newline = newline(from: at.position) {
        let bytes = Array(buffer[at.position..<newline])
        at.position = newline + 1
        let whole = ManifestLines.Line(
          number: number + 1, bytes: bytes, isWhole: true, isTooLong: false, end: offset + at.position)
        return line(from: start, decode(whole))
      }
      if isFresh { return filled == 0 ? nil : try longLine(from: start) }
      // Reread what is left together with what follows it.
      try fill()
      isFresh = true
    }
  }

  /// The offset of the first line that begins at or after `position`; the file's end if there is none.
  package mutating func start(after position: Int) throws(FileError) -> Int {
    if position == 0 { return 0 }
    offset = position - 1
    while true {
      at.position = 0
      try fill()
      if let newline = newline(from: 0) {
        at.position = newline + 1
        return offset + at.position
      }
      offset += filled
      try file.checkEnd(after: offset - position)
      if filled == 0 { return offset }
      filled = 0
    }
  }

  private func newline(from position: Int) -> Int? {
    buffer.span.extracting(first: filled).firstIndex(of: UInt8(ascii: "\n"), from: position)
  }

  /// Moves to a line.
  package mutating func seek(to start: Int) {
    if (offset...offset + filled).contains(start) {
      at.position = start - offset
    } else {
      (offset, filled, at.position) = (start, 0, 0)
    }
  }

  private mutating func line(
    from start: Int, _ content: Result<LineBrief, RecordingProblem>
  ) -> Line {
    number += 1
    return Line(number: number, start: start, end: offset + at.position, content: content)
  }

  private mutating func decode(_ line: ManifestLines.Line) -> Result<LineBrief, RecordingProblem> {
    work.decoded += 1
    return ManifestReader.decode(line, decoder).map { LineBrief($0) }
  }

  /// Reads a line longer than a block, or than one read returned.
  private mutating func longLine(from start: Int) throws(FileError) -> Line? {
    var lines = try ManifestLines(folder, from: start)
    guard var long = try lines.next() else { return nil }
    work.bytes += long.end - start
    guard long.isWhole else {
      endsHalf = true
      return nil
    }
    long.number = number + 1
    (offset, filled, at.position) = (long.end, 0, 0)
    return line(from: start, decode(long))
  }

  private mutating func fill() throws(FileError) {
    offset += at.position
    at.position = 0
    filled = 0
    filled = try file.read(at: offset, into: &buffer)
    work.bytes += filled
  }
}

import Glibc
import HostResources

/// Walks a manifest from its start by picture number, even while it grows. Allocates nothing.
///
/// Skips lines not in the form this tool writes: code that frees pictures must not guess.
@safe
package struct ManifestCursor: ~Copyable {
  private let folder: FolderHandle
  private let file: Int32
  private var buffer = [UInt8](repeating: 0, count: 1 << 15)
  private var filled = 0
  private var position = 0
  // File offset of the buffer's start.
  private var offset = 0
  // File offset of the line being read: the cursor returns there if the line is incomplete.
  private var lineOffset = 0
  // What every line starts with before the number, and what follows the number.
  private static let start = Array("{\"index\":".utf8)
  private static let middle = Array(",\"file\":\"".utf8)
  // More than enough for the start, two numbers of 18 digits and what surrounds them.
  private static let head = 80

  /// - Throws: `FileError.io(path:reason:)` when there is no manifest to read.
  package init(_ folder: FolderHandle) throws(FileError) {
    self.folder = folder
    file = folder.openToRead(FileName(RecordingFolder.manifest))
    if file < 0 {
      throw .io(path: "\(folder.path)/\(RecordingFolder.manifest)", reason: SystemCall.text(-file))
    }
  }

  deinit { if file >= 0 { close(file) } }

  /// The number of the next picture whose line names its own file; `nil` when there is no further complete line yet.
  package mutating func next() -> Int? {
    while true {
      if filled - position < Self.head { refill() }
      let index = readHead()
      guard skipLine() else {
        // Incomplete: read it again later.
        rewind()
        return nil
      }
      if let index { return index }
    }
  }

  /// Returns to the first line.
  package mutating func restart() {
    offset = 0
    position = 0
    filled = 0
  }

  private mutating func rewind() {
    offset = lineOffset
    position = 0
    filled = 0
  }

  private mutating func refill() {
    offset += position
    position = 0
    filled = max(0, folder.read(file, at: offset, into: &buffer))
  }

  /// The line's number, if the line starts in this tool's form and its file has that number.
  private mutating func readHead() -> Int? {
    lineOffset = offset + position
    var at = position
    guard match(Self.start, &at), let index = number(&at), match(Self.middle, &at),
      let file = number(&at), file == index
    else { return nil }
    return index
  }

  private func match(_ text: [UInt8], _ at: inout Int) -> Bool {
    guard at + text.count <= filled else { return false }
    for position in text.indices where buffer[at + position] != text[position] { return false }
    at += text.count
    return true
  }

  private func number(_ at: inout Int) -> Int? {
    var value = 0
    let start = at
    while at < filled, at - start < 18, buffer[at] >= UInt8(ascii: "0"), buffer[at] <= UInt8(ascii: "9") {
      value = value * 10 + Int(buffer[at] - UInt8(ascii: "0"))
      at += 1
    }
    return at > start ? value : nil
  }

  /// Moves past the line's end; returns `false` when there is none yet.
  private mutating func skipLine() -> Bool {
    while true {
      while position < filled {
        position += 1
        if buffer[position - 1] == UInt8(ascii: "\n") { return true }
      }
      refill()
      if filled == 0 { return false }
    }
  }
}

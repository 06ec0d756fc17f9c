import Glibc
import HostResources

/// Walks a manifest from its start by the pictures' numbers, also while it grows. Allocates nothing.
///
/// Lines in other words than this tool's are passed over: who frees pictures must not guess.
@safe
package struct ManifestCursor: ~Copyable {
  private let folder: FolderHandle
  private let file: Int32
  private var buffer = [UInt8](repeating: 0, count: 1 << 15)
  private var filled = 0
  private var position = 0
  // Of the buffer's start in the file.
  private var offset = 0
  // Of the line that is read, in the file: it is gone back to when it isn't whole.
  private var lineOffset = 0
  // What every line starts with, up to the number, and what follows it.
  private static let start = Array("{\"index\":".utf8)
  private static let middle = Array(",\"file\":\"".utf8)
  // More than the start, two numbers of 18 digits and what is around them.
  private static let head = 80

  /// - Throws: ``FileError/io(path:reason:)`` when there is no manifest to read.
  package init(_ folder: FolderHandle) throws(FileError) {
    self.folder = folder
    file = folder.openToRead(FileName(RecordingFolder.manifest))
    if file < 0 {
      throw .io(path: "\(folder.path)/\(RecordingFolder.manifest)", reason: SystemCall.text(-file))
    }
  }

  deinit { if file >= 0 { close(file) } }

  /// The number of the next picture whose line names its own file; `nil` where no further whole line is, as yet.
  package mutating func next() -> Int? {
    while true {
      if filled - position < Self.head { refill() }
      let index = readHead()
      guard skipLine() else {
        // Not whole as yet: it is read again later.
        rewind()
        return nil
      }
      if let index { return index }
    }
  }

  /// Goes back to the first line.
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

  /// The line's number, where its start is this tool's and its file is that number's.
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

  /// Whether the line's end was found; the position is behind it then.
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

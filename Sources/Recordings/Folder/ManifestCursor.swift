import HostResources

/// Walks a manifest from its start by picture number, even while it grows. Allocates nothing.
///
/// Skips lines not in the form this tool writes: code that frees pictures must not guess.
@safe
package struct ManifestCursor: ~Copyable {
  private let file: ManifestFile
  private var buffer = [UInt8](repeating: 0, count: 1 << 15)
  private var filled = 0
  private var position = 0
  // File offset of the buffer's start.
  private var offset = 0
  // File offset of the line being read: the cursor returns there if the line is incomplete.
  private var lineOffset = 0
  // More than enough for the start, two numbers of 18 digits and what surrounds them.
  private static let head = 80

  /// - Throws: `FileError.io(path:reason:)` when there is no manifest to read.
  package init(_ folder: FolderHandle) throws(FileError) { file = try ManifestFile(folder) }

  /// The number of the next picture whose line names its own file; `nil` when there is no further complete line yet.
  package mutating func next() -> Int? {
    while true {
      if filled - position < Self.head { refill() }
      lineOffset = offset + position
      var at = JSONCursor(at: position)
      let index = LineBrief.takeNumber(&at, buffer.span.extracting(first: filled))
      guard skipLine() else {
        // Incomplete: read it again later.
        rewind(to: lineOffset)
        return nil
      }
      if let index { return index }
    }
  }

  /// Returns to the first line.
  package mutating func restart() { rewind(to: 0) }

  private mutating func rewind(to start: Int) { (offset, position, filled) = (start, 0, 0) }

  private mutating func refill() {
    offset += position
    position = 0
    // What can't be read isn't there yet.
    filled = (try? file.read(at: offset, into: &buffer)) ?? 0
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

import HostResources

/// File names of a recording's pictures.
extension FileName {
  /// The name of a frame's picture.
  package init(frame index: Int) {
    self.init()
    setFrame(index)
  }

  /// Sets the name to a frame's number, of at least six digits, plus an ending; or to its temporary name, such as
  /// `.000042.jpg.tmp`.
  package mutating func setFrame(_ index: Int, ending: String = ".jpg", isTemporary: Bool = false) {
    bytes.removeAll(keepingCapacity: true)
    if isTemporary { bytes.append(UInt8(ascii: ".")) }
    var divisor = 100_000
    while index / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: index / divisor % 10))
      divisor /= 10
    }
    append(ending)
    if isTemporary { append(".tmp") }
    bytes.append(0)
  }

  /// The text of the name of a frame's picture.
  package static func frame(_ index: Int) -> String { FileName(frame: index).text }

  /// The index in a frame's file name; `nil` for any other name and for spellings this tool never writes.
  package static func frameIndex(of name: String) -> Int? { frameIndex(of: Array(name.utf8).span) }

  /// As ``frameIndex(of:)-(String)``, from the name's bytes.
  package static func frameIndex(of name: Span<UInt8>) -> Int? {
    guard (10...22).contains(name.count) else { return nil }
    var at = JSONCursor(at: name.count - 4)
    guard at.take(".jpg", in: name) else { return nil }
    var index = 0
    for position in 0..<name.count - 4 {
      guard name[position] &- 48 < 10 else { return nil }
      index = index * 10 + Int(name[position] &- 48)
    }
    return name.count > 10 && name[0] == 48 ? nil : index
  }

  /// The name, if it is that of one of a recording's unfinished files; otherwise `nil`.
  package static func temporary(_ name: Span<UInt8>) -> String? {
    guard name.count > 5, name[0] == UInt8(ascii: ".") else { return nil }
    var text = ""
    for position in name.indices { text.unicodeScalars.append(Unicode.Scalar(name[position])) }
    return isTemporary(text) ? text : nil
  }

  /// Whether this is the name of one of a recording's unfinished files.
  package static func isTemporary(_ name: String) -> Bool {
    guard name.hasPrefix("."), name.hasSuffix(".tmp") else { return false }
    let inner = PackedPicture.jpegName(String(name.dropFirst().dropLast(4)))
    return frameIndex(of: inner) != nil || RecordingFolder.ownFiles.contains(inner)
      || name == FolderHandle.reserveName
  }
}

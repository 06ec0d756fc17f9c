import HostResources

/// File names of a recording's pictures.
extension FileName {
  /// Becomes `000042.jpg`, or `.000042.jpg.tmp`.
  package mutating func setFrame(_ index: Int, isTemporary: Bool) {
    bytes.removeAll(keepingCapacity: true)
    if isTemporary { bytes.append(UInt8(ascii: ".")) }
    var divisor = 100_000
    while index / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: index / divisor % 10))
      divisor /= 10
    }
    append(".jpg")
    if isTemporary { append(".tmp") }
    bytes.append(0)
  }

  /// Becomes a frame's number, of at least six digits, plus an ending; or the temporary name of that.
  package mutating func setFrame(_ index: Int, ending: StaticString, isTemporary: Bool = false) {
    setFrame(index, isTemporary: isTemporary)
    bytes.removeLast(isTemporary ? 9 : 5)
    append(ending)
    if isTemporary { append(".tmp") }
    bytes.append(0)
  }

  /// The index in a frame's file name; `nil` for any other name and for spellings that are never written.
  package static func frameIndex(of name: String) -> Int? {
    guard name.hasSuffix(".jpg"), name.utf8.count >= 10, name.utf8.count <= 22 else { return nil }
    let digits = name.utf8.dropLast(4)
    guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
    if digits.count > 6 && digits.first == UInt8(ascii: "0") { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
  }

  /// Whether a recording's unfinished files have this name.
  package static func isTemporary(_ name: String) -> Bool {
    guard name.hasPrefix("."), name.hasSuffix(".tmp") else { return false }
    let inner = String(name.dropFirst().dropLast(4))
    return frameIndex(of: inner) != nil || RecordingFolder.ownFiles.contains(inner)
      || name == FolderHandle.reserveName
  }
}

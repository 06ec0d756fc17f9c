import Glibc

/// A byte-by-byte view of a file that holds a part of it at a time.
final class FileWindow {
  let file: InputFile
  private var bytes: [UInt8]
  private var start = 0
  private var count = 0

  /// - Parameter byteCount: the size of the part.
  init(_ file: InputFile, byteCount: Int = 65_536) {
    self.file = file
    bytes = [UInt8](repeating: 0, count: byteCount)
  }

  /// The byte at `offset`; `nil` past the end.
  func byte(at offset: Int) throws(CaptureError) -> UInt8? {
    let index = offset - start
    if index >= 0, index < count { return bytes[index] }
    guard offset >= 0, offset < file.size else { return nil }
    start = offset
    count = 0
    count = try file.read(at: offset, count: bytes.count, into: &bytes)
    return count > 0 ? bytes[0] : nil
  }

  /// Offset of the next byte with this value, at or after `offset`; `nil` when there is none.
  func next(_ value: UInt8, from offset: Int) throws(CaptureError) -> Int? {
    var place = offset
    while try byte(at: place) != nil {
      let first = place - start
      // SAFETY: the byte at `place` is in the window, so `first` is below `count`, and `count` bytes were read.
      let found: Int? = unsafe bytes.withUnsafeBytes { window in
        guard let base = window.baseAddress else { return nil }
        return unsafe memchr(base + first, CInt(value), count - first).map { unsafe base.distance(to: $0) }
      }
      if let found { return start + found }
      place = start + count
    }
    return nil
  }

  /// Four bytes, little-endian; `nil` past the end.
  func littleEndian32(at offset: Int) throws(CaptureError) -> Int? {
    var value = 0
    for place in 0..<4 {
      guard let byte = try byte(at: offset + place) else { return nil }
      value |= Int(byte) << (8 * place)
    }
    return value
  }

  /// Up to eight bytes, big-endian; `nil` past the end, or for a number that has 64 bits.
  func bigEndian(_ count: Int, at offset: Int) throws(CaptureError) -> Int? {
    var value = 0
    for place in offset..<offset + count {
      guard let byte = try byte(at: place) else { return nil }
      value = value << 8 | Int(byte)
    }
    return value < 0 ? nil : value
  }

  /// As ``text(_:at:)``.
  func fourCharacters(at offset: Int) throws(CaptureError) -> String? { try text(4, at: offset) }

  /// Some characters; bytes outside ASCII become `?`; `nil` past the end.
  func text(_ count: Int, at offset: Int) throws(CaptureError) -> String? {
    var text = ""
    for place in 0..<count {
      guard let byte = try byte(at: offset + place) else { return nil }
      text.unicodeScalars.append((32...126).contains(byte) ? Unicode.Scalar(byte) : "?")
    }
    return text
  }
}

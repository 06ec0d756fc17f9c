/// A name inside a folder as the kernel takes it: bytes and a closing NUL, in storage that is used again.
struct FileName: Sendable {
  /// With the NUL.
  var bytes: [UInt8]

  init(_ name: String) {
    bytes = Array(name.utf8) + [0]
  }

  /// Empty, with room for the name of a picture: it can be set again and again without an allocation.
  init() {
    bytes = [0]
    bytes.reserveCapacity(40)
  }

  /// The bytes without the closing NUL.
  var count: Int { bytes.count - 1 }

  var text: String { String(decoding: bytes.dropLast(), as: UTF8.self) }

  mutating func append(_ text: StaticString) {
    // SAFETY: a static string's bytes live for ever.
    text.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
  }

  /// Lends the name as a C string.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    // SAFETY: the bytes end with a NUL, and the pointer doesn't leave the call.
    unsafe bytes.withUnsafeBytes { buffer in
      unsafe body(buffer.baseAddress!.assumingMemoryBound(to: CChar.self))
    }
  }
}

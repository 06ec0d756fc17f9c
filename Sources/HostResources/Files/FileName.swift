/// A name inside a folder as the kernel takes it: bytes and a closing NUL, in reusable storage.
package struct FileName: Sendable {
  /// The name's bytes, with the NUL.
  package var bytes: [UInt8]

  package init(_ name: String) {
    bytes = Array(name.utf8) + [0]
  }

  /// Makes an empty name with room for a picture's: it can be set repeatedly without an allocation.
  package init() {
    bytes = [0]
    bytes.reserveCapacity(40)
  }

  /// The bytes without the closing NUL.
  package var count: Int { bytes.count - 1 }

  package var text: String { String(decoding: bytes.dropLast(), as: UTF8.self) }

  package mutating func append(_ text: StaticString) {
    // SAFETY: a static string's bytes live forever.
    text.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
  }

  /// Lends the name as a C string.
  package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    // SAFETY: the bytes end with a NUL, and the pointer doesn't leave the call.
    unsafe bytes.withUnsafeBytes { buffer in
      unsafe body(buffer.baseAddress!.assumingMemoryBound(to: CChar.self))
    }
  }
}

/// A name inside a folder in the kernel's form: bytes and a terminating NUL, in reusable storage.
package struct FileName: Sendable {
  /// The name's bytes, including the NUL.
  package var bytes: [UInt8]

  package init(_ name: String) {
    bytes = NameText.bytes(name) + [0]
  }

  /// Makes an empty name with room for a picture's: it can be set repeatedly without allocating.
  package init() {
    bytes = [0]
    bytes.reserveCapacity(40)
  }
  package var text: String { NameText.text(bytes.dropLast()) }

  package mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Passes the name as a C string.
  package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    // SAFETY: the bytes end with a NUL, and the pointer doesn't leave the call.
    unsafe bytes.withUnsafeBytes { buffer in
      unsafe body(buffer.baseAddress!.assumingMemoryBound(to: CChar.self))
    }
  }
}

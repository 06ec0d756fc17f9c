import CDigest

/// An incremental SHA-256 (FIPS 180-4).
package struct SHA256 {
  private var state = cdigest()

  package init() { unsafe cdigest_begin(&state) }

  package mutating func update(_ bytes: Span<UInt8>) {
    // SAFETY: the pointer is valid for `count` bytes; no byte is read of an empty span.
    unsafe bytes.withUnsafeBufferPointer { buffer in
      if let start = buffer.baseAddress { unsafe cdigest_add(&state, start, buffer.count) }
    }
  }

  /// The number of bytes in a digest.
  package static let length = Int(CDIGEST_BYTES)

  /// Returns 64 lower-case hexadecimal digits, and resets.
  package mutating func finish() -> String {
    var bytes = [UInt8](repeating: 0, count: Self.length)
    finish(into: &bytes)
    return Self.hexadecimal(bytes[...])
  }

  /// Puts the digest at the start of an array of at least ``length`` bytes, and resets.
  package mutating func finish(into bytes: inout [UInt8]) {
    precondition(bytes.count >= Self.length)
    // SAFETY: the array has as many bytes as a digest.
    unsafe cdigest_end(&state, &bytes)
  }

  package static func hexadecimal(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.reduce(into: "") { text, byte in text += (byte < 16 ? "0" : "") + String(byte, radix: 16) }
  }

  /// The digest of contiguous bytes.
  package static func of(_ bytes: [UInt8]) -> String {
    var digest = SHA256()
    digest.update(bytes.span)
    return digest.finish()
  }
}

import Glibc

/// Names of files as text. Linux's names are bytes; text is UTF-8.
///
/// A byte that isn't part of UTF-8 stands as one character, U+EF80 … U+EFFF, its value added to U+EF00; so do the bytes of such
/// characters themselves. Every name has one text, from which it comes back byte for byte. These characters are for private
/// use, so that messages show them as `?`, and JSON keeps them.
package enum NameText {
  private static let escapes: ClosedRange<UInt32> = 0xEF80...0xEFFF

  /// A name's or a path's text.
  package static func text(_ bytes: some BidirectionalCollection<UInt8>) -> String {
    // In UTF-8 such a character begins with EE BE or EE BF.
    if !bytes.contains(0xEE), let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = String.UnicodeScalarView()
    var rest = bytes[...]
    while !rest.isEmpty {
      var parser = Unicode.UTF8.ForwardParser()
      var next = rest.makeIterator()
      var escaped = 1
      if case .valid(let encoded) = parser.parseScalar(from: &next) {
        let scalar = Unicode.UTF8.decode(encoded)
        if !escapes.contains(scalar.value) {
          text.append(scalar)
          rest = rest.dropFirst(encoded.count)
          continue
        }
        escaped = encoded.count
      }
      for byte in rest.prefix(escaped) {
        if let scalar = Unicode.Scalar(0xEF00 + UInt32(byte)) { text.append(scalar) }
      }
      rest = rest.dropFirst(escaped)
    }
    return String(text)
  }

  /// The bytes that a text stands for, without a NUL.
  package static func bytes(_ text: String) -> [UInt8] {
    guard text.utf8.contains(0xEE) else { return Array(text.utf8) }
    return text.unicodeScalars.flatMap { scalar in
      escapes.contains(scalar.value) ? [UInt8(truncatingIfNeeded: scalar.value)] : Array(String(scalar).utf8)
    }
  }

  /// The text of a name in the kernel's form.
  @unsafe
  package static func text(_ name: UnsafePointer<CChar>) -> String {
    // SAFETY: the name ends with a NUL, up to which its bytes are read.
    unsafe text(UnsafeRawBufferPointer(start: name, count: strlen(name)))
  }

  /// Whether something is at a path, also a link that leads nowhere.
  package static func isTaken(_ path: String) -> Bool {
    var status = stat()
    // SAFETY: writes to `status` only.
    return unsafe path.withName { unsafe lstat($0, &status) } == 0
  }
}

extension String {
  /// Passes a path in the kernel's form: the bytes that it stands for, and a NUL.
  @unsafe
  package func withName<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    unsafe utf8.contains(0xEE) ? FileName(self).withCString(body) : withCString(body)
  }
}

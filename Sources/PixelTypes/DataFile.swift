import CData

/// Files of `Sources` that are part of the program as they are: words, pages, photographs, drawings. `CShims/CData`
/// lists them.
package enum DataFile {
  /// The file's bytes.
  ///
  /// - Parameter name: its path in `Sources`.
  package static func bytes(_ name: String) -> [UInt8] {
    var count = 0
    // SAFETY: what is found are `count` bytes that never change and live as long as the program.
    guard let bytes = unsafe cdata_file(name, &count) else {
      preconditionFailure("no \(name) in CShims/CData")
    }
    return unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: count))
  }

  /// The file as text.
  ///
  /// - Parameter name: its path in `Sources`.
  package static func text(_ name: String) -> String { String(decoding: bytes(name), as: UTF8.self) }

  /// The names of all files.
  package static var names: [String] {
    var names: [String] = []
    // SAFETY: the names end with a zero, their list with NULL, and both live as long as the program.
    while let name = unsafe cdata_name(Int32(names.count)) { unsafe names.append(String(cString: name)) }
    return names
  }
}

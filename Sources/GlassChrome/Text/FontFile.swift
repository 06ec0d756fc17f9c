import CTypography

/// The location of a face: a file, and an index into its faces.
struct FontFile: Hashable, Sendable {
  var path: String
  var index: Int32

  /// The face of a family nearest to a weight; with `exact`, no other family will do.
  static func find(family: String, weight: TextStyle.Weight, exact: Bool) -> FontFile? {
    unsafe named { path, capacity, index in
      // SAFETY: the call writes a terminated string of at most the capacity, or a code.
      unsafe ctypography_find_font(family, Int32(weight.rawValue), exact ? 1 : 0, path, capacity, index)
    }
  }

  /// The result of a shim call that writes a path and an index; `nil` if it fails.
  static func named(
    by call: (UnsafeMutablePointer<CChar>?, Int, UnsafeMutablePointer<Int32>) -> Int32
  ) -> FontFile? {
    var index: Int32 = 0
    var code: Int32 = 0
    let path = unsafe String(unsafeUninitializedCapacity: 4096) { buffer in
      // SAFETY: bytes and chars have the same layout; the call stays within the capacity it is given.
      unsafe buffer.withMemoryRebound(to: CChar.self) { chars in
        code = unsafe call(chars.baseAddress, chars.count, &index)
        return code == 0 ? unsafe (chars.firstIndex(of: 0) ?? 0) : 0
      }
    }
    return code == 0 && !path.isEmpty ? FontFile(path: path, index: index) : nil
  }
}

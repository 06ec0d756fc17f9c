import CTypography

/// Where a face lies: a file, and which of the file's faces.
struct FontFile: Hashable, Sendable {
  var path: String
  var index: Int32

  /// The face of a family that comes nearest to a weight; `exact` takes no other family.
  static func find(family: String, weight: FontWeight, exact: Bool) -> FontFile? {
    unsafe named { path, capacity, index in
      // SAFETY: the call writes a terminated string of at most the capacity, or a code.
      unsafe ctypography_find_font(family, weight.rawValue, exact ? 1 : 0, path, capacity, index)
    }
  }

  /// What a call of the shim that writes a path and an index came to.
  static func named(
    by call: (UnsafeMutablePointer<CChar>?, Int, UnsafeMutablePointer<Int32>) -> Int32
  ) -> FontFile? {
    var index: Int32 = 0
    var code: Int32 = 0
    let path = unsafe String(unsafeUninitializedCapacity: 4096) { buffer in
      // SAFETY: bytes and chars are laid out alike; the call keeps within the capacity that it is given.
      unsafe buffer.withMemoryRebound(to: CChar.self) { chars in
        code = unsafe call(chars.baseAddress, chars.count, &index)
        return code == 0 ? unsafe (chars.firstIndex(of: 0) ?? 0) : 0
      }
    }
    return code == 0 && !path.isEmpty ? FontFile(path: path, index: index) : nil
  }
}

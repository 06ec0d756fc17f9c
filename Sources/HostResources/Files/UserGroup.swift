import Glibc

/// User groups known to this machine.
package enum UserGroup {
  /// A group's number, given its name or the number itself; `nil` if there is none of that name.
  package static func number(of name: String) -> UInt32? {
    if let number = UInt32(name) { return number }
    var entry = unsafe group()
    var found: UnsafeMutablePointer<group>?
    // Enough for the name and members of any usual group; a larger one is ERANGE and counts as not found.
    var room = [CChar](repeating: 0, count: 1 << 16)
    // SAFETY: the kernel's library writes to the three, which outlive the call; only a number is read from them.
    return unsafe room.withUnsafeMutableBufferPointer { room in
      let code = unsafe getgrnam_r(name, &entry, room.baseAddress!, room.count, &found)
      return unsafe code == 0 && found != nil ? entry.gr_gid : nil
    }
  }

  /// All groups' names, as getgrent(3) lists them; for one thread at a time.
  package static var names: [String] {
    setgrent()
    defer { endgrent() }
    var names: [String] = []
    // SAFETY: an entry is valid until the next call, and its name ends with a NUL.
    while let entry = unsafe getgrent() { unsafe names.append(String(cString: entry.pointee.gr_name)) }
    return names
  }
}

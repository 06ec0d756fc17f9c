import Glibc

/// The user's folder.
package enum HomeFolder {
  /// `$HOME`, or what the system's list of users says; `nil` if neither is there.
  package static var path: String? {
    // SAFETY: NUL-terminated or nil; copied at once.
    if let home = unsafe getenv("HOME").map({ unsafe String(cString: $0) }), home.hasPrefix("/") {
      return home
    }
    return unsafe getpwuid(getuid()).map { unsafe String(cString: $0.pointee.pw_dir) }
  }

  /// Where programs keep a user's settings: `$XDG_CONFIG_HOME`, or `~/.config`.
  package static var settings: String? {
    // SAFETY: as above.
    let named = unsafe getenv("XDG_CONFIG_HOME").map { unsafe String(cString: $0) } ?? ""
    // The specification has relative ones ignored.
    return named.hasPrefix("/") ? named : path.map { $0 + "/.config" }
  }

  /// A value in which `~/`, at its beginning or behind a scheme such as `file:`, is the home folder, as a shell would have it.
  package static func expanding(_ value: String) -> String {
    let scheme = value.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
    let before = value.dropFirst(scheme.count).hasPrefix(":") ? scheme + ":" : ""
    let path = value.dropFirst(before.count)
    guard path.hasPrefix("~/"), let home = Self.path else { return value }
    return before + (home == "/" ? "" : home) + path.dropFirst()
  }
}

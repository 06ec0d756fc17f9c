import Glibc

/// Tells whether a file that is held open still has a name: what is written to one that somebody removed is lost, and no call fails.
package struct LinkWatch {
  private let file: Int32
  // Some file systems count no names.
  private let isCounted: Bool

  /// - Parameter file: a file that has its name now.
  package init(_ file: Int32) {
    self.file = file
    isCounted = Self.names(file).map { $0 > 0 } ?? false
  }

  /// Whether its last name was removed.
  package var isGone: Bool { isCounted && Self.names(file) == 0 }

  /// How many names a file or folder has; `nil` if that can't be known.
  static func names(_ file: Int32) -> Int? {
    var status = stat()
    // SAFETY: writes to `status` only.
    return unsafe fstat(file, &status) == 0 ? Int(status.st_nlink) : nil
  }
}

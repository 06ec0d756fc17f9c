import Glibc

/// Tells whether a file that is held open still has a name: what is written to one that somebody removed is lost, and no call fails.
package struct LinkWatch {
  private let file: Int32
  // Some file systems count no names.
  private let isCounted: Bool

  /// - Parameters:
  ///   - file: just opened, by this name.
  ///   - folder: where the name is.
  package init(_ file: Int32, named name: FileName, in folder: FolderHandle) {
    self.file = file
    // A file without a name that still has one is of a file system that doesn't count; else it was removed at once.
    isCounted = Self.names(file).map { $0 > 0 || !folder.exists(name) } ?? false
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

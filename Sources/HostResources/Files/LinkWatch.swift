import Glibc

/// Detects whether an open file still has a name: writes to a removed file are lost without any call failing.
package struct LinkWatch {
  private let file: Int32
  // Some file systems don't count names.
  private let isCounted: Bool

  /// - Parameters:
  ///   - file: just opened under this name.
  ///   - folder: the folder containing the name.
  package init(_ file: Int32, named name: FileName, in folder: FolderHandle) {
    self.file = file
    // If the count is 0 but the name exists, the file system doesn't count; otherwise the file was removed at once.
    isCounted = Self.names(file).map { $0 > 0 || !folder.exists(name) } ?? false
  }

  /// Whether its last name has been removed.
  package var isGone: Bool { isCounted && Self.names(file) == 0 }

  /// How many names a file or folder has; `nil` if unknown.
  static func names(_ file: Int32) -> Int? {
    var status = stat()
    // SAFETY: writes to `status` only.
    return unsafe fstat(file, &status) == 0 ? Int(status.st_nlink) : nil
  }
}

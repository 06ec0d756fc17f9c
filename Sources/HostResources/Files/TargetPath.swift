import Glibc

/// Where a file is to appear by a rename, which would put it in the place of whatever bears the name.
package enum TargetPath {
  /// Refuses names of what is no file: a folder, and a device such as `/dev/null` or `/dev/stdout`, which a rename would
  /// take away from everybody. A link to a file is replaced itself; what it points to stays as it is.
  ///
  /// - Throws: ``FileError/cannotCreate(path:reason:)``.
  package static func check(_ path: String) throws(FileError) {
    var status = stat()
    // SAFETY: writes to `status` only; the string lives through the call. Follows links: `/dev/stdout` is one.
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
    throw .cannotCreate(
      path: path, reason: "it exists and isn't a file; name another, or remove it")
  }
}

import Glibc

/// A path at which a rename will put a file, replacing whatever has that name.
package enum TargetPath {
  /// Rejects anything but files: a folder, or a device such as `/dev/null` or `/dev/stdout`, which a rename
  /// would take away from everybody. A link to a file is itself replaced; its target is unchanged.
  ///
  /// - Throws: ``FileError/cannotCreate(path:reason:)``.
  package static func check(_ path: String) throws(FileError) {
    var status = stat()
    // SAFETY: writes to `status` only; the string lives through the call. Follows links: `/dev/stdout` is
    // one.
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
    throw .cannotCreate(
      path: path, reason: "it exists and isn't a file; use another name, or remove it")
  }
}

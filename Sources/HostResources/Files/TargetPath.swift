import Glibc

/// A path at which a rename will put a file, replacing whatever has that name.
package enum TargetPath {
  /// Rejects anything but files: a folder, or a device such as `/dev/null` or `/dev/stdout`, which a rename
  /// would take away from everybody, whatever is open there. A link to a file is itself replaced; its target is unchanged.
  ///
  /// - Throws: ``FileError/cannotCreate(path:reason:)``.
  package static func check(_ path: String) throws(FileError) {
    var status = stat()
    // SAFETY: writes to `status` only; the string lives through the call. Follows links.
    guard unsafe path.withName({ unsafe stat($0, &status) }) == 0 else { return }
    guard status.st_mode & S_IFMT != S_IFREG || leadsToOpenFile(path) else { return }
    throw .cannotCreate(
      path: path, reason: "it exists and isn't a file; use another name, or remove it")
  }

  /// Whether a path is a link into `/proc`, as `/dev/stdout` is.
  private static func leadsToOpenFile(_ path: String) -> Bool {
    let proc = "/proc/".utf8.map { CChar(bitPattern: $0) }
    var start = proc.map { _ in CChar(0) }
    // SAFETY: writes at most as many bytes as `start` has; the string lives through the call.
    let count = unsafe path.withName { unsafe readlink($0, &start, proc.count) }
    return count == proc.count && start == proc
  }
}

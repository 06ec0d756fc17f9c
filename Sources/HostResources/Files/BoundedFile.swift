import Glibc

/// Reads whole files named by the user, such as templates and scripts.
///
/// Regular files only: a device or a pipe has no end and no meaningful size. The limit is checked before reading, and
/// again while reading, because the file may grow.
public enum BoundedFile {
  /// Reads a whole file.
  ///
  /// - Parameters:
  ///   - path: of a regular file.
  ///   - limit: the most bytes it may have.
  ///   - isPrivate: whether it is a secret, which others must not be able to read or write.
  ///   - followsLinks: whether `path` may itself be a symbolic link; `false` for names that must not lead elsewhere.
  /// - Throws: ``FileError/unfit(path:reason:)`` if it isn't a regular file or is longer;
  ///   ``FileError/io(path:reason:)`` if it can't be opened or read.
  public static func read(
    _ path: String, limit: Int, isPrivate: Bool = false, followsLinks: Bool = true
  ) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    try read(path, limit: limit, isPrivate: isPrivate, followsLinks: followsLinks) { bytes += $0 }
    return bytes
  }

  /// Reads a file part by part, as above.
  ///
  /// - Parameter take: takes each part.
  package static func read(
    _ path: String, limit: Int, isPrivate: Bool = false, followsLinks: Bool = true,
    _ take: (ArraySlice<UInt8>) -> Void
  ) throws(FileError) {
    let tooLong = "it is longer than \(limit >> 10) KiB, the limit for such a file"
    // Non-blocking, so that a named pipe is refused instead of waited for.
    // SAFETY: the string lives through the call.
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (followsLinks ? 0 : O_NOFOLLOW)
    let file = unsafe path.withName { unsafe open($0, flags) }
    guard file >= 0 else {
      let isLink = !followsLinks && errno == ELOOP
      throw .io(
        path: path, reason: isLink ? "it is a link; name the file itself" : SystemCall.text(errno)
      )
    }
    defer { close(file) }
    var status = stat()
    // SAFETY: writes to `status` only.
    guard unsafe fstat(file, &status) == 0 else {
      throw .io(path: path, reason: SystemCall.text(errno))
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .unfit(path: path, reason: "it isn't a regular file")
    }
    guard !isPrivate || status.st_mode & 0o077 == 0 else {
      throw .unfit(path: path, reason: "other users can read it; make it private: chmod 600 \(path)")
    }
    guard status.st_size <= limit else { throw .unfit(path: path, reason: tooLong) }
    var total = 0
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = SystemCall.read(file, into: &part)
      if count < 0 { throw .io(path: path, reason: SystemCall.text(Int32(-count))) }
      if count == 0 { return }
      total += count
      if total > limit { throw .unfit(path: path, reason: tooLong) }
      take(part[..<count])
    }
  }
}

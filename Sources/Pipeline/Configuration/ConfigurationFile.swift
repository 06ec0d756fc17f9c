import Glibc

/// A file of settings as it lies on the disk.
public enum ConfigurationFile {
  /// More than this is no file of settings.
  public static let largest = 1 << 20

  /// - Parameter path: of a regular file; a link, a pipe or a device is refused.
  /// - Throws: ``PipelineError/badConfiguration(path:line:reason:)``.
  public static func read(_ path: String) throws(PipelineError) -> TOMLDocument {
    try TOMLDocument(parsing: bytes(path), path: path)
  }

  private static func bytes(_ path: String) throws(PipelineError) -> [UInt8] {
    func refuse(_ reason: String) -> PipelineError {
      .badConfiguration(path: path, line: nil, reason: reason)
    }
    // A pipe must not block, and nobody's link may lead elsewhere.
    // SAFETY: the string lives through the call.
    let file = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      throw refuse(
        errno == ELOOP ? "it is a link; name the file itself" : FileDescriptorWriter.reason(errno))
    }
    defer { close(file) }
    var status = stat()
    // SAFETY: writes to `status` only.
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw refuse("it is no regular file")
    }
    // The file may grow meanwhile: one byte more than allowed is asked for.
    var bytes = [UInt8](repeating: 0, count: min(Int(status.st_size), largest) + 1)
    var count = 0
    while count < bytes.count {
      // SAFETY: the kernel writes at most as many bytes as are left in the array.
      let got = unsafe bytes.withUnsafeMutableBytes {
        unsafe Glibc.read(file, $0.baseAddress! + count, $0.count - count)
      }
      if got < 0 && errno == EINTR { continue }
      if got < 0 { throw refuse(FileDescriptorWriter.reason(errno)) }
      if got == 0 { break }
      count += got
    }
    guard count <= largest else { throw refuse("it is larger than 1 MiB; a file of settings is not") }
    return Array(bytes.prefix(count))
  }
}

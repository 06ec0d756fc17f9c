import HostResources

/// A file of settings as it lies on the disk.
public enum ConfigurationFile {
  /// More than this is no file of settings.
  public static let largest = 1 << 20

  /// - Parameter path: of a regular file; a link, a pipe or a device is refused.
  /// - Throws: ``ConfigurationError``.
  public static func read(_ path: String) throws(ConfigurationError) -> TOMLDocument {
    let bytes: [UInt8]
    do throws(FileError) { bytes = try BoundedFile.read(path, limit: largest, followsLinks: false) } catch {
      throw ConfigurationError(path: path, line: nil, reason: error.reason)
    }
    return try TOMLDocument(parsing: bytes, path: path)
  }
}

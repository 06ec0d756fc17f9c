import HostResources

/// Reads settings files from disk.
package enum ConfigurationFile {
  /// Size limit in bytes, 1 MiB; larger files are rejected.
  package static let largest = 1 << 20

  /// Reads and parses a settings file.
  ///
  /// - Parameter path: path of a regular file; links, pipes and devices are rejected.
  /// - Throws: ``ConfigurationError`` if the file can't be read, is too large, or isn't valid.
  package static func read(_ path: String) throws(ConfigurationError) -> TOMLDocument {
    let bytes: [UInt8]
    do throws(FileError) { bytes = try BoundedFile.read(path, limit: largest, followsLinks: false) } catch {
      throw ConfigurationError(path: path, line: nil, reason: error.reason)
    }
    return try TOMLDocument(parsing: bytes, path: path)
  }
}

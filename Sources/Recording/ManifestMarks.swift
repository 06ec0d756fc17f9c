import HostResources

/// Adds members to lines of a manifest.
package enum ManifestMarks {
  /// The manifest with a member added at the end of some lines, all other bytes unchanged.
  ///
  /// - Parameters:
  ///   - member: JSON, for instance `"deleted":true`.
  ///   - lines: their numbers, from 1.
  ///   - folder: the recording's folder.
  /// - Throws: `FileError.unfit(path:reason:)` for a line that is too long to keep,
  ///   `FileError.io(path:reason:)`.
  package static func adding(
    _ member: String, to lines: Set<Int>, in folder: FolderHandle
  ) throws(FileError) -> [UInt8] {
    var result: [UInt8] = []
    var reader = try ManifestLines(folder)
    while let line = try reader.next() {
      if line.isTooLong {
        throw .unfit(
          path: "\(folder.path)/\(RecordingFolder.manifest)",
          reason: "line \(line.number) is too long to keep")
      }
      if lines.contains(line.number), let brace = line.bytes.lastIndex(of: UInt8(ascii: "}")) {
        result += line.bytes[..<brace]
        result += Array(",\(member)}".utf8)
      } else {
        result += line.bytes
      }
      if line.isWhole { result.append(UInt8(ascii: "\n")) }
    }
    return result
  }
}

import HostResources

/// Adds members to lines of a manifest.
package enum ManifestMarks {
  /// Bytes written at once.
  private static let block = 1 << 20

  /// Replaces the manifest by a copy with a member appended to some lines and all other bytes unchanged.
  ///
  /// - Parameters:
  ///   - member: JSON, for instance `"deleted":true`.
  ///   - folder: the recording's folder.
  ///   - isMeant: whether to add it to a line.
  /// - Throws: `FileError.unfit(path:reason:)` for a line that is too long to keep, and any error from reading or writing; the
  ///   manifest is then unchanged.
  package static func add(
    _ member: String, in folder: FolderHandle, to isMeant: (ManifestLines.Line) -> Bool
  ) throws(FileError) {
    try folder.replace(RecordingFolder.manifest) { file throws(FileError) in
      var lines = try ManifestLines(folder)
      var bytes: [UInt8] = []
      while let line = try lines.next() {
        if line.isTooLong {
          throw .unfit(
            path: "\(folder.path)/\(RecordingFolder.manifest)",
            reason: "line \(line.number) is too long to keep")
        }
        if isMeant(line), let brace = line.bytes.lastIndex(of: UInt8(ascii: "}")) {
          bytes += line.bytes[..<brace]
          bytes += Array(",\(member)}".utf8)
        } else {
          bytes += line.bytes
        }
        if line.isWhole { bytes.append(UInt8(ascii: "\n")) }
        guard bytes.count >= block else { continue }
        let code = folder.write(bytes.span, to: file)
        guard code == 0 else { return code }
        bytes.removeAll(keepingCapacity: true)
      }
      return folder.write(bytes.span, to: file)
    }
  }
}

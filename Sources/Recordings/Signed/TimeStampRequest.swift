import HostResources

/// Asks for a time stamp of all that a recording's log has signed so far.
package enum TimeStampRequest {
  /// Writes the request beside the log; in a folder of segments beside the last one's, which goes on from all before.
  ///
  /// - Returns: the log's folder, and the digest of its last line.
  /// - Throws: ``FileError/unfit(path:reason:)`` if nothing is signed; otherwise as for writing.
  package static func write(in path: String) throws(FileError) -> (folder: String, digest: String) {
    var folder = try FolderHandle(path)
    if let last = try folder.names().filter({ isSegment($0, in: folder) }).max() {
      folder = try FolderHandle(last, in: folder)
    }
    guard let digest = try SignedLog.end(of: folder) else {
      throw .unfit(path: path, reason: "nothing is signed there: record with --sign")
    }
    let bytes = stride(from: 0, to: digest.utf8.count, by: 2).compactMap { place in
      UInt8(String(decoding: Array(digest.utf8)[place..<place + 2], as: UTF8.self), radix: 16)
    }
    try folder.replace(
      TimeStamp.request, with: TimeStamp.request(for: bytes, nonce: .random(in: .min ... .max)))
    return (folder.path, digest)
  }

  private static func isSegment(_ name: String, in folder: FolderHandle) -> Bool {
    name.utf8.count >= 6 && name.utf8.allSatisfy { $0 >= 48 && $0 <= 57 }
      && folder.exists(FileName("\(name)/\(SignedLog.name)"))
  }
}

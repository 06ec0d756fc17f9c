import Glibc

/// The format of lines on standard error.
package enum LogFormat: String, Sendable, CaseIterable {
  /// For people.
  case text
  /// One object per line, for programs.
  case json

  /// Whether standard error is the journal: `JOURNAL_STREAM` has its device and inode
  /// (systemd.exec(5)). It isn't if it was redirected since.
  package static let isJournal: Bool = {
    guard let stream = unsafe getenv("JOURNAL_STREAM") else { return false }
    var status = stat()
    // SAFETY: writes to `status` only.
    guard unsafe fstat(2, &status) == 0 else { return false }
    return unsafe isStream(
      String(cString: stream), device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }()

  package static func isStream(_ stream: String, device: UInt64, inode: UInt64) -> Bool {
    stream == "\(device):\(inode)"
  }
}

import Glibc
import Logging

/// How lines on standard error look.
enum LogFormat: String, CaseIterable {
  /// For people.
  case text
  /// One object per line, for programs.
  case json

  /// The priority of a level as journald reads it at the start of a line (sd-daemon(3)).
  static func priority(_ level: Logger.Level) -> Int {
    switch level {
    case .critical: 2
    case .error: 3
    case .warning: 4
    case .notice: 5
    case .info: 6
    case .debug, .trace: 7
    }
  }

  /// Whether standard error is the journal: `JOURNAL_STREAM` has its device and inode (systemd.exec(5)). If it has been
  /// redirected since, it isn't.
  static let isJournal: Bool = {
    guard let stream = unsafe getenv("JOURNAL_STREAM") else { return false }
    var status = stat()
    // SAFETY: writes to `status` only.
    guard unsafe fstat(2, &status) == 0 else { return false }
    return unsafe isStream(
      String(cString: stream), device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }()

  static func isStream(_ stream: String, device: UInt64, inode: UInt64) -> Bool {
    stream == "\(device):\(inode)"
  }
}

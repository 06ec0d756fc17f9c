import Glibc
import HostResources

/// Disk space reserved from the start, so that a recording can be finished, and its oldest pictures freed, even if the disk has
/// filled up or has no inodes left.
///
/// It is held by unnamed files, so nothing is left behind however the process ends.
package final class DiskReserve {
  private let files: [Int32]
  /// For a description, the mark of what is freed, the lock on what is kept, and one to spare.
  private static let inodes = 4

  /// Space for a new description beside the existing one, doubled for safety.
  ///
  /// - Parameter session: size of `session.json` in bytes.
  package static func bytes(session: Int) -> Int { 65_536 + 2 * session }

  /// Reserves the space if available; the recording continues without it.
  package init(_ folder: FolderHandle, bytes: Int) {
    files = (0..<Self.inodes).map { folder.reserve(bytes: $0 == 0 ? bytes : 1) }
  }
  deinit { for file in files where file >= 0 { close(file) } }
}

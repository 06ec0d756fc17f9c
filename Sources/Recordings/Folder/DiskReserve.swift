import Glibc
import HostResources

/// Disk space reserved from the start, so that a recording can be finished even if the disk has filled up.
///
/// It is held by an unnamed file, so nothing is left behind however the process ends.
package final class DiskReserve {
  private let file: Int32

  /// Space for a new description beside the existing one, doubled for safety.
  ///
  /// - Parameter session: size of `session.json` in bytes.
  package static func bytes(session: Int) -> Int { 65_536 + 2 * session }

  /// Reserves the space if available; the recording continues without it.
  package init(_ folder: FolderHandle, bytes: Int) { file = folder.reserve(bytes: bytes) }

  /// Whether the space was available.
  package var isHeld: Bool { file >= 0 }

  deinit { if file >= 0 { close(file) } }
}

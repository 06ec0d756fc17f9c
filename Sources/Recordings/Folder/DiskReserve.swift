import Glibc
import HostResources

/// Room on a recording's disk, held from the start, so that the recording can be finished even if the disk has
/// become full.
///
/// A nameless file holds it: however the process ends, nothing stays behind.
package final class DiskReserve {
  private let file: Int32

  /// Room for a new description beside the existing one, with as much again to spare.
  ///
  /// - Parameter session: size of `session.json` in bytes.
  package static func bytes(session: Int) -> Int { 65_536 + 2 * session }

  /// Reserves the room if there is any; without it the recording goes on.
  package init(_ folder: FolderHandle, bytes: Int) { file = folder.reserve(bytes: bytes) }

  /// Whether there was room.
  package var isHeld: Bool { file >= 0 }

  deinit { if file >= 0 { close(file) } }
}

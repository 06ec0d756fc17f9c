import Glibc
import HostResources

/// Some room on a recording's disk that is held from its start, so that its end can be written to a disk that has
/// become full meanwhile.
///
/// A nameless file holds it: whatever ends the process, nothing stays behind.
package final class DiskReserve {
  private let file: Int32

  /// Room for a description that is written anew beside the one that is there, with as much to spare.
  ///
  /// - Parameter session: bytes of `session.json`.
  package static func bytes(session: Int) -> Int { 65_536 + 2 * session }

  /// Where there is no such room the recording goes on without.
  package init(_ folder: FolderHandle, bytes: Int) { file = folder.reserve(bytes: bytes) }

  /// Whether there was room.
  package var isHeld: Bool { file >= 0 }

  deinit { if file >= 0 { close(file) } }
}

import Foundation
import Glibc
import HostResources

/// The folders in which workers make pieces: each worker has its own, locked while it lives.
enum Rooms {
  /// The machine's name, reduced to letters, digits and hyphens.
  static let host: String = {
    let name = ProcessInfo.processInfo.hostName.prefix { $0 != "." }
    return String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
  }()

  /// A name unique to this worker.
  static func name() -> String {
    "\(host)-\(getpid())-\(String(UInt32.random(in: 0 ... .max), radix: 36))"
  }

  /// Creates a room, and locks it until the handle is released.
  static func enter(_ path: String) throws(FileError) -> FolderHandle {
    let room = try FolderHandle.creating(path)
    try room.lock()
    return room
  }

  /// Removes the rooms of killed workers. What can't be removed stays.
  ///
  /// - Parameters:
  ///   - path: the folder of all rooms.
  ///   - host: only rooms of this machine whose processes are gone; `nil` for all unlocked ones.
  static func sweep(_ path: String, host: String?) {
    guard let names = try? FolderHandle(path).names() else { return }
    for name in names {
      if let host {
        let parts = name.split(separator: "-")
        guard name.hasPrefix(host + "-"), parts.count >= 3, let process = pid_t(parts[parts.count - 2]),
          kill(process, 0) != 0, errno == ESRCH
        else { continue }
      }
      guard let room = try? FolderHandle("\(path)/\(name)"), (try? room.lock()) != nil else { continue }
      withExtendedLifetime(room) { try? FileManager.default.removeItem(atPath: "\(path)/\(name)") }
    }
  }
}

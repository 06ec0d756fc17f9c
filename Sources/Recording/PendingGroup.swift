import CFileSystem
import Glibc
import HostResources

/// Pictures that are written and not yet synchronised, as open files.
package struct PendingGroup: ~Copyable {
  /// Pictures of a group at most.
  package static let largest = 32
  /// Nanoseconds after which a group is synchronised, however small.
  package static let longest: Int64 = 1_000_000_000

  // Files that the rest of a run opens beside a group's, and a few more: a segment that ends and one that begins, the newest
  // picture, metrics, a camera that is opened again, programs at the control socket.
  private static let others = 16

  /// Pictures of this group at most.
  package let most: Int
  private var files: [Int32] = []
  private var last: Int64 = 0

  package init() {
    most = Self.room
    files.reserveCapacity(most)
  }

  /// Pictures that a group may hold open at present: each is an open file, of which a process has so many.
  package static var room: Int {
    var limit = rlimit()
    // SAFETY: writes to `limit` only.
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return largest }
    return room(of: Int(clamping: limit.rlim_cur), open: ProcessFigures.openDescriptors)
  }

  package static func room(of limit: Int, open: Int) -> Int { min(largest, max(1, limit - open - others)) }

  /// What is to be said where there is room for few; `nil` where there is enough.
  package static var remark: String? {
    let room = room
    return room == largest
      ? nil
      : "few files may be open at once (ulimit -n), so --durability group synchronises after every \(room) "
        + "\(room == 1 ? "picture" : "pictures"), not after every \(largest)"
  }

  /// Whether opening a file failed as too many are open.
  ///
  /// - Parameter file: a descriptor, or a negative errno.
  package static func isOutOfFiles(_ file: Int32) -> Bool { file == -EMFILE || file == -ENFILE }

  deinit { for index in files.indices { close(files[index]) } }

  /// - Parameter file: becomes this group's to close.
  package mutating func append(_ file: Int32) {
    files.append(file)
    // By the time of the group's synchronisation most is on the disk: measured, that takes a third of the time then.
    cfilesystem_begin_writing(file)
  }

  package var isEmpty: Bool { files.isEmpty }

  /// Whether the group is full, or its time is over.
  package func isDue(at now: Int64) -> Bool { files.count >= most || now - last >= Self.longest }

  /// Synchronises all files, the folder's names and the manifest.
  ///
  /// - Returns: 0, or the first errno; all files are closed either way.
  package mutating func synchronize(_ folder: FolderHandle, manifest: Int32, at now: Int64) -> Int32 {
    last = now
    var code: Int32 = 0
    for index in files.indices {
      if code == 0 { code = folder.synchronize(files[index], dataOnly: true) }
      close(files[index])
    }
    if code == 0 && !files.isEmpty { code = folder.synchronize() }
    files.removeAll(keepingCapacity: true)
    if code == 0 { code = folder.synchronize(manifest, dataOnly: true) }
    return code
  }
}

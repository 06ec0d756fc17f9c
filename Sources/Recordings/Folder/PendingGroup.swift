import CFileSystem
import Glibc
import HostResources

/// Pictures written but not yet synchronized, as open files.
package struct PendingGroup: ~Copyable {
  /// The most pictures in a group.
  package static let largest = 32
  /// Nanoseconds after which a group is synchronized, however small.
  package static let longest: Int64 = 1_000_000_000

  // Files that the rest of a run opens, and a few more: an ending and a beginning segment, the newest picture, metrics, a
  // camera being reopened, programs at the control socket.
  private static let others = 16

  /// The most pictures in this group.
  package let most: Int
  private var files: [Int32] = []
  private var last: Int64 = 0

  package init() {
    most = Self.room
    files.reserveCapacity(most)
  }

  /// How many pictures a group may hold open now: each is an open file, and a process's open files are limited.
  package static var room: Int {
    guard let limit = ProcessFigures.descriptorLimit else { return largest }
    return room(of: limit, open: ProcessFigures.openDescriptors)
  }

  package static func room(of limit: Int, open: Int) -> Int { min(largest, max(1, limit - open - others)) }

  /// A message for the user when few files may be open; `nil` when there are enough.
  package static var remark: String? {
    let room = room
    return room == largest
      ? nil
      : "the limit on open files (ulimit -n) is low, so --durability group synchronises after every \(room) "
        + "\(room == 1 ? "picture" : "pictures"), not after every \(largest)"
  }

  /// Whether opening a file failed because too many files are open.
  ///
  /// - Parameter file: a descriptor, or a negative errno.
  package static func isOutOfFiles(_ file: Int32) -> Bool { file == -EMFILE || file == -ENFILE }

  deinit { for index in files.indices { close(files[index]) } }

  /// Adds a written picture.
  ///
  /// - Parameter file: ownership passes to the group, which closes it.
  package mutating func append(_ file: Int32) {
    files.append(file)
    // Most data is then on disk before the group is synchronized, which was measured to cut that time to a third.
    cfilesystem_begin_writing(file)
  }

  package var isEmpty: Bool { files.isEmpty }

  /// Whether the group is full or has waited long enough.
  package func isDue(at now: Int64) -> Bool { files.count >= most || now - last >= Self.longest }

  /// Synchronizes all files, the folder's names and the manifest.
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

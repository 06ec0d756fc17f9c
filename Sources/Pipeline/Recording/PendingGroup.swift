import CFileSystem
import Glibc

/// Pictures that are written and not yet synchronised, as open files.
struct PendingGroup: ~Copyable {
  /// Files of a group at most: open files are few on some machines.
  static let most = 32
  /// Nanoseconds after which a group is synchronised, however small.
  static let longest: Int64 = 1_000_000_000

  private var files: [Int32] = []
  private var last: Int64 = 0

  init() { files.reserveCapacity(Self.most) }

  deinit { for index in files.indices { close(files[index]) } }

  /// - Parameter file: becomes this group's to close.
  mutating func append(_ file: Int32) {
    files.append(file)
    // By the time of the group's synchronisation most is on the disk: measured, that takes a third of the time then.
    cfilesystem_begin_writing(file)
  }

  var isEmpty: Bool { files.isEmpty }

  /// Whether the group is full, or its time is over.
  func isDue(at now: Int64) -> Bool { files.count >= Self.most || now - last >= Self.longest }

  /// Synchronises all files, the folder's names and the manifest.
  ///
  /// - Returns: 0, or the first errno; all files are closed either way.
  mutating func synchronize(_ folder: FolderHandle, manifest: Int32, at now: Int64) -> Int32 {
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

import CFileSystem
import Foundation
import Glibc

/// Crash safety for a folder's files: synchronizing, renaming, subfolders, reserved space.
extension FolderHandle {
  // MARK: - Power cuts

  /// Flushes a file's bytes to the disk; 0 or an errno. Counts as done on file systems that can't.
  /// `dataOnly` permits omitting times, as fdatasync(2) does.
  package func synchronize(_ file: Int32, dataOnly: Bool = false) -> Int32 {
    let code = SystemCall.code { dataOnly ? fdatasync(file) : fsync(file) }
    return code == EINVAL || code == ENOTSUP || code == ENOSYS ? 0 : code
  }

  /// Flushes the names in the folder to the disk; 0 or an errno.
  package func synchronize() -> Int32 { synchronize(descriptor) }

  /// Flushes the whole file system containing the folder; 0 or an errno.
  package func synchronizeFileSystem() -> Int32 {
    let code = SystemCall.code { cfilesystem_synchronize_all(descriptor) }
    return code == EINVAL || code == ENOTSUP || code == ENOSYS ? 0 : code
  }

  /// Flushes the name of a new folder to the disk, if possible.
  package static func synchronizeParent(of path: String) {
    let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
    guard let handle = try? FolderHandle(parent) else { return }
    _ = handle.synchronize()
  }

  // MARK: - Names

  /// Renames a file or folder, replacing any file with the new name; 0 or an errno.
  package func rename(_ name: FileName, to new: FileName) -> Int32 {
    // SAFETY: both names end with a NUL and live through the call.
    unsafe name.withCString { from in
      unsafe new.withCString { to in
        SystemCall.code { unsafe renameat(descriptor, from, descriptor, to) }
      }
    }
  }

  /// Gives a file a second name, in another folder, never replacing another; 0 or an errno.
  package func link(_ name: FileName, to new: FileName, in other: FolderHandle) -> Int32 {
    // SAFETY: both names end with a NUL and live through the call.
    unsafe name.withCString { from in
      unsafe new.withCString { to in
        SystemCall.code { unsafe linkat(descriptor, from, other.descriptor, to, 0) }
      }
    }
  }

  /// How many names a regular file has; `nil` if there is none of that name.
  package func linkCount(_ name: FileName) -> Int? { entry(name, ofKind: S_IFREG).map { Int($0.st_nlink) } }

  /// Whether two names are one file's.
  package func isSameFile(_ name: FileName, as other: FileName, in folder: FolderHandle) -> Bool {
    guard let (own, others) = entry(name).flatMap({ own in folder.entry(other).map { (own, $0) } }) else {
      return false
    }
    return own.st_dev == others.st_dev && own.st_ino == others.st_ino
  }

  /// Truncates a file; 0 or an errno.
  package func truncate(_ file: Int32, to bytes: Int) -> Int32 {
    SystemCall.code { ftruncate(file, bytes) }
  }

  /// Distinguishes a file's content from that of a file that replaced it; `nil` if there is no file of that name.
  package func version(_ name: FileName) -> FileVersion? {
    entry(name, ofKind: S_IFREG).map {
      FileVersion(
        inode: UInt64($0.st_ino), bytes: $0.bytes, seconds: Int($0.st_mtim.tv_sec),
        nanoseconds: Int($0.st_mtim.tv_nsec))
    }
  }

  // MARK: - Subfolders

  package func hasFolder(_ name: FileName) -> Bool { entry(name, ofKind: S_IFDIR) != nil }

  /// Gives an open file the times of another; 0 or an errno.
  package func copyTimes(of name: FileName, to file: Int32) -> Int32 {
    guard let status = entry(name) else { return ENOENT }
    let times = [status.st_atim, status.st_mtim]
    return SystemCall.code { unsafe futimens(file, times) }
  }

  /// Whether this process can make another file that belongs to the same user.
  package func canMakeAnother(like name: FileName) -> Bool {
    geteuid() == 0 || entry(name)?.st_uid == geteuid()
  }

  package func makeFolder(_ name: FileName) -> Int32 {
    // SAFETY: the name ends with a NUL and lives through the call.
    unsafe name.withCString { name in SystemCall.code { unsafe mkdirat(descriptor, name, 0o755) } }
  }

  /// Removes an empty folder; 0 or an errno.
  package func removeFolder(_ name: FileName) -> Int32 {
    // SAFETY: the name ends with a NUL and lives through the call.
    unsafe name.withCString { name in
      SystemCall.code { unsafe unlinkat(descriptor, name, AT_REMOVEDIR) }
    }
  }

  // MARK: - Bytes at an offset

  /// Writes all bytes at an offset in a file; 0 or an errno.
  package func write(_ bytes: Span<UInt8>, to file: Int32, at offset: Int) -> Int32 {
    // SAFETY: the pointer is valid for `count` bytes.
    unsafe SystemCall.write(bytes) { start, count, done in unsafe pwrite(file, start, count, offset + done) }
  }

  /// Reads bytes at an offset in a file into an array's storage; returns their number, or a negative errno.
  package func read(_ file: Int32, at offset: Int, into buffer: inout [UInt8]) -> Int {
    // SAFETY: reads at most the buffer's own length into it.
    unsafe buffer.withUnsafeMutableBytes { room in
      SystemCall.result { unsafe pread(file, room.baseAddress, room.count, offset) }
    }
  }

  // MARK: - Reserved space

  /// Opens an unnamed file that takes up space until closed; returns its descriptor, or a negative errno.
  package func reserve(bytes: Int) -> Int32 {
    let name = FileName(Self.reserveName)
    // SAFETY: the name ends with a NUL and lives through the call.
    return unsafe name.withCString { unsafe cfilesystem_reserve(descriptor, $0, Int64(bytes)) }
  }

  /// The name that the file has briefly if the file system requires one.
  package static let reserveName = ".reserve.tmp"
}

/// Identifies one content of a file.
package struct FileVersion: Equatable {
  package var inode: UInt64
  package var bytes: Int
  package var seconds: Int
  package var nanoseconds: Int
}

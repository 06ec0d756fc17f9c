import Compositor
import Glibc
import HostResources
import Recordings

/// Keeps the newest picture under one name: each is written beside it and renamed, so that readers
/// always find a complete file.
final class LatestSink: SinkWriter {
  private let path: String
  // By path: the folder may be created again while the job runs.
  private var replacement: Replacement

  /// - Throws: `FileError.cannotCreate(path:reason:)` when no file can be created, or when
  ///   something other than a file has the name, as a rename would replace a device with a picture.
  init(path: String) throws(FileError) {
    self.path = path
    replacement = Replacement(in: AT_FDCWD, name: path, temporary: path + TemporaryName.usual, prefix: path)
    try TargetPath.check(path)
    let file = replacement.open()
    if file < 0 { throw .cannotCreate(path: path, reason: SystemCall.text(-file)) }
    _ = SystemCall.close(file)
    replacement.clear()
  }

  func write(_ issue: Issue) throws(FileError) -> Int64? {
    let file = replacement.open()
    if file < 0 { throw FolderHandle.error(-file, path: path, isCreating: true) }
    let code = replacement.finish(file, after: issue.picture.withJPEG { SystemCall.write($0, to: file) })
    if code != 0 { throw FolderHandle.error(code, path: path, isCreating: false) }
    return MonotonicClock.now()
  }
}

extension SinkDestination {
  /// A file that always holds the newest picture.
  package static func latest(_ path: String) -> SinkDestination {
    SinkDestination(path, "file", .live, place: 4, allow: { $0.write(path) }) { _ in
      try LatestSink(path: path)
    }
  }
}

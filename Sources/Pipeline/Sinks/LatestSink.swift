import Compositor
import Glibc
import HostResources

/// Keeps the newest picture under one name: each is written beside it and renamed, so that a reader always finds
/// a whole file.
final class LatestSink: FrameSink {
  private let path: String
  // By path: the folder may be made anew while the job runs.
  private var replacement: Replacement

  /// - Throws: ``FileError/cannotCreate(path:reason:)`` where something else than a file bears the name, as a rename
  ///   would put a picture in a device's place, or where no file can be made.
  init(path: String) throws(FileError) {
    self.path = path
    replacement = Replacement(in: AT_FDCWD, name: path, temporary: path + TemporaryName.usual, prefix: path)
    try TargetPath.check(path)
    let file = replacement.open()
    if file < 0 { throw .cannotCreate(path: path, reason: SystemCall.text(-file)) }
    _ = SystemCall.close(file)
    replacement.clear()
  }

  @discardableResult
  func write(_ frame: OutputFrame) throws(FileError) -> Bool {
    let file = replacement.open()
    if file < 0 { throw FolderHandle.error(-file, path: path, isCreating: true) }
    let code = replacement.finish(file, after: frame.withJPEG { SystemCall.write($0, to: file) })
    if code != 0 { throw FolderHandle.error(code, path: path, isCreating: false) }
    return true
  }
}

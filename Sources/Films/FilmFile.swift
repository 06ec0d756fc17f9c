import Foundation
import Glibc
import HostResources

/// The file that a film is written to: new, appended to in complete pieces, with its headers completed at the end.
///
/// A piece that can't be written is removed again: what was there before is still a complete film.
package final class FilmFile {
  /// Its path, once it is finished.
  package let path: String
  /// Open for writing.
  package let descriptor: Int32
  private let folder: FolderHandle
  private let name: FileName
  private let temporary: FileName?
  // Whether it has no name at all until the end.
  private let isNameless: Bool
  private let watch: LinkWatch
  /// Bytes in the file.
  package private(set) var size = 0

  /// - Parameters:
  ///   - path: the film's; no file may exist there.
  ///   - isHidden: whether it has another name until ``finish()``, so that an incomplete film can't be found.
  /// - Throws: `FileError.cannotCreate(path:reason:)`, also when something exists there.
  package convenience init(_ path: String, isHidden: Bool) throws(FileError) {
    try self.init(path, isHidden: isHidden, isNameless: false)
  }

  /// A file that another program fills. Where the file system can (`O_TMPFILE`), it has no name until ``finish()``, and nothing is
  /// left of it even by a kill.
  package convenience init(filledByOthers path: String) throws(FileError) {
    try self.init(path, isHidden: true, isNameless: true)
  }

  private init(_ path: String, isHidden: Bool, isNameless: Bool) throws(FileError) {
    self.path = path
    let url = URL(fileURLWithPath: path)
    do { folder = try FolderHandle(url.deletingLastPathComponent().path) } catch {
      throw .cannotCreate(path: path, reason: error.reason)
    }
    name = FileName(url.lastPathComponent)
    if folder.exists(name) { throw Self.taken(path) }
    let nameless = isNameless ? folder.openNameless() : -1
    self.isNameless = nameless >= 0
    temporary =
      isHidden && nameless < 0 ? FileName(".\(url.lastPathComponent)\(TemporaryName.usual)") : nil
    descriptor =
      if nameless >= 0 { nameless } else if let temporary { folder.openTemporary(temporary) } else {
        folder.openNew(name)
      }
    watch = LinkWatch(descriptor, named: temporary ?? name, in: folder)
    guard descriptor >= 0 else {
      switch -descriptor {
      case EEXIST: throw Self.taken(path)
      case EBUSY: throw .busy(path: path, reason: "another dualcam is writing it")
      case let code: throw FolderHandle.error(code, path: path, isCreating: true)
      }
    }
  }

  deinit {
    // If the temporary file couldn't be opened, it is somebody else's.
    guard descriptor >= 0 else { return }
    close(descriptor)
    if !isFinished, let temporary { folder.remove(temporary) }
  }

  private var isFinished = false

  private static func taken(_ path: String) -> FileError {
    .cannotCreate(path: path, reason: "it exists and won't be overwritten; use another name, or remove it")
  }

  /// Appends all of the bytes or none.
  package func append(_ bytes: Span<UInt8>) throws(FileError) {
    let code = folder.write(bytes, to: descriptor, at: size)
    guard code == 0 else {
      _ = folder.truncate(descriptor, to: size)
      throw error(code)
    }
    size += bytes.count
  }

  /// - Throws: `FileError.gone(path:)` when the file was removed, because anything written to it would be lost.
  func checkName() throws(FileError) { if watch.isGone { throw .gone(path: path) } }

  /// Bytes in the file by whoever wrote them.
  package var wholeSize: Int {
    var status = stat()
    // SAFETY: writes to `status` only.
    return unsafe fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Flushes what was written to the disk; a running job's film then survives a power cut up to here.
  package func synchronize() throws(FileError) {
    let code = folder.synchronize(descriptor, dataOnly: true)
    if code != 0 { throw error(code) }
  }

  /// Completes the film and gives it its name.
  package func finish() throws(FileError) {
    var code = folder.synchronize(descriptor)
    if code == 0, isNameless { code = folder.name(descriptor, name) }
    if code == 0, let temporary { code = folder.renameNew(temporary, to: name) }
    if code == EEXIST { throw Self.taken(path) }
    guard code == 0 else { throw error(code) }
    isFinished = true
    _ = folder.synchronize()
  }

  func error(_ code: Int32) -> FileError { FolderHandle.error(code, path: path, isCreating: false) }
}

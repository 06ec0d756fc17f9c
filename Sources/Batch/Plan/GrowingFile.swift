import Glibc
import HostResources

/// A file that grows under a temporary name, and counts only once complete.
struct GrowingFile: ~Copyable {
  private let folder: FolderHandle
  private let name: String
  private let path: String
  private let temporary: FileName
  private let file: Int32
  private var buffer: [UInt8] = []
  private var digest = SHA256()
  /// The bytes added.
  private(set) var count = 0

  /// - Parameter path: names it in errors.
  init(_ name: String, in folder: FolderHandle, path: String) throws(FileError) {
    (self.folder, self.name, self.path) = (folder, name, path)
    // A unique name, because another process may be writing the same file.
    temporary = FileName(".\(name)\(TemporaryName.suffix())")
    file = folder.openTemporary(temporary)
    guard file >= 0 else { throw FolderHandle.error(-file, path: path, isCreating: true) }
  }

  deinit {
    close(file)
    _ = folder.remove(temporary)
  }

  mutating func add(_ bytes: [UInt8]) throws(FileError) {
    digest.update(bytes.span)
    buffer += bytes
    count += bytes.count
    if buffer.count >= 1 << 20 { try flush() }
  }

  private mutating func flush() throws(FileError) {
    try check(folder.write(buffer.span, to: file))
    buffer.removeAll(keepingCapacity: true)
  }

  /// The SHA-256 of what was added since the last call.
  mutating func sum() -> String { digest.finish() }

  /// Gives it its name, replacing an older file.
  mutating func finish() throws(FileError) {
    try flush()
    try check(folder.synchronize(file))
    try check(folder.rename(temporary, to: FileName(name)))
    _ = folder.synchronize()
  }

  private func check(_ code: Int32) throws(FileError) {
    guard code == 0 else { throw FolderHandle.error(code, path: path, isCreating: false) }
  }
}

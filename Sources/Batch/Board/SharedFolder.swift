// What NFS does and doesn't promise: RFC 1813 (link, rename, exclusive create), nfs(5) "close-to-open cache consistency", and
// open(2) on link(2) as the way to create a file exactly once.

import Foundation
import Glibc
import HostResources

/// A folder on a disk or a server, in which workers coordinate without locks, within what NFS guarantees.
///
/// Paths are relative to it. Workers create only regular files: anything else in a file's place counts as absent, and is moved
/// away when a file is created there. Only creating a file that must not exist, and renaming, decide anything between workers;
/// both are atomic on the server.
@safe
final class SharedFolder {
  let path: String
  /// Distinguishes this process's temporary files from all others.
  private let own: String
  private var count = 0

  /// - Parameters:
  ///   - path: an existing folder.
  ///   - own: a name unique to this process.
  init(_ path: String, own: String) {
    self.path = path
    self.own = own
  }

  private func whole(_ name: String) -> String { "\(path)/\(name)" }

  private func error(_ code: Int32, _ name: String, isCreating: Bool = false) -> FileError {
    FolderHandle.error(code, path: whole(name), isCreating: isCreating)
  }

  private enum Place { case empty, file, foreign, unknown }

  /// What is in a file's place.
  private func place(_ name: String) -> Place {
    var status = stat()
    // SAFETY: the string lives through the call, which writes to `status` only.
    let code = SystemCall.code { unsafe lstat(whole(name), &status) }
    if code == 0 { return status.st_mode & S_IFMT == S_IFREG ? .file : .foreign }
    return [ENOENT, ESTALE, ENOTDIR].contains(code) ? .empty : .unknown
  }

  /// The names of the files in a folder; none if it doesn't exist.
  func names(in folder: String) throws(FileError) -> [String] {
    do { return try FolderHandle(whole(folder)).names(filesOnly: true) } catch {
      if place(folder) == .empty { return [] }
      throw error
    }
  }

  /// Creates a folder if missing.
  func makeFolder(_ name: String) throws(FileError) {
    // SAFETY: the string lives through the call.
    let code = SystemCall.code { unsafe mkdir(whole(name), 0o755) }
    if code != 0, code != EEXIST { throw error(code, name, isCreating: true) }
  }

  /// Writes a file under another name, from which the final one is made.
  private func prepare(_ name: String, _ bytes: [UInt8]) throws(FileError) -> String {
    count += 1
    let temporary = "\(whole(name)).\(own).\(count)"
    // SAFETY: the string lives through the call.
    let file = SystemCall.result { unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644) }
    guard file >= 0 else { throw error(-file, name, isCreating: true) }
    var code = SystemCall.write(bytes.span, to: file)
    if code == 0 { code = SystemCall.code { fsync(file) } }
    let closed = SystemCall.close(file)
    if code == 0 { code = closed }
    guard code == 0 || code == EINVAL else {
      unsafe unlink(temporary)
      throw error(code, name, isCreating: true)
    }
    return temporary
  }

  /// Creates a complete file; `false` if one of that name exists already.
  func create(_ name: String, _ bytes: [UInt8]) throws(FileError) -> Bool {
    let temporary = try prepare(name, bytes)
    defer { unsafe unlink(temporary) }
    // SAFETY: both strings live through the calls.
    let code = SystemCall.code { unsafe link(temporary, whole(name)) }
    if code == 0 { return true }
    // A server's answer may be lost and the call repeated: the number of names is reliable.
    var status = stat()
    // Opening it makes sure that the server is asked.
    let again = SystemCall.result { unsafe open(temporary, O_RDONLY | O_NOFOLLOW | O_CLOEXEC) }
    let asked = again < 0 ? -again : SystemCall.code { unsafe fstat(again, &status) }
    if again >= 0 { close(again) }
    if asked == 0, status.st_nlink == 2 { return true }
    if code == EEXIST { return try clearPlace(name) ? create(name, bytes) : false }
    // File systems without links, such as FAT and some FUSE ones.
    guard code == EPERM || code == ENOTSUP || code == EMLINK || code == ENOSYS else {
      throw error(code, name, isCreating: true)
    }
    let file = SystemCall.result { unsafe open(whole(name), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644) }
    if file == -EEXIST { return false }
    guard file >= 0 else { throw error(-file, name, isCreating: true) }
    let written = SystemCall.write(bytes.span, to: file)
    let closed = SystemCall.close(file)
    if written != 0 || closed != 0 {
      unsafe unlink(whole(name))
      throw error(written != 0 ? written : closed, name, isCreating: true)
    }
    return true
  }

  /// Creates or replaces a complete file.
  func replace(_ name: String, _ bytes: [UInt8]) throws(FileError) {
    let temporary = try prepare(name, bytes)
    // SAFETY: both strings live through the calls.
    var code = SystemCall.code { unsafe Glibc.rename(temporary, whole(name)) }
    if code == EISDIR, (try? clearPlace(name)) ?? false {
      code = SystemCall.code { unsafe Glibc.rename(temporary, whole(name)) }
    }
    guard code == 0 else {
      unsafe unlink(temporary)
      throw error(code, name)
    }
  }

  /// A file's bytes; `nil` if there is none.
  func read(_ name: String) throws(FileError) -> [UInt8]? {
    let url = URL(filePath: whole(name))
    do {
      let folder = try FolderHandle(url.deletingLastPathComponent().path)
      return try folder.read(url.lastPathComponent)
    } catch {
      if [.empty, .foreign].contains(place(name)) { return nil }
      throw error
    }
  }

  /// Whether such a file exists according to the server, not a cache.
  func has(_ name: String) throws(FileError) -> Bool {
    // Opening asks the server; the client's cache alone may answer stat(2).
    // SAFETY: the string lives through the call.
    let file = SystemCall.result { unsafe open(whole(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
    if file == -ENOENT || file == -ESTALE { return false }
    guard file >= 0 else {
      if place(name) == .foreign { return false }
      throw error(-file, name)
    }
    defer { close(file) }
    var status = stat()
    // SAFETY: writes to `status` only.
    let code = SystemCall.code { unsafe fstat(file, &status) }
    guard code == 0 else { throw error(code, name) }
    return status.st_mode & S_IFMT == S_IFREG
  }

  /// Removes a file, which may already be gone.
  func remove(_ name: String) throws(FileError) {
    // SAFETY: the string lives through the call.
    let code = SystemCall.code { unsafe unlink(whole(name)) }
    if code == 0 || code == ENOENT || code == ESTALE { return }
    if try !clearPlace(name) { throw error(code, name) }
  }

  /// Clears a file's place: removes a link or a pipe, and renames a folder; `false` if there is none of these.
  func clearPlace(_ name: String) throws(FileError) -> Bool {
    guard place(name) == .foreign else { return false }
    count += 1
    let aside = "\(name).aside.\(own).\(count)"
    // Another process clearing it may have been first, and created its file meanwhile: never remove a name that all see.
    // SAFETY: the strings live through the calls.
    var code = SystemCall.code { unsafe Glibc.rename(whole(name), whole(aside)) }
    // When confined, only files and folders may be renamed.
    if code == EACCES { code = SystemCall.code { unsafe unlink(whole(name)) } }
    if code == ENOENT || code == ESTALE { return true }
    guard code == 0 else { throw error(code, name) }
    if place(aside) == .file {
      let url = URL(filePath: whole(name))
      _ = try FolderHandle(url.deletingLastPathComponent().path).renameNew(
        FileName((aside as NSString).lastPathComponent), to: FileName(url.lastPathComponent))
    }
    // Remove what is left; a folder stays.
    // SAFETY: the string lives through the call.
    unsafe unlink(whole(aside))
    return true
  }
}

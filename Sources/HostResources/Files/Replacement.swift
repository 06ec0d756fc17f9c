import Glibc

/// Replaces a file completely, once or repeatedly: writes under a temporary name beside the final one and
/// renames, so a reader finds the old file or the new one, never part of one.
///
/// The new file has the old one's mode, and its owner if that can be kept.
package struct Replacement {
  private let folder: Int32
  private let final: FileName
  private let model: FileName
  private let isModelBinding: Bool
  private let prefix: String
  private var temporary: FileName

  /// - Parameters:
  ///   - folder: an open folder, or `AT_FDCWD` if the names are paths.
  ///   - name: the final name.
  ///   - temporary: the name tried first; a file of that name is removed. If it can't be, an unguessable name is tried.
  ///   - prefix: the beginning of the unguessable name.
  ///   - model: another file whose mode and owner it must have.
  package init(in folder: Int32, name: String, temporary: String, prefix: String, like model: String? = nil) {
    self.folder = folder
    final = FileName(name)
    self.model = model.map { FileName($0) } ?? final
    isModelBinding = model != nil
    self.prefix = prefix
    self.temporary = FileName(temporary)
  }

  /// Creates the temporary file; returns its descriptor, or a negative errno.
  package mutating func open() -> Int32 {
    var file = openNew()
    if file == -EEXIST {
      // Left by a killed run or put there by someone else: either way it is removed.
      clear()
      file = openNew()
    }
    if file == -EEXIST {
      // A folder, or a file that only its owner may remove.
      temporary = FileName(prefix + TemporaryName.suffix())
      file = openNew()
    }
    return file
  }

  private func openNew() -> Int32 {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    var old = stat()
    // SAFETY: the names end with a NUL and live through the calls; the first writes to `old` only.
    let code = unsafe model.withCString { unsafe fstatat(folder, $0, &old, AT_SYMLINK_NOFOLLOW) }
    let hasModel = code == 0 && old.st_mode & S_IFMT == S_IFREG
    // Private from the beginning, if it is to be.
    let file = unsafe temporary.withCString { name in
      SystemCall.result { unsafe openat(folder, name, flags, hasModel ? old.st_mode & 0o777 : 0o644) }
    }
    guard file >= 0, hasModel else { return file }
    let failure = SystemCall.copyAccess(of: old, to: file)
    guard failure != 0, isModelBinding else { return file }
    _ = SystemCall.close(file)
    clear()
    return -failure
  }

  /// Removes the temporary file.
  package func clear() {
    // SAFETY: as in `openNew`.
    unsafe temporary.withCString { name in _ = SystemCall.code { unsafe unlinkat(folder, name, 0) } }
  }

  /// Closes the temporary file and gives it the final name; 0 or an errno, after which the temporary file is gone and
  /// the old one untouched.
  ///
  /// - Parameters:
  ///   - file: the descriptor that ``open()`` returned.
  ///   - code: an errno from writing the file, or 0.
  package func finish(_ file: Int32, after code: Int32) -> Int32 {
    // NFS and quotas may report a full disk only here.
    let closed = SystemCall.close(file)
    var code = code == 0 ? closed : code
    if code == 0 {
      // SAFETY: both names end with a NUL and live through the call.
      code = unsafe temporary.withCString { from in
        unsafe final.withCString { to in
          SystemCall.code { unsafe renameat(folder, from, folder, to) }
        }
      }
    }
    if code != 0 { clear() }
    return code
  }
}

import Glibc

/// Replaces a file completely, once or repeatedly: writes under a temporary name beside the final one and
/// renames, so a reader finds the old file or the new one, never part of one.
package struct Replacement {
  private let folder: Int32
  private let final: FileName
  private let prefix: String
  private var temporary: FileName

  /// - Parameters:
  ///   - folder: an open folder, or `AT_FDCWD` if the names are paths.
  ///   - name: the final name.
  ///   - temporary: the name tried first; a file of that name is removed. If it can't be, an unguessable name is tried.
  ///   - prefix: the beginning of the unguessable name.
  package init(in folder: Int32, name: String, temporary: String, prefix: String) {
    self.folder = folder
    final = FileName(name)
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
    // SAFETY: the name ends with a NUL and lives through the call.
    return unsafe temporary.withCString { name in
      SystemCall.result { unsafe openat(folder, name, flags, 0o644) }
    }
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

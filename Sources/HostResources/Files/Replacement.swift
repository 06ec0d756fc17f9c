import Glibc

/// Puts a file in place whole, once or again and again: it is written under a temporary name beside the final one and renamed,
/// so that a reader finds the old one or the new one, and never a part.
package struct Replacement {
  private let folder: Int32
  private let final: FileName
  private let prefix: String
  private var temporary: FileName

  /// - Parameters:
  ///   - folder: an open folder, or `AT_FDCWD` where the names are paths.
  ///   - temporary: the name that is tried first; what is there under it goes. One that stands in the way has another name tried
  ///     that nobody can have guessed.
  ///   - prefix: what such a name begins with.
  package init(in folder: Int32, name: String, temporary: String, prefix: String) {
    self.folder = folder
    final = FileName(name)
    self.prefix = prefix
    self.temporary = FileName(temporary)
  }

  /// Makes the temporary file; its descriptor, or a negative errno.
  package mutating func open() -> Int32 {
    var file = openNew()
    if file == -EEXIST {
      // What a killed run left, or a stranger's: either way it goes.
      clear()
      file = openNew()
    }
    if file == -EEXIST {
      // A folder, or what only its owner may remove.
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

  /// Closes the temporary file and gives it the final name; 0 or an errno, and then it is gone and what was there is as before.
  ///
  /// - Parameter code: an errno of writing it, or 0.
  package func finish(_ file: Int32, after code: Int32) -> Int32 {
    // NFS and quotas report a full disk no earlier than here.
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

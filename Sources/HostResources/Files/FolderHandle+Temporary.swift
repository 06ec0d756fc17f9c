import Glibc

/// Files that take long to complete and have another name until then.
extension FolderHandle {
  /// Creates such a file, with a name ending in ``TemporaryName/usual`` or ``TemporaryName/suffix()``, and locks it until closed,
  /// to distinguish a file being written from one that a killed run left. Removes those in this folder that aren't locked.
  ///
  /// - Returns: a descriptor, or a negative errno: `-EBUSY` while another process writes a file of this name.
  package func openTemporary(_ name: FileName) -> Int32 {
    let names = (try? self.names()) ?? [name.text]
    for left in names where left.hasPrefix(".") && TemporaryName.ends(left) {
      removeUnlocked(FileName(left), isOwn: left == name.text)
    }
    while true {
      let file = openNew(name)
      guard file >= 0 else { return file == -EEXIST && status(name) != nil ? -EBUSY : file }
      // A process that cleans up holds it briefly.
      _ = SystemCall.code { flock(file, LOCK_EX) }
      var status = stat()
      // SAFETY: writes to `status` only.
      guard unsafe fstat(file, &status) == 0, status.st_nlink == 0 else { return file }
      close(file)
    }
  }

  /// Creates a file that has no name, and takes no room once it is closed; a descriptor or a negative errno, where the file
  /// system has none such.
  package func openNameless() -> Int32 {
    // O_TMPFILE, which the C library's headers build from two flags.
    SystemCall.result {
      unsafe openat(descriptor, ".", O_WRONLY | O_CLOEXEC | O_DIRECTORY | 0o20_000_000, 0o644)
    }
  }

  /// Names such a file, never replacing another.
  package func name(_ file: Int32, _ name: FileName) -> Int32 {
    unsafe name.withCString { name in
      SystemCall.code {
        unsafe linkat(AT_FDCWD, "/proc/self/fd/\(file)", descriptor, name, AT_SYMLINK_FOLLOW)
      }
    }
  }

  private func removeUnlocked(_ name: FileName, isOwn: Bool) {
    guard status(name) != nil else { return }
    // Open it for writing, which NFS requires for a lock, and without blocking, in case a FIFO has just taken its place.
    let file = open(name, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    let code = SystemCall.code { flock(file, LOCK_EX | LOCK_NB) }
    // Where there are no locks, assume only for one's own name that a killed run left it.
    if code == 0 || (isOwn && code != EWOULDBLOCK) { remove(name) }
  }
}

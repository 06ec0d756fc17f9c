import Glibc

/// Files that have another name until they are whole, and take long to become it.
extension FolderHandle {
  /// Makes such a file, named ``TemporaryName/usual`` or ``TemporaryName/suffix()`` at its end, and locks it until it is closed: so whoever
  /// comes later tells one that is being written from one that a killed run left. Those in this folder that nobody has locked are removed.
  ///
  /// - Returns: a descriptor, or a negative errno: `-EBUSY` while somebody else writes a file of this name.
  package func openTemporary(_ name: FileName) -> Int32 {
    let names = (try? self.names()) ?? [name.text]
    for left in names where left.hasPrefix(".") && TemporaryName.ends(left) {
      removeUnlocked(FileName(left), isOwn: left == name.text)
    }
    while true {
      let file = openNew(name)
      guard file >= 0 else { return file == -EEXIST && status(name) != nil ? -EBUSY : file }
      // Who clears up holds it for a moment.
      _ = SystemCall.code { flock(file, LOCK_EX) }
      var status = stat()
      // SAFETY: writes to `status` only.
      guard unsafe fstat(file, &status) == 0, status.st_nlink == 0 else { return file }
      close(file)
    }
  }

  private func removeUnlocked(_ name: FileName, isOwn: Bool) {
    guard status(name) != nil else { return }
    // To write, for NFS locks no other; a FIFO that has just taken its place must not block.
    // SAFETY: the name ends with a NUL and lives through the call.
    let file = unsafe name.withCString { name in
      SystemCall.result { unsafe openat(descriptor, name, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
    }
    guard file >= 0 else { return }
    defer { close(file) }
    let code = SystemCall.code { flock(file, LOCK_EX | LOCK_NB) }
    // Where there are no locks, only one's own name is taken for a killed run's.
    if code == 0 || (isOwn && code != EWOULDBLOCK) { remove(name) }
  }
}

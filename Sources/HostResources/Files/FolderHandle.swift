import CFileSystem
import Foundation
import Glibc

/// A folder held open, with every kernel call that recordings make in it: names are resolved against the open folder, so
/// renaming or replacing part of its path can't redirect a write.
///
/// Calls made for each frame return 0 or an errno and allocate nothing.
@safe
package final class FolderHandle {
  /// What a test makes the next `write(2)` do.
  package enum ScriptedWrite {
    /// It writes at most this many bytes.
    case takes(Int)
    case fails(Int32)
  }

  package let path: String
  package let descriptor: Int32
  /// Results of the next writes, in order; empty except in tests.
  package var scriptedWrites: [ScriptedWrite] = []

  /// Opens an existing folder.
  package convenience init(_ path: String) throws(FileError) { try self.init(path, AT_FDCWD, path) }

  /// Opens an existing folder inside another, even if that has been moved.
  package convenience init(_ name: String, in parent: FolderHandle) throws(FileError) {
    try self.init("\(parent.path)/\(name)", parent.descriptor, name)
  }

  private init(_ path: String, _ parent: Int32, _ name: String) throws(FileError) {
    self.path = path
    // SAFETY: the string lives through the call.
    descriptor = unsafe name.withName { unsafe openat(parent, $0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    let code = errno
    if descriptor >= 0 { return }
    throw .io(
      path: path,
      reason: code == ENOENT
        ? "there is no such folder" : code == ENOTDIR ? "it isn't a folder" : SystemCall.text(code))
  }

  /// Opens a folder inside another, creating it if missing.
  package static func creating(_ name: String, in parent: FolderHandle) throws(FileError) -> FolderHandle {
    let code = parent.makeFolder(FileName(name))
    if code == 0 { _ = parent.synchronize() }
    guard code == 0 || code == EEXIST else {
      throw error(code, path: "\(parent.path)/\(name)", isCreating: true)
    }
    do { return try FolderHandle(name, in: parent) } catch {
      // Something else has its name.
      let reason = error.reason
      throw .cannotCreate(path: "\(parent.path)/\(name)", reason: reason)
    }
  }

  /// Opens a folder, creating it and its parents if missing.
  package static func creating(_ path: String) throws(FileError) -> FolderHandle {
    var made = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      made += made.isEmpty || made.hasSuffix("/") ? String(part) : "/" + part
      // SAFETY: the string lives through the calls.
      let code = unsafe made.withName { unsafe mkdir($0, 0o755) } == 0 ? 0 : errno
      let exists = unsafe made.withName { unsafe access($0, F_OK) } == 0
      // Its name must survive a power cut, as the recording in it will.
      if code == 0 { synchronizeParent(of: made) }
      // A parent may exist even if it isn't writable.
      if code == 0 || exists { continue }
      throw error(code, path: made, isCreating: true)
    }
    do { return try FolderHandle(path) } catch {
      // Something else has its name.
      let reason = error.reason
      throw .cannotCreate(path: path, reason: reason)
    }
  }

  deinit {
    // A child process being started briefly holds copies of both descriptors, and with them the locks.
    unlockLists()
    if listLock >= 0 { close(listLock) }
    if isLocked { flock(descriptor, LOCK_UN) }
    close(descriptor)
  }

  private var listLock: Int32 = -1
  private var isLocked = false

  /// Waits until nobody else is changing which frames are kept or deleted, and holds that right until ``unlockLists()`` or
  /// until this handle is released.
  ///
  /// Locks a separate file, because each change replaces `kept.json` or `deleted.json`, and a running recording locks the
  /// folder itself.
  package func lockLists() throws(FileError) {
    if listLock < 0 {
      listLock = open(FileName(".kept.lock"), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC)
      let code = -listLock
      guard code <= 0 else { throw Self.error(code, path: path + "/.kept.lock", isCreating: true) }
    }
    _ = SystemCall.code { flock(listLock, LOCK_EX) }
  }

  /// Lets others change which frames are kept or deleted.
  package func unlockLists() { if listLock >= 0 { flock(listLock, LOCK_UN) } }

  /// Locks the folder against other writers until this handle is released.
  ///
  /// Has no effect on file systems without locks.
  package func lock() throws(FileError) {
    isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0
    guard !isLocked, errno == EWOULDBLOCK else { return }
    throw .busy(path: path, reason: "another dualcam is recording or deleting here")
  }

  // MARK: - Files

  /// Creates and opens a file that must not exist yet; a descriptor or a negative errno.
  package func openNew(_ name: FileName) -> Int32 {
    open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC)
  }

  /// Opens a file to append to, creating it if missing; a descriptor or a negative errno.
  package func openToAppend(_ name: FileName) -> Int32 {
    open(name, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC)
  }

  /// Opens an existing file to write anywhere in it; a descriptor or a negative errno.
  package func openToUpdate(_ name: FileName) -> Int32 { open(name, O_WRONLY | O_NOFOLLOW | O_CLOEXEC) }

  /// Opens a regular file to read; a descriptor or a negative errno.
  package func openToRead(_ name: FileName) -> Int32 {
    // A FIFO of that name must not block.
    let file = open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return file }
    var status = stat()
    // SAFETY: writes to `status` only.
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(file)
      return -EINVAL
    }
    return file
  }

  /// Why ``openToRead(_:)`` returned a negative errno.
  package static func whyUnreadable(_ code: Int32) -> String {
    switch code {
    case EINVAL, ENXIO: "it isn't a regular file"
    case ELOOP: "it is a link; name the file itself"
    default: SystemCall.text(code)
    }
  }

  func open(_ name: FileName, _ flags: Int32) -> Int32 {
    // SAFETY: the name ends with a NUL and lives through the call.
    unsafe name.withCString { name in
      SystemCall.result { unsafe openat(descriptor, name, flags, 0o644) }
    }
  }

  /// Gives a file its final name, never replacing another.
  package func renameNew(_ name: FileName, to new: FileName) -> Int32 {
    while true {
      // SAFETY: as in `open`.
      let code = unsafe name.withCString { from in
        unsafe new.withCString { to in unsafe cfilesystem_rename_new(descriptor, from, to) }
      }
      if code != EINTR { return code }
    }
  }

  /// Removes a file; with a picture also its packed form, which may be all there is, unless as stored.
  @discardableResult
  package func remove(_ name: FileName, isAsStored: Bool = false) -> Int32 {
    // SAFETY: as in `open`.
    let code = unsafe name.withCString { name in SystemCall.code { unsafe unlinkat(descriptor, name, 0) } }
    if isAsStored { return code }
    let packed = unsafe PackedPicture.withPackedName(name) { unsafe unlinkat(descriptor, $0, 0) }
    return packed == 0 ? 0 : code
  }

  /// Whether anything has the name, including a broken link.
  package func exists(_ name: FileName) -> Bool { entry(name) != nil }

  /// The size and modification time of a regular file, clamped as in `stat`; `nil` if there is none of that name.
  package func status(_ name: FileName) -> (bytes: Int, modified: Double)? {
    entry(name, ofKind: S_IFREG).map { ($0.bytes, $0.modified) }
  }

  /// What has the name, even a broken link; `nil` for nothing, or for anything but the kind asked for.
  func entry(_ name: FileName, ofKind kind: mode_t? = nil) -> stat? {
    var status = stat()
    // SAFETY: as in `open`; writes to `status` only.
    var code = unsafe name.withCString { unsafe fstatat(descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) }
    if code != 0 {
      code =
        unsafe PackedPicture.withPackedName(name) {
          unsafe fstatat(descriptor, $0, &status, AT_SYMLINK_NOFOLLOW)
        }
        ?? code
    }
    return code == 0 && (kind == nil || kind == status.st_mode & S_IFMT) ? status : nil
  }

  // MARK: - Bytes

  /// Writes all bytes; 0 or an errno.
  package func write(_ bytes: Span<UInt8>, to file: Int32) -> Int32 {
    unsafe SystemCall.write(bytes) { start, count, _ in unsafe writeOnce(file, start, count) }
  }

  private func writeOnce(_ file: Int32, _ start: UnsafePointer<UInt8>, _ count: Int) -> Int {
    if !scriptedWrites.isEmpty {
      switch scriptedWrites.removeFirst() {
      case .takes(let most): return unsafe Glibc.write(file, start, min(count, most))
      case .fails(let code):
        errno = code
        return -1
      }
    }
    return unsafe Glibc.write(file, start, count)
  }

  /// Reads a whole file of at most `limit` bytes; of a packed picture, the JPEG.
  package func read(_ name: String, limit: Int = PackedPicture.largest) throws(FileError) -> [UInt8] {
    let whole = "\(path)/\(name)"
    let fileName = FileName(name)
    let file = openToRead(fileName)
    if file == -ENOENT, let packed = PackedPicture.packedName(name), exists(FileName(packed)) {
      return try PackedPicture.unpack(try read(packed, limit: limit), limit: limit, path: "\(path)/\(packed)")
    }
    guard file >= 0 else { throw .io(path: whole, reason: Self.whyUnreadable(-file)) }
    defer { close(file) }
    guard let size = status(fileName)?.bytes, size <= limit else {
      throw .unfit(path: whole, reason: "it is larger than \(limit >> 20) MiB")
    }
    var failure: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        // SAFETY: base + count … base + size lies inside the buffer.
        let (start, left) = unsafe (buffer.baseAddress! + count, size - count)
        let got = SystemCall.result { unsafe Glibc.read(file, start, left) }
        if got < 0 { failure = Int32(-got) }
        if got <= 0 { break }
        count += got
      }
    }
    if failure != 0 { throw .io(path: whole, reason: SystemCall.text(failure)) }
    return bytes
  }

  /// Passes each line of a file of any length, without its newline; omits a partial line at the end.
  package func forEachLine(
    _ name: String, _ body: (ArraySlice<UInt8>) throws(FileError) -> Void
  ) throws(FileError) {
    let file = openToRead(FileName(name))
    guard file >= 0 else { throw .io(path: "\(path)/\(name)", reason: Self.whyUnreadable(-file)) }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var rest: [UInt8] = []
    while true {
      let count = SystemCall.read(file, into: &buffer)
      if count < 0 { throw .io(path: "\(path)/\(name)", reason: SystemCall.text(Int32(-count))) }
      if count == 0 { return }
      rest += buffer[..<count]
      var start = rest.startIndex
      while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
        try body(rest[start..<end])
        start = end + 1
      }
      rest.removeFirst(start)
      guard rest.count <= 64 << 20 else { throw .unfit(path: "\(path)/\(name)", reason: "a line has no end") }
    }
  }

  /// Replaces a file completely, or leaves the old one: temporary name, fsync, rename.
  package func replace(_ name: String, with bytes: [UInt8]) throws(FileError) {
    try replace(name) { file throws(FileError) in write(bytes.span, to: file) }
  }

  /// As ``replace(_:with:)``, for files too long to hold in memory.
  ///
  /// - Parameters:
  ///   - model: another file whose mode and owner it must have.
  ///   - body: writes the file; returns 0 or an errno.
  package func replace(
    _ name: String, like model: String? = nil, _ body: (Int32) throws(FileError) -> Int32
  ) throws(FileError) {
    var replacement = Replacement(
      in: descriptor, name: name, temporary: ".\(name).tmp", prefix: "." + name, like: model)
    let file = replacement.open()
    guard file >= 0 else { throw error(-file, name, isCreating: true) }
    var code: Int32
    do throws(FileError) { code = try body(file) } catch {
      _ = replacement.finish(file, after: ECANCELED)
      throw error
    }
    if code == 0 { code = synchronize(file) }
    code = replacement.finish(file, after: code)
    guard code == 0 else { throw error(code, name, isCreating: false) }
    // The rename itself should survive a power cut; if the file system can't ensure that, the file is still
    // complete.
    _ = synchronize()
  }

  /// The names in the folder, in no particular order.
  ///
  /// - Parameters:
  ///   - filesOnly: leaves out what is known not to be a regular file; some file systems don't say.
  ///   - isAsStored: as of ``forEachName(isAsStored:_:)``.
  package func names(filesOnly: Bool = false, isAsStored: Bool = false) throws(FileError) -> [String] {
    var names: [String] = []
    try forEachName(isAsStored: isAsStored) { name, isRegular in
      if filesOnly, isRegular == false { return }
      // SAFETY: the buffer is only read during the call.
      names.append(unsafe name.withUnsafeBufferPointer { unsafe NameText.text($0) })
    }
    return names
  }

  /// Passes each name in the folder, in no particular order, and whether it is a regular file; `nil` where the file system
  /// doesn't say.
  ///
  /// - Parameter isAsStored: passes a packed picture's own name rather than the JPEG's.
  package func forEachName(
    isAsStored: Bool = false, _ body: (Span<UInt8>, _ isRegular: Bool?) -> Void
  ) throws(FileError) {
    // A second descriptor, because reading moves a folder's offset. Opened relative to the folder, whose path
    // may have changed.
    // SAFETY: the literal lives through the call.
    let copy = unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0, let stream = unsafe fdopendir(copy) else {
      let code = errno
      if copy >= 0 { close(copy) }
      throw .io(path: path, reason: SystemCall.text(code))
    }
    defer { unsafe closedir(stream) }
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else { break }
      let kind = unsafe entry.pointee.d_type
      // SAFETY: d_name is a terminated string within the entry, valid until the next readdir.
      unsafe withUnsafeMutablePointer(to: &entry.pointee.d_name) { field in
        unsafe field.withMemoryRebound(to: UInt8.self, capacity: 256) { start in
          var count = 0
          while unsafe start[count] != 0 { count += 1 }
          let isDots = unsafe start[0] == 46 && (count == 1 || (count == 2 && start[1] == 46))
          if isDots { return }
          let name = unsafe UnsafeMutableBufferPointer(start: start, count: count)
          // The entry is this stream's, and may be changed.
          if !isAsStored { unsafe PackedPicture.toJPEGName(name) }
          unsafe body(name.span, kind == DT_UNKNOWN ? nil : kind == DT_REG)
        }
      }
    }
    if errno != 0 { throw .io(path: path, reason: SystemCall.text(errno)) }
  }

  // MARK: - Errors

  /// Whether the folder was removed since it was opened.
  package var isRemoved: Bool { LinkWatch.names(descriptor) == 0 }

  /// Why a file of this folder couldn't be created, named or written.
  package func error(_ code: Int32, _ name: String, isCreating: Bool) -> FileError {
    // The folder is held open, so a name in it can be missing only if it was removed. NFS reports that as ESTALE.
    [ENOENT, ESTALE].contains(code)
      ? gone(name) : Self.error(code, path: "\(path)/\(name)", isCreating: isCreating)
  }

  /// The error that a file of this folder, or the folder, was removed.
  package func gone(_ name: String) -> FileError { .gone(path: isRemoved ? path : "\(path)/\(name)") }

  /// `isCreating` says whether something new was to be created at the path.
  package static func error(_ code: Int32, path: String, isCreating: Bool) -> FileError {
    switch code {
    case ENOSPC, EDQUOT: .noRoom(path: path, reason: NoRoom.explain(code, path: path))
    case EFBIG:
      .fileTooLarge(
        path: path,
        reason:
          "a file would exceed the size limit (\(SystemCall.text(code))); raise RLIMIT_FSIZE with `ulimit -f`, "
          + "or LimitFSIZE= in a unit, or use a file system that allows larger files")
    case EROFS:
      .cannotCreate(
        path: path,
        reason: SystemCall.text(code)
          + "; the kernel remounts a failing disk read-only, see dmesg | tail; or record elsewhere")
    case EMFILE, ENFILE:
      .cannotCreate(path: path, reason: SystemCall.text(code) + "; raise the limit with ulimit -n")
    case EIO: .io(path: path, reason: SystemCall.text(code) + "; the disk may be failing, see dmesg | tail")
    default:
      isCreating
        ? .cannotCreate(path: path, reason: SystemCall.text(code))
        : .io(path: path, reason: SystemCall.text(code))
    }
  }
}

import CFileSystem
import Glibc
import Synchronization

/// Every kernel call for Unix sockets. Results are 0 or more, or a negative errno.
@safe
package enum UnixSocket {
  /// A listening socket, and the identity of its file.
  package struct Listener {
    package var descriptor: Int32
    package var device: UInt64
    package var inode: UInt64
  }

  /// The most bytes in a path: `sun_path` holds 108 with a NUL.
  package static let longestPath = 107

  // The umask belongs to the whole process.
  private static let umasking = Mutex(())

  /// Listens at `path`, for this user only, or also for a group.
  ///
  /// Replaces a socket left by a killed run, but not one with a listener.
  ///
  /// - Parameter group: its number; `nil` for this user only.
  package static func listen(path: String, group: gid_t? = nil) throws(FileError) -> Listener {
    guard canBePath(path) else {
      throw .cannotCreate(path: path, reason: "a socket's path must have 1 to \(longestPath) bytes")
    }
    // Two processes starting together must not take each other's socket for a leftover.
    let folder = lockFolder(of: path)
    defer { if folder >= 0 { close(folder) } }
    let descriptor = socket(SOCK_STREAM)
    guard descriptor >= 0 else { throw failure(-descriptor, path) }
    do throws(FileError) {
      let mode: mode_t = group == nil ? 0o600 : 0o660
      // The file gets the socket's own mode (unix(7) on Linux), minus the umask: never more, at any time.
      if fchmod(descriptor, mode) != 0 { throw failure(errno, path) }
      // Don't set the mode by path afterwards: the path might be somebody else's by then.
      try umasking.withLock { _ throws(FileError) in
        let mask = umask(0o777 & ~mode)
        defer { umask(mask) }
        var code = bind(descriptor, path)
        if code == EADDRINUSE {
          try removeLeft(path)
          code = bind(descriptor, path)
        }
        if code != 0 { throw failure(code, path) }
      }
      // Nobody can connect before it listens.
      // SAFETY: the string lives through the calls; the second writes to `status` only.
      if let group {
        let code = unsafe cfilesystem_give_socket(path, group)
        if code == EPERM { throw .cannotCreate(path: path, reason: "you are not in that group") }
        if code != 0 { throw failure(code, path) }
      }
      var status = stat()
      if unsafe lstat(path, &status) != 0 { throw failure(errno, path) }
      guard status.st_mode & S_IFMT == S_IFSOCK, status.st_mode & 0o777 == mode else {
        throw .cannotCreate(path: path, reason: "its folder doesn't keep file modes")
      }
      if Glibc.listen(descriptor, 8) != 0 { throw failure(errno, path) }
      return Listener(descriptor: descriptor, device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Closes a listener and removes its file, if it is still this listener's.
  package static func remove(_ listener: Listener, path: String) {
    var status = stat()
    // SAFETY: the string lives through the calls; the first writes to `status` only.
    if unsafe lstat(path, &status) == 0, UInt64(status.st_dev) == listener.device,
      UInt64(status.st_ino) == listener.inode
    {
      unsafe unlink(path)
    }
    close(listener.descriptor)
  }

  /// Accepts the next connection; -EAGAIN if there is none.
  package static func accept(_ listener: Int32) -> Int32 {
    let descriptor = SystemCall.result { Glibc.accept(listener, nil, nil) }
    return descriptor >= 0 ? prepared(descriptor) : descriptor
  }

  /// Reads what has arrived; 0 at the end, -EAGAIN if nothing has.
  package static func receive(_ descriptor: Int32, into buffer: inout [UInt8]) -> Int {
    // SAFETY: the kernel writes at most `count` bytes into the array.
    unsafe buffer.withUnsafeMutableBytes { room in
      SystemCall.result { unsafe recv(descriptor, room.baseAddress, room.count, flags) }
    }
  }

  /// Sends what the kernel accepts at once; raises no signal if the reader is gone.
  package static func send(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
    // SAFETY: the kernel reads the slice's bytes only.
    unsafe bytes.withUnsafeBytes { bytes in
      SystemCall.result { unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, flags) }
    }
  }

  /// As above, with a descriptor for the reader.
  package static func send(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>, with passed: Int32) -> Int {
    // SAFETY: the kernel reads the slice's bytes only.
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe cfilesystem_send_descriptor(descriptor, bytes.baseAddress, bytes.count, passed)
    }
  }

  /// Reads what has arrived, and any descriptor that came with it, else -1; results as ``receive(_:into:)``.
  package static func receive(_ descriptor: Int32, into buffer: inout [UInt8], passed: inout Int32) -> Int {
    // SAFETY: the kernel writes at most `count` bytes into the array, and the number.
    unsafe buffer.withUnsafeMutableBytes { room in
      unsafe cfilesystem_receive_descriptor(descriptor, room.baseAddress, room.count, &passed)
    }
  }

  /// Connects to a listener at a path, without waiting.
  ///
  /// - Returns: a descriptor, or a negative errno.
  package static func connect(_ path: String) -> Int32 {
    guard canBePath(path) else { return -ENAMETOOLONG }
    return connect(socket(SOCK_STREAM), to: path)
  }

  /// A pipe that wakes `poll`: its reading and writing ends.
  package static func wakePipe() throws(FileError) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    // SAFETY: the kernel writes two descriptors.
    let code = unsafe ends.withUnsafeMutableBufferPointer { unsafe pipe($0.baseAddress!) } == 0 ? 0 : errno
    guard code == 0 else { throw failure(code, "control socket") }
    let (read, write) = (prepared(ends[0]), prepared(ends[1]))
    guard read >= 0, write >= 0 else {
      if read >= 0 { close(read) }
      if write >= 0 { close(write) }
      throw failure(max(-read, -write), "control socket")
    }
    return (read, write)
  }

  package static func wake(_ pipe: Int32) {
    var byte: UInt8 = 1
    // SAFETY: reads one byte. A full pipe wakes the reader as well.
    unsafe write(pipe, &byte, 1)
  }

  /// Discards pending wake-ups.
  package static func empty(_ pipe: Int32, _ buffer: inout [UInt8]) {
    _ = SystemCall.read(pipe, into: &buffer)
  }

  /// Waits until one of them is ready or `milliseconds` have passed (-1: forever).
  package static func wait(_ polls: inout [pollfd], milliseconds: Int32) {
    // SAFETY: the kernel writes to the array's elements only.
    unsafe polls.withUnsafeMutableBufferPointer {
      _ = unsafe poll($0.baseAddress!, nfds_t($0.count), milliseconds)
    }
  }

  /// Connects for datagrams, without waiting.
  ///
  /// - Parameter name: a path, or `@` and an abstract name (unix(7)), of 2 to ``longestPath`` bytes without a NUL.
  /// - Returns: a descriptor, or a negative errno.
  package static func connectDatagram(_ name: String) -> Int32 {
    precondition((2...longestPath).contains(name.utf8.count))
    return connect(socket(SOCK_DGRAM), to: name, isAbstract: name.hasPrefix("@"))
  }

  // MARK: - Parts

  private static let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)

  private static func canBePath(_ path: String) -> Bool {
    !path.isEmpty && path.utf8.count <= longestPath && !path.utf8.contains(0)
  }

  /// A socket, non-blocking and closed in child processes, or a negative errno.
  private static func socket(_ kind: __socket_type) -> Int32 {
    let type = Int32(kind.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    return SystemCall.result { Glibc.socket(AF_UNIX, type, 0) }
  }

  /// Connects a socket; returns it or, after closing it, a negative errno.
  private static func connect(_ descriptor: Int32, to name: String, isAbstract: Bool = false) -> Int32 {
    guard descriptor >= 0 else { return descriptor }
    // SAFETY: the address lives through the call.
    let code = unsafe withAddress(name, isAbstract: isAbstract) {
      unsafe Glibc.connect(descriptor, $0, $1) == 0 ? 0 : errno
    }
    if code == 0 { return descriptor }
    close(descriptor)
    return -code
  }

  /// Makes a descriptor non-blocking and closed in child processes; closes it if that fails.
  private static func prepared(_ descriptor: Int32) -> Int32 {
    if fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0, fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 {
      return descriptor
    }
    let code = errno
    close(descriptor)
    return -code
  }

  private static func withAddress(
    _ name: String, isAbstract: Bool = false, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // SAFETY: the caller checked that the name leaves room for a NUL, and the address is all zero. An abstract
    // name begins with a NUL and is ended only by the address's length.
    return unsafe withUnsafeMutableBytes(of: &address) { bytes in
      let start = MemoryLayout<sockaddr_un>.offset(of: \sockaddr_un.sun_path) ?? 2
      for (index, byte) in name.utf8.enumerated() { unsafe bytes[start + index] = byte }
      if isAbstract { unsafe bytes[start] = 0 }
      return unsafe body(
        bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self),
        socklen_t(isAbstract ? start + name.utf8.count : bytes.count))
    }
  }

  /// 0 or an errno.
  private static func bind(_ descriptor: Int32, _ path: String) -> Int32 {
    // SAFETY: the address lives through the call.
    unsafe withAddress(path) { unsafe Glibc.bind(descriptor, $0, $1) == 0 ? 0 : errno }
  }

  private static func removeLeft(_ path: String) throws(FileError) {
    var status = stat()
    // SAFETY: the string lives through the call, which writes to `status` only.
    if unsafe lstat(path, &status) != 0 { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw .cannotCreate(path: path, reason: "it exists and isn't a socket")
    }
    let probe = socket(SOCK_STREAM)
    guard probe >= 0 else { throw failure(-probe, path) }
    defer { close(probe) }
    // SAFETY: the address lives through the call.
    let code = unsafe withAddress(path) { unsafe Glibc.connect(probe, $0, $1) == 0 ? 0 : errno }
    // ECONNREFUSED: nobody has it open. Any other result, even a full queue, means that somebody may.
    guard code == ECONNREFUSED else {
      if code == EACCES || code == EPERM { throw failure(code, path) }
      throw .busy(path: path, reason: "another process already listens there")
    }
    // SAFETY: the string lives through the call.
    if unsafe unlink(path) != 0, errno != ENOENT { throw failure(errno, path) }
  }

  /// Opens and locks the folder; the lock lasts until it is closed. Without the folder there is no lock.
  private static func lockFolder(of path: String) -> Int32 {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    // SAFETY: the string lives through the call.
    let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return descriptor }
    for _ in 0..<20 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK { break }
      usleep(10_000)
    }
    return descriptor
  }

  private static func failure(_ code: Int32, _ path: String) -> FileError {
    // As on 9p.
    let isSocketless = code == ENXIO || code == EOPNOTSUPP
    let text = SystemCall.text(code)
    return .cannotCreate(
      path: path,
      reason: isSocketless
        ? "\(text); this file system can't hold sockets: use a path in /run or /tmp" : text)
  }
}

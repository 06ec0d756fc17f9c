import Glibc

/// The only way to make kernel calls here: retries interrupted calls, continues short writes, and returns an error
/// as an `errno` instead of a global.
package enum SystemCall {
  /// Makes a call that returns 0 or -1; returns 0 or an errno.
  @inline(__always)
  package static func code(_ call: () -> Int32) -> Int32 {
    while call() < 0 {
      let code = errno
      if code != EINTR { return code }
    }
    return 0
  }

  /// Makes a call that returns a descriptor or a count; returns that, or a negative errno.
  @inline(__always)
  package static func result<Number: FixedWidthInteger & SignedInteger>(_ call: () -> Number) -> Number {
    while true {
      let result = call()
      if result >= 0 { return result }
      let code = errno
      if code != EINTR { return -Number(code) }
    }
  }

  /// Closes a descriptor; 0 or an errno. Linux closes it even if a signal interrupts the call (close(2)), so that is not
  /// an error and the call isn't repeated.
  package static func close(_ descriptor: Int32) -> Int32 {
    if Glibc.close(descriptor) == 0 { return 0 }
    let code = errno
    return code == EINTR ? 0 : code
  }

  /// Writes all bytes, continuing after short writes. 0 or an errno; a write of no bytes is EIO.
  ///
  /// - Parameters:
  ///   - bytes: what to write.
  ///   - once: writes a part, given its start, its size, and its offset from the beginning.
  @inline(__always)
  package static func write(
    _ bytes: Span<UInt8>, _ once: (_ start: UnsafePointer<UInt8>, _ count: Int, _ offset: Int) -> Int
  ) -> Int32 {
    // SAFETY: base + done stays inside the span while bytes are left.
    unsafe bytes.withUnsafeBufferPointer { buffer in
      var done = 0
      while done < buffer.count {
        let (start, left) = unsafe (buffer.baseAddress! + done, buffer.count - done)
        let written = result { unsafe once(start, left, done) }
        if written < 0 { return Int32(-written) }
        if written == 0 { return EIO }
        done += written
      }
      return 0
    }
  }

  /// Writes all bytes to a descriptor; 0 or an errno.
  package static func write(_ bytes: Span<UInt8>, to descriptor: Int32) -> Int32 {
    // SAFETY: the pointer is valid for `count` bytes.
    unsafe write(bytes) { start, count, _ in unsafe Glibc.write(descriptor, start, count) }
  }

  /// Reads once, up to the buffer's size; returns the count, 0 at the end, or a negative errno.
  package static func read(_ descriptor: Int32, into buffer: inout [UInt8]) -> Int {
    // SAFETY: the kernel writes at most `count` bytes into the array.
    unsafe buffer.withUnsafeMutableBytes { room in
      result { unsafe Glibc.read(descriptor, room.baseAddress, room.count) }
    }
  }

  /// Waits until a descriptor accepts bytes; `POLLOUT`, `POLLERR` and the like, or 0 after `milliseconds` (poll(2)).
  package static func waitToWrite(_ descriptor: Int32, milliseconds: Int32) -> Int16 {
    wait(descriptor, for: Int16(POLLOUT), milliseconds: milliseconds)
  }

  /// Waits until a descriptor has bytes or ends; `POLLIN`, `POLLHUP` and the like, or 0 after `milliseconds`.
  package static func waitToRead(_ descriptor: Int32, milliseconds: Int32) -> Int16 {
    wait(descriptor, for: Int16(POLLIN), milliseconds: milliseconds)
  }

  private static func wait(_ descriptor: Int32, for events: Int16, milliseconds: Int32) -> Int16 {
    var request = pollfd(fd: descriptor, events: events, revents: 0)
    // SAFETY: one pollfd is given, and it outlives the call.
    let ready = result { unsafe poll(&request, 1, milliseconds) }
    // If polling fails, attempt the call itself, which reports why.
    return ready < 0 ? events : ready == 0 ? 0 : request.revents
  }

  /// Gives an open file another's owner, group and mode; 0, or an errno with the file as it was.
  package static func copyAccess(of other: stat, to file: Int32) -> Int32 {
    var own = stat()
    // SAFETY: writes to `own` only.
    guard unsafe fstat(file, &own) == 0 else { return errno }
    let isOwners = (own.st_uid, own.st_gid) == (other.st_uid, other.st_gid)
    let chown = isOwners ? 0 : code { fchown(file, other.st_uid, other.st_gid) }
    let mode = other.st_mode & 0o777
    return chown != 0 || own.st_mode & 0o777 == mode ? chown : code { fchmod(file, mode) }
  }

  /// An errno's meaning, in the system's words.
  package static func text(_ code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    // SAFETY: Glibc's module maps this name to the XSI function, which writes at most `count` bytes with a NUL into the buffer
    // (strerror_r(3)).
    let failure = unsafe buffer.withUnsafeMutableBufferPointer {
      unsafe strerror_r(code, $0.baseAddress!, $0.count)
    }
    guard failure == 0 else { return "error \(code)" }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

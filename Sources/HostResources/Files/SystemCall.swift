import Glibc

/// The one way here to ask the kernel for something: what a signal interrupted is asked again, short writes go on, and an error
/// is an `errno` that is handed back, not a global.
package enum SystemCall {
  /// Makes a call that gives 0 or -1; 0 or an errno.
  @inline(__always)
  package static func code(_ call: () -> Int32) -> Int32 {
    while call() < 0 {
      let code = errno
      if code != EINTR { return code }
    }
    return 0
  }

  /// Makes a call that gives a descriptor or a count; that, or a negative errno.
  @inline(__always)
  package static func result<Number: FixedWidthInteger & SignedInteger>(_ call: () -> Number) -> Number {
    while true {
      let result = call()
      if result >= 0 { return result }
      let code = errno
      if code != EINTR { return -Number(code) }
    }
  }

  /// Closes a descriptor; 0 or an errno. Linux has closed it also when a signal interrupted the call (close(2)): it is never
  /// asked again, and that is no error.
  package static func close(_ descriptor: Int32) -> Int32 {
    if Glibc.close(descriptor) == 0 { return 0 }
    let code = errno
    return code == EINTR ? 0 : code
  }

  /// Writes all bytes: goes on after short writes. 0 or an errno; a write that takes nothing is EIO.
  ///
  /// - Parameter once: asked for each part: where it begins, its bytes, and how far from the beginning that is.
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
    // SAFETY: the pointer is valid for as many bytes as are asked for.
    unsafe write(bytes) { start, count, _ in unsafe Glibc.write(descriptor, start, count) }
  }

  /// What an errno means, in the system's words.
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

import Glibc

/// Writes all of a buffer to a descriptor: goes on after short writes and signals.
package enum FileDescriptorWriter {
  /// - Returns: 0, or errno.
  package static func write(_ bytes: Span<UInt8>, to descriptor: Int32) -> Int32 {
    // SAFETY: the span's memory is valid during the call.
    unsafe bytes.withUnsafeBufferPointer { buffer in
      var done = 0
      while done < buffer.count {
        let count = unsafe Glibc.write(descriptor, buffer.baseAddress! + done, buffer.count - done)
        if count < 0 {
          let code = errno
          if code == EINTR { continue }
          return code
        }
        done += count
      }
      return 0
    }
  }

  /// What an errno means, in words.
  package static func reason(_ code: Int32) -> String {
    // SAFETY: strerror's text is copied at once.
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
}

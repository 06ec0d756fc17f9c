import Glibc

/// Memory for coded pictures, sized for the largest though most need little: the system provides
/// pages as they are written, four kilobytes at a time.
///
/// Not from the heap: if the kernel uses huge pages for everyone (`transparent_hugepage=always`,
/// Debian's default), a picture of 60 KB would take two megabytes, in each slot waiting for a slow
/// disk. https://docs.kernel.org/admin-guide/mm/transhuge.html
@safe
package struct PictureMemory: ~Copyable {
  /// Uninitialized to the language, zeroed by the kernel. Empty if there was no memory: any writing
  /// then finds no room, which is an error like any other.
  package let bytes: UnsafeMutableBufferPointer<UInt8>

  /// - Parameter count: size in bytes, at least one.
  package init(count: Int) {
    precondition(count > 0)
    let protection = PROT_READ | PROT_WRITE
    let start = unsafe mmap(nil, count, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard let start = unsafe start, unsafe start != MAP_FAILED else {
      unsafe bytes = UnsafeMutableBufferPointer(start: nil, count: 0)
      return
    }
    // Kernels without huge pages refuse, which is fine.
    _ = unsafe madvise(start, count, Int32(MADV_NOHUGEPAGE))
    unsafe bytes = UnsafeMutableBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: count)
  }

  /// Whether there was memory.
  package var isThere: Bool { unsafe bytes.baseAddress != nil }

  /// Bytes.
  package var count: Int { unsafe bytes.count }

  /// Calls `body` with all of it.
  package func withSpan<Result, Failure: Error>(
    _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // SAFETY: the memory outlives the call, and its owner gives it to one caller at a time.
    let bytes = unsafe bytes
    var span = unsafe bytes.mutableSpan
    return try body(&span)
  }

  /// Copies its first bytes into a picture, from an offset on. Both must be large enough.
  package func copy(_ count: Int, to picture: inout MutableSpan<UInt8>, at offset: Int) {
    precondition(count >= 0 && count <= self.count && offset >= 0 && offset + count <= picture.count)
    unsafe picture.withUnsafeMutableBufferPointer { target in
      // SAFETY: there is room in both, as just checked, and the two memories don't overlap.
      guard count > 0, let start = target.baseAddress, let from = unsafe bytes.baseAddress else { return }
      unsafe (start + offset).update(from: from, count: count)
    }
  }

  deinit {
    guard let start = unsafe bytes.baseAddress else { return }
    unsafe _ = munmap(start, bytes.count)
  }
}

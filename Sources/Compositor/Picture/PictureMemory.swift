import Glibc

/// Memory for coded pictures, sized for the largest, of which most pictures need little: the system provides pages as
/// they are written to, four kilobytes at a time.
///
/// Not from the heap: if the kernel gives huge pages to everyone (`transparent_hugepage=always`, Debian's default),
/// a picture of 60 KB would take two megabytes, in each slot that waits for a slow disk.
/// https://docs.kernel.org/admin-guide/mm/transhuge.html
@safe
package struct PictureMemory: ~Copyable {
  /// Uninitialized as far as the language knows; the kernel gives zeros. Empty when there was no memory: whatever is
  /// written there then finds no room, which is an error like any other.
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

  deinit {
    guard let start = unsafe bytes.baseAddress else { return }
    unsafe _ = munmap(start, bytes.count)
  }
}

import Glibc

/// Memory for coded pictures, of a size that most of them need little of: pages are taken from the system as they are
/// written to, four kilobytes at a time.
///
/// Not from the heap: where the kernel gives huge pages to everybody (`transparent_hugepage=always`, which Debian has),
/// a picture of 60 KB would take two megabytes, in each of the places that wait for a slow disk.
/// https://docs.kernel.org/admin-guide/mm/transhuge.html
@safe
package struct PictureMemory: ~Copyable {
  /// Uninitialised as far as the language knows; the kernel gives zeros. Empty where there was no memory: what is written
  /// there then finds no room, which is an error like any other.
  package let bytes: UnsafeMutableBufferPointer<UInt8>

  /// - Parameter count: bytes, one at least.
  package init(count: Int) {
    precondition(count > 0)
    let protection = PROT_READ | PROT_WRITE
    let start = unsafe mmap(nil, count, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard let start = unsafe start, unsafe start != MAP_FAILED else {
      unsafe bytes = UnsafeMutableBufferPointer(start: nil, count: 0)
      return
    }
    // Kernels without huge pages refuse: nothing is to be done there.
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

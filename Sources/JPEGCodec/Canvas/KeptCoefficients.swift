/// Coefficients of some MCUs, stored consecutively, in memory that only grows.
///
/// Not an array: several threads read it concurrently, and would all update its reference count.
@safe
final class KeptCoefficients: @unchecked Sendable {
  // SAFETY: one thread writes while nobody reads; the memory is initialised on allocation.
  private var memory = unsafe UnsafeMutableBufferPointer<Int16>(start: nil, count: 0)

  deinit { unsafe memory.deallocate() }

  /// The number of coefficients that fit.
  var count: Int { unsafe memory.count }

  /// Makes room, keeping the contents.
  func grow(to count: Int) {
    guard count > self.count else { return }
    let larger = UnsafeMutableBufferPointer<Int16>.allocate(capacity: count)
    unsafe larger.initialize(repeating: 0)
    _ = unsafe larger.update(fromContentsOf: memory)
    unsafe memory.deallocate()
    unsafe memory = larger
  }

  /// Lends `count` values from index `start` on.
  func withValues(_ count: Int, at start: Int, _ body: (inout MutableSpan<Int16>) -> Void) {
    precondition(start >= 0 && count >= 0 && start + count <= self.count)
    var span = unsafe UnsafeMutableBufferPointer(rebasing: memory[start..<start + count]).mutableSpan
    body(&span)
  }

  /// Loads values from index `start` on.
  func give(from start: Int, to values: inout MutableSpan<Int16>) {
    precondition(start >= 0 && start + values.count <= count)
    // SAFETY: the place was checked; the values are apart from the memory, and the call keeps no pointer.
    unsafe values.withUnsafeMutableBufferPointer { target in
      _ = unsafe target.update(fromContentsOf: memory[start..<start + target.count])
    }
  }
}

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
    for index in 0..<self.count { unsafe larger[index] = memory[index] }
    unsafe memory.deallocate()
    unsafe memory = larger
  }

  /// Stores the first `count` values from index `start` on.
  func keep(_ values: Span<Int16>, count: Int, at start: Int) {
    precondition(start >= 0 && count <= values.count && start + count <= self.count)
    for index in 0..<count { unsafe memory[start &+ index] = values[index] }
  }

  /// Loads `count` values from index `start` on.
  func give(_ count: Int, from start: Int, to values: inout MutableSpan<Int16>) {
    precondition(start >= 0 && count <= values.count && start + count <= self.count)
    for index in 0..<count { values[index] = unsafe memory[start &+ index] }
  }
}

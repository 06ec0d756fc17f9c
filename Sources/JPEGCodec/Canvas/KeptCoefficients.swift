/// Coefficients of some MCUs, one MCU after the other, in memory that grows and never shrinks.
///
/// Not an array: several threads read it at a time, and would count their references to it in one place.
@safe
final class KeptCoefficients: @unchecked Sendable {
  // SAFETY: written by one thread while nobody reads; the memory is initialised when it is taken.
  private var memory = unsafe UnsafeMutableBufferPointer<Int16>(start: nil, count: 0)

  deinit { unsafe memory.deallocate() }

  /// Coefficients that there is room for.
  var count: Int { unsafe memory.count }

  /// Makes room; what was kept stays.
  func grow(to count: Int) {
    guard count > self.count else { return }
    let larger = UnsafeMutableBufferPointer<Int16>.allocate(capacity: count)
    unsafe larger.initialize(repeating: 0)
    for index in 0..<self.count { unsafe larger[index] = memory[index] }
    unsafe memory.deallocate()
    unsafe memory = larger
  }

  /// Keeps the first `count` values, from place `start` on.
  func keep(_ values: Span<Int16>, count: Int, at start: Int) {
    precondition(start >= 0 && count <= values.count && start + count <= self.count)
    for index in 0..<count { unsafe memory[start &+ index] = values[index] }
  }

  /// Gives `count` values from place `start` on.
  func give(_ count: Int, from start: Int, to values: inout MutableSpan<Int16>) {
    precondition(start >= 0 && count <= values.count && start + count <= self.count)
    for index in 0..<count { values[index] = unsafe memory[start &+ index] }
  }
}

import CAllocationCounter

/// Heap allocations of the process, where the counter is built in.
enum Allocations {
  static var isCounted: Bool { callocation_available() == 1 }
  static var count: UInt64 { callocation_count() }
}

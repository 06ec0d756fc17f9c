import CAllocationCounter

/// Heap allocations of the process, where the counter is built in.
package enum Allocations {
  package static var isCounted: Bool { callocation_available() == 1 }
  package static var count: UInt64 { callocation_count() }
}

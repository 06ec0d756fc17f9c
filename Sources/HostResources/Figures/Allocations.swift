import CAllocationCounter

/// Counts the process's heap allocations, if the counter is built in.
package enum Allocations {
  package static var isCounted: Bool { callocation_available() == 1 }
  package static var count: UInt64 { callocation_count() }
}

import CAllocationCounter
import Testing

extension Trait where Self == ConditionTrait {
  /// Runs a test only where the allocations of a thread are counted.
  public static var countsAllocations: Self {
    .enabled(if: callocation_available() == 1, "sanitizers replace malloc: nothing is counted")
  }
}

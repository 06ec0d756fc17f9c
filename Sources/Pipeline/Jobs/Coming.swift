import Compositor

/// A picture that is being coded.
struct Coming {
  let candidate: Candidate
  let decision: PictureChoice.Decision
  let coding: Coding
  /// The stage that drew it.
  let stage: Stage
  /// When it was decided about, in nanoseconds of CLOCK_MONOTONIC.
  let now: Int64
  /// How long the job had run by its clock.
  let seconds: Double
  /// Allocations before it was dressed, if those until it is coded don't count.
  let allocationsBefore: UInt64?
}

/// Makes the glass cheaper when frames are late, and better again after a calm period.
///
/// A frame is late above its budget and calm below 70 % of it; in between, it never causes a step. Three late frames
/// close together cause one step down, enough calm one step up. If a step up is soon reversed, the next one waits
/// twice as long, up to a minute. Driven by frame times; allocates nothing.
package struct QualityGovernor: Sendable, Hashable {
  /// A step from one quality to another, for the manifest.
  package struct Change: Sendable, Hashable {
    /// Quality up to this frame.
    package var from: GlassQuality
    /// Quality from the next frame on.
    package var to: GlassQuality
    /// Time of the frame that caused the step.
    package var nanoseconds: Int64
  }

  /// Share of the budget below which a frame is calm.
  package static let calmShare = 0.7
  /// How long frames must be calm for a step up, at first.
  static let calmNanoseconds: Int64 = 3_000_000_000
  /// The longest calm that a step up ever needs. As much calm at full quality resets the need to ``calmNanoseconds``.
  static let longestCalmNanoseconds: Int64 = 60_000_000_000
  /// A step down this soon after a step up means that the step up was wrong.
  static let trialNanoseconds: Int64 = 10_000_000_000

  private static let mostStrain = 3.0
  /// How much a punctual frame reduces the strain; a late one adds 1.
  private static let relief = 0.1

  /// The quality to draw with now.
  package private(set) var quality = GlassQuality.full
  private var strain = 0.0
  private var calm: Int64 = 0
  private var neededCalm = Self.calmNanoseconds
  private var last: Int64?
  private var steppedUp: Int64?

  /// Starts at full quality.
  package init() {}

  /// Takes a frame's duration; returns the step it causes, or `nil`.
  ///
  /// - Parameters:
  ///   - spent: nanoseconds that the frame's work took; negative numbers are ignored.
  ///   - budget: nanoseconds that it may take; 0 or less if nothing waits for it, as when
  ///     annotating files, which prevents any step.
  ///   - nanoseconds: the frame's time.
  package mutating func note(spent: Int64, budget: Int64, at nanoseconds: Int64) -> Change? {
    guard budget > 0, spent >= 0 else { return nil }
    // A gap isn't calm: at most half a second of it counts.
    let elapsed = min(
      500_000_000, max(0, last.map { nanoseconds.subtractingReportingOverflow($0).partialValue } ?? 0))
    last = nanoseconds
    if spent > budget {
      calm = 0
      strain += 1
      return strain >= Self.mostStrain ? step(1, at: nanoseconds) : nil
    }
    strain = max(0, strain - Self.relief)
    if Double(spent) < Self.calmShare * Double(budget) {
      calm += elapsed
    } else {
      // One busy frame among calm ones doesn't start over; busy ones never add up to calm.
      calm = max(0, calm - 4 * elapsed)
    }
    if quality == .full {
      // After this long at full quality, new trouble is unrelated to the old.
      if calm >= Self.longestCalmNanoseconds { (calm, neededCalm) = (0, Self.calmNanoseconds) }
      return nil
    }
    return calm >= neededCalm ? step(-1, at: nanoseconds) : nil
  }

  private mutating func step(_ way: Int, at nanoseconds: Int64) -> Change? {
    (strain, calm) = (0, 0)
    guard let next = GlassQuality(rawValue: quality.rawValue + way) else { return nil }
    if way > 0 {
      if let steppedUp, nanoseconds &- steppedUp < Self.trialNanoseconds {
        neededCalm = min(Self.longestCalmNanoseconds, 2 * neededCalm)
      }
      steppedUp = nil
    } else {
      steppedUp = nanoseconds
    }
    defer { quality = next }
    return Change(from: quality, to: next, nanoseconds: nanoseconds)
  }
}

/// Makes the glass cheaper when frames are late, and dearer again after a calm time.
///
/// A frame is late above its budget and calm below 70 % of it; between the two nothing ever changes. Three late
/// frames close to each other take one step down, as much calm as is asked for one step up; where a step up had to be
/// taken back soon, the next one waits twice as long, up to a minute. Driven by frame times; allocates nothing.
public struct QualityGovernor: Sendable, Hashable {
  /// A step, for the manifest.
  public struct Change: Sendable, Hashable {
    public var from: GlassQuality
    public var to: GlassQuality
    /// The frame's time.
    public var nanoseconds: Int64
  }

  /// Share of the budget below which a frame is calm.
  public static let calmShare = 0.7
  /// How long it must be calm at first.
  public static let calmNanoseconds: Int64 = 3_000_000_000
  public static let longestCalmNanoseconds: Int64 = 60_000_000_000
  /// A step down so soon after one up says that the step up was wrong.
  public static let trialNanoseconds: Int64 = 10_000_000_000

  private static let mostStrain = 3.0
  /// What one frame in time takes off the strain; a late one adds 1.
  private static let relief = 0.1

  public private(set) var quality = GlassQuality.full
  private var strain = 0.0
  private var calm: Int64 = 0
  private var neededCalm = Self.calmNanoseconds
  private var last: Int64?
  private var steppedUp: Int64?

  public init() {}

  /// Takes a frame's measure; the step that follows from it, if one does.
  ///
  /// - Parameters:
  ///   - spent: nanoseconds that the frame's work took.
  ///   - budget: nanoseconds that it may take; 0 or less where nothing waits for it, as when files are annotated.
  ///   - nanoseconds: the frame's time.
  public mutating func note(spent: Int64, budget: Int64, at nanoseconds: Int64) -> Change? {
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
      // One busy frame among calm ones is no reason to begin again; busy ones never add up to calm.
      calm = max(0, calm - 4 * elapsed)
    }
    if quality == .full {
      // Long in order at the best: the next trouble is another one.
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

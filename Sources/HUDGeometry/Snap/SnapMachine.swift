/// Where a guide's states begin and end, in a measure that is lowest when the guide is met.
public struct SnapThresholds: Sendable, Equatable {
  /// idle → near at or below.
  public var nearIn: Double
  /// near → idle above.
  public var nearOut: Double
  /// near → snapped at or below.
  public var snapIn: Double
  /// snapped → near above.
  public var snapOut: Double
  /// How long a value must stay, in nanoseconds, before idle becomes near.
  public var nearInDwell: Int64
  /// The same for every other change, in nanoseconds.
  public var dwell: Int64

  /// Makes thresholds; both dwells are 100 ms unless given, in nanoseconds.
  public init(
    nearIn: Double, nearOut: Double, snapIn: Double, snapOut: Double, nearInDwell: Int64 = 100_000_000,
    dwell: Int64 = 100_000_000
  ) {
    self.nearIn = nearIn
    self.nearOut = nearOut
    self.snapIn = snapIn
    self.snapOut = snapOut
    self.nearInDwell = nearInDwell
    self.dwell = dwell
  }

  /// The same thresholds without dwells.
  var atOnce: SnapThresholds {
    SnapThresholds(
      nearIn: nearIn, nearOut: nearOut, snapIn: snapIn, snapOut: snapOut, nearInDwell: 0, dwell: 0)
  }
  /// Degrees off level.
  public static let horizon = SnapThresholds(
    nearIn: 3.0, nearOut: 4.0, snapIn: 0.5, snapOut: 0.9, nearInDwell: 0)
  /// Intersection over union, negated.
  ///
  /// The same person in another pose, centred, reaches .81 to .90: a threshold of .9 would never fire. A shift
  /// by 1 % of the width costs .09, by 2 % .17.
  public static let silhouette = SnapThresholds(nearIn: -0.65, nearOut: -0.60, snapIn: -0.85, snapOut: -0.80)
  /// Distance from the power point as a share of the viewfinder's diagonal.
  public static let subject = SnapThresholds(nearIn: 0.05, nearOut: 0.065, snapIn: 0.015, snapOut: 0.025)
}

/// The states of one guide, with hysteresis and a dwell before each change. The dwell runs from the moment
/// the state is entered and the value lies beyond the threshold, and drains while it doesn't (see
/// `DwellTimer`).
///
/// | state | leaves to | when |
/// |---|---|---|
/// | unknown | idle | a value comes |
/// | idle | near | value ≤ nearIn for nearInDwell |
/// | near | snapped | value ≤ snapIn for dwell |
/// | near | idle | value > nearOut for dwell |
/// | snapped | near | value > snapOut for dwell |
/// | any | unknown | no value, or not a number |
public struct SnapMachine: Sendable, Equatable {
  /// The limits and dwells, fixed for the machine's life.
  public let thresholds: SnapThresholds
  /// The state after the last update; `unknown` at first.
  public private(set) var state = GuideState.unknown
  private var rise = DwellTimer()
  private var fall = DwellTimer()

  /// Makes a machine in the state `unknown`.
  public init(thresholds: SnapThresholds) { self.thresholds = thresholds }

  /// Takes the next value; `nil` or NaN makes the state unknown at once.
  public mutating func update(_ value: Double?, nanoseconds now: Int64) {
    guard let value, !value.isNaN else {
      enter(.unknown)
      return
    }
    if state == .unknown { enter(.idle) }
    let before = state
    switch state {
    case .unknown: break
    case .idle:
      if let held = rise.update(value <= thresholds.nearIn, nanoseconds: now), held >= thresholds.nearInDwell
      {
        enter(.near)
        // The dwell towards snapped begins with this value.
        _ = rise.update(value <= thresholds.snapIn, nanoseconds: now)
      }
    case .near:
      let rising = rise.update(value <= thresholds.snapIn, nanoseconds: now)
      let falling = fall.update(value > thresholds.nearOut, nanoseconds: now)
      if let rising, rising >= thresholds.dwell {
        enter(.snapped)
      } else if let falling, falling >= thresholds.dwell {
        enter(.idle)
      }
    case .snapped:
      if let held = fall.update(value > thresholds.snapOut, nanoseconds: now), held >= thresholds.dwell {
        enter(.near)
        _ = fall.update(value > thresholds.nearOut, nanoseconds: now)
      }
    }
    // Without dwells, one value goes all the way.
    if thresholds.dwell == 0, state != before { update(value, nanoseconds: now) }
  }

  private mutating func enter(_ next: GuideState) {
    state = next
    rise.restart()
    fall.restart()
  }
}

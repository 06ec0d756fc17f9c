/// How a change of fixed length is spread over its time.
public enum TimingCurve: Sendable, Hashable, CaseIterable {
  case linear
  case easeInCubic
  case easeOutCubic
  case easeInOutCubic
  /// Hermite's 3t² − 2t³, slow at both ends.
  case smooth

  /// The share of the way done at the share `t` of the time, both 0 … 1.
  public func value(_ t: Double) -> Double {
    let t = min(1, max(0, t))
    let left = 1 - t
    return switch self {
    case .linear: t
    case .easeInCubic: t * t * t
    case .easeOutCubic: 1 - left * left * left
    case .easeInOutCubic: t < 0.5 ? 4 * t * t * t : 1 - 4 * left * left * left
    case .smooth: t * t * (3 - 2 * t)
    }
  }

  /// The way's growth a unit of time, 0 outside 0 … 1.
  public func slope(_ t: Double) -> Double {
    guard t >= 0, t < 1 else { return 0 }
    let left = 1 - t
    return switch self {
    case .linear: 1
    case .easeInCubic: 3 * t * t
    case .easeOutCubic: 3 * left * left
    case .easeInOutCubic: t < 0.5 ? 12 * t * t : 12 * left * left
    case .smooth: 6 * t * left
    }
  }
}

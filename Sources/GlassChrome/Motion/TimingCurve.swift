/// How a change of fixed length progresses over its time.
public enum TimingCurve: Sendable, Hashable, CaseIterable {
  case linear
  /// t³: slow at the start.
  case easeInCubic
  /// 1 − (1 − t)³: slow at the end.
  case easeOutCubic

  /// Share of the distance covered at share `t` of the time, both 0 … 1; `t` is clamped.
  func value(_ t: Double) -> Double {
    let t = min(1, max(0, t))
    let left = 1 - t
    return switch self {
    case .linear: t
    case .easeInCubic: t * t * t
    case .easeOutCubic: 1 - left * left * left
    }
  }

  /// Derivative of ``value(_:)`` in `t`; 0 outside 0 … 1.
  func slope(_ t: Double) -> Double {
    guard t >= 0, t < 1 else { return 0 }
    let left = 1 - t
    return switch self {
    case .linear: 1
    case .easeInCubic: 3 * t * t
    case .easeOutCubic: 3 * left * left
    }
  }
}

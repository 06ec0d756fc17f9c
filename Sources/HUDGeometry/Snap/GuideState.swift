/// How near a guide is to its target.
public enum GuideState: String, Sendable, CaseIterable {
  /// There is nothing to judge: no horizon, no subject, no template.
  case unknown
  /// There is something to judge, and it is far from the target.
  case idle
  /// Within ``SnapThresholds/nearIn`` of the target, and not yet beyond ``SnapThresholds/nearOut``.
  case near
  /// On target: within ``SnapThresholds/snapIn``, and not yet beyond ``SnapThresholds/snapOut``.
  case snapped

  /// Whether the guide glows.
  public var isLit: Bool { self == .near || self == .snapped }
}

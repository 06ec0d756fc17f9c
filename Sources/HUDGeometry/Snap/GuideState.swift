/// How near a guide is to what it asks for.
public enum GuideState: String, Sendable, CaseIterable {
  /// There is nothing to judge: no horizon, no subject, no template.
  case unknown
  case idle
  case near
  case snapped

  /// True where the guide glows.
  public var isLit: Bool { self == .near || self == .snapped }
}

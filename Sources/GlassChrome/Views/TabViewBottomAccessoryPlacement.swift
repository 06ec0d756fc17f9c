/// How a bottom accessory stands to its tab bar.
public enum TabViewBottomAccessoryPlacement: Sendable, Hashable, CaseIterable {
  /// Above the bar, as wide as its space.
  case expanded
  /// Beside the minimized bar.
  case inline
}

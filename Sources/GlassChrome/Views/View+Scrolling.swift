/// How content ends at the edges of a scroll view that it goes on beyond.
public enum ScrollEdgeEffectStyle: Sendable, Hashable, CaseIterable {
  /// As `soft`.
  case automatic
  /// It fades over 16 points.
  case soft
  /// It is cut.
  case hard
}

/// Whether scroll views show where their content stands.
public enum ScrollIndicatorVisibility: Sendable, Hashable, CaseIterable {
  /// While it scrolls.
  case automatic
  /// Never.
  case hidden
}

extension View {
  /// Sets whether scroll views inside show an indicator while they scroll.
  public func scrollIndicators(_ visibility: ScrollIndicatorVisibility) -> ViewNode {
    environment { $0.showsScrollIndicators = visibility == .automatic }
  }

  /// Sets how content of scroll views inside ends at their edges.
  public func scrollEdgeEffectStyle(_ style: ScrollEdgeEffectStyle) -> ViewNode {
    environment { $0.scrollEdgeEffectStyle = style }
  }
}

/// How content that continues past a scroll view's edge ends there.
public enum ScrollEdgeEffectStyle: Sendable, Hashable, CaseIterable {
  /// Same as `soft`.
  case automatic
  /// It fades over 16 points.
  case soft
  /// It is cut off.
  case hard
}

/// Whether scroll views show their scroll position.
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

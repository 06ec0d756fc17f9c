/// Views in a row, from the leading edge on.
public struct HStack: View {
  public let body: ViewNode

  /// - Parameter spacing: points between neighbours; `nil` is 8, and 0 next to a ``Spacer``.
  public init(
    alignment: VerticalAlignment = .center, spacing: Double? = nil, @ViewBuilder content: () -> some View
  ) {
    body = ViewNode(
      .stack(axis: .horizontal, guide: alignment.guide, spacing: spacing?.finite, content().node))
  }
}

/// Views in a column, from the top down.
public struct VStack: View {
  public let body: ViewNode

  /// - Parameter spacing: points between neighbours; `nil` is 8, and 0 next to a ``Spacer``.
  public init(
    alignment: HorizontalAlignment = .center, spacing: Double? = nil, @ViewBuilder content: () -> some View
  ) {
    body = ViewNode(
      .stack(axis: .vertical, guide: alignment.guide, spacing: spacing?.finite, content().node))
  }
}

/// Views one over the other, back to front, as large as the largest.
public struct ZStack: View {
  public let body: ViewNode

  public init(alignment: Alignment = .center, @ViewBuilder content: () -> some View) {
    body = ViewNode(.layers(alignment, content().node))
  }
}

/// A row that becomes a column at the accessibility sizes of text.
public struct AdaptiveStack: View {
  public let body: ViewNode

  public init(
    alignment: VerticalAlignment = .center, columnAlignment: HorizontalAlignment = .leading,
    spacing: Double? = nil, @ViewBuilder content: () -> some View
  ) {
    let content = content().node
    body = ViewNode(
      .environment { environment in
        let isColumn = environment.layout.typeSize.isAccessibilitySize
        return ViewNode(
          .stack(
            axis: isColumn ? .vertical : .horizontal,
            guide: isColumn ? columnAlignment.guide : alignment.guide, spacing: spacing?.finite, content))
      })
  }
}

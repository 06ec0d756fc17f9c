/// Views in a row, starting at the leading edge.
public struct HStack: View {
  /// The row.
  public let body: ViewNode

  /// A row of views.
  ///
  /// - Parameters:
  ///   - alignment: how views are aligned across the row.
  ///   - spacing: points between neighbours; `nil` is 8, and 0 next to a ``Spacer``.
  ///   - content: the views, starting at the leading edge.
  public init(
    alignment: VerticalAlignment = .center, spacing: Double? = nil, @ViewBuilder content: () -> some View
  ) {
    let alignment = Alignment(horizontal: .center, vertical: alignment)
    body = ViewNode(.stack(.horizontal, alignment, spacing: spacing?.finite), content().node)
  }
}

/// Views in a column, starting at the top.
public struct VStack: View {
  /// The column.
  public let body: ViewNode

  /// A column of views.
  ///
  /// - Parameters:
  ///   - alignment: how views are aligned across the column.
  ///   - spacing: points between neighbours; `nil` is 8, and 0 next to a ``Spacer``.
  ///   - content: the views, from the top down.
  public init(
    alignment: HorizontalAlignment = .center, spacing: Double? = nil, @ViewBuilder content: () -> some View
  ) {
    let alignment = Alignment(horizontal: alignment, vertical: .center)
    body = ViewNode(.stack(.vertical, alignment, spacing: spacing?.finite), content().node)
  }
}

/// Views layered back to front, as large as the largest.
public struct ZStack: View {
  /// The views in layers.
  public let body: ViewNode

  /// Layers of views, the first at the back; all are offered the same space.
  public init(alignment: Alignment = .center, @ViewBuilder content: () -> some View) {
    body = ViewNode(.layers(alignment), content().node)
  }
}

/// A row that becomes a column at the accessibility type sizes.
public struct AdaptiveStack: View {
  /// The row or column that suits the type size.
  public let body: ViewNode

  /// A row, or a column at the accessibility type sizes.
  ///
  /// - Parameters:
  ///   - alignment: how views are aligned across the row.
  ///   - columnAlignment: how they are aligned across the column.
  ///   - spacing: points between neighbours; `nil` is 8, and 0 next to a ``Spacer``.
  ///   - content: the views, starting at the leading edge or the top.
  public init(
    alignment: VerticalAlignment = .center, columnAlignment: HorizontalAlignment = .leading,
    spacing: Double? = nil, @ViewBuilder content: () -> some View
  ) {
    let content = content().node
    let alignment = Alignment(horizontal: columnAlignment, vertical: alignment)
    body = ViewNode(
      .environment { environment in
        let axis: Axis = environment.layout.typeSize.isAccessibilitySize ? .vertical : .horizontal
        return ViewNode(.stack(axis, alignment, spacing: spacing?.finite), content)
      })
  }
}

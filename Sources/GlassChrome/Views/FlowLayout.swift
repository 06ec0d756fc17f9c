/// Views in rows that break where the space ends, as words in a paragraph do.
public struct FlowLayout: View {
  /// The rows.
  public let body: ViewNode

  /// Rows of views, each at its ideal size; one wider than the space gets all of it.
  ///
  /// - Parameters:
  ///   - alignment: of shorter rows in the width of the longest, and of lower views in their rows.
  ///   - spacing: points between neighbours in a row, and between rows.
  ///   - content: the views, from the leading edge on.
  public init(alignment: Alignment = .leading, spacing: Double = 8, @ViewBuilder content: () -> some View) {
    body = ViewNode(.flow(alignment, spacing: max(spacing.finite, 0), content().node))
  }
}

/// Views in rows that wrap where the space ends, like words in a paragraph.
public struct FlowLayout: View {
  /// The rows.
  public let body: ViewNode

  /// Rows of views, each at its ideal size; one wider than the space gets all of it.
  ///
  /// - Parameters:
  ///   - alignment: aligns shorter rows in the width of the longest, and lower views in their rows.
  ///   - spacing: points between neighbours in a row, and between rows.
  ///   - content: the views, starting at the leading edge.
  public init(alignment: Alignment = .leading, spacing: Double = 8, @ViewBuilder content: () -> some View) {
    body = ViewNode(.flow(alignment, spacing: max(spacing.finite, 0)), content().node)
  }
}

/// A label at one end of a row and its content at the other; stacked at accessibility sizes if they don't fit a row.
package struct LabeledRow: View {
  package let body: ViewNode

  package init(
    spacing: Double, @ViewBuilder label: () -> some View, @ViewBuilder content: () -> some View
  ) {
    let (label, content) = (label().node, content().node)
    body = ViewNode(
      .environment { environment in
        let row = HStack(spacing: spacing) {
          label
          Spacer(minLength: 0)
          HStack(spacing: spacing) { content }
        }.node
        guard environment.layout.typeSize.isAccessibilitySize else { return row }
        return ViewThatFits(in: [.horizontal]) {
          row
          VStack(alignment: .leading, spacing: 0) {
            label
            HStack(spacing: spacing) { content }
          }.frame(maxWidth: .infinity, alignment: .leading)
        }.node
      })
  }
}

import GlassChrome

/// The state of all cameras, on a pill of glass that fits its content.
package struct TopBarView: View {
  /// The cameras, starting at the leading edge.
  package var sources: [StatusItem]
  /// A pill of cameras.
  package init(sources: [StatusItem]) { self.sources = sources }

  /// A row. As space narrows, it omits drops, turns into a column, and finally shows only names.
  package var body: some View {
    ViewThatFits(in: [.horizontal, .vertical]) {
      row(.everything)
      row(.rates)
      column(.rates)
      row(.names)
      column(.names)
    }.elevation(.z4).id("top-bar")
  }

  /// What is shown of each camera, from least to most.
  private enum Detail: Comparable {
    case names, rates, everything
  }

  private func row(_ detail: Detail) -> ViewNode {
    HStack(spacing: 24) { items(detail) }
      .padding(.vertical, 8).frame(minHeight: 52).padding(.horizontal, 24)
      .glassEffect(in: .rect(cornerRadius: 26))
  }

  private func column(_ detail: Detail) -> ViewNode {
    VStack(alignment: .leading, spacing: 8) { items(detail) }
      .padding(.vertical, 12).padding(.horizontal, 24)
      .glassEffect(in: .rect(cornerRadius: 26))
  }

  private func items(_ detail: Detail) -> ViewNode {
    ForEach(sources.enumerated(), id: { "camera-\($0.offset)" }) { _, source in
      StatusItem(
        source.name, status: source.status, rateSlot: detail >= .rates ? source.rateSlot : nil,
        dropSlot: detail >= .everything ? source.dropSlot : nil)
    }.node
  }
}

import GlassChrome

/// The state of all cameras, on a pill of glass that fits its content.
package struct TopBarView: View {
  /// The cameras, starting at the leading edge.
  package var sources: [StatusItem]
  /// A pill of cameras.
  package init(sources: [StatusItem]) { self.sources = sources }

  /// A row. As space narrows, it omits drops, turns into a column, shows only names, only those of
  /// cameras that sent nothing, and finally only marks.
  package var body: some View {
    ViewThatFits(in: [.horizontal, .vertical]) {
      row(.everything)
      row(.rates)
      column(.rates)
      row(.names)
      column(.names)
      row(.lost)
      row(.marks)
    }.elevation(.z4).id("top-bar")
  }

  /// What is shown of each camera, from least to most.
  private enum Detail: Comparable {
    case marks, lost, names, rates, everything
  }

  private func row(_ detail: Detail) -> ViewNode {
    HStack(spacing: 24) { items(detail) }
      .padding(.vertical, 8).frame(minHeight: 44).padding(.horizontal, 24)
      .glassEffect(in: .rect(cornerRadius: 22))
  }

  private func column(_ detail: Detail) -> ViewNode {
    VStack(alignment: .leading, spacing: 8) { items(detail) }
      .padding(.vertical, 12).padding(.horizontal, 24)
      .glassEffect(in: .rect(cornerRadius: 22))
  }

  private func items(_ detail: Detail) -> ViewNode {
    ForEach(sources.enumerated(), id: { "camera-\($0.offset)" }) { _, source in
      var item = source
      let isMissing = source.status == .stale || source.status == .lost
      item.showsName = detail >= .names || detail == .lost && isMissing
      if detail < .rates { item.rateSlot = nil }
      if detail < .everything { item.dropSlot = nil }
      return item
    }.node
  }
}

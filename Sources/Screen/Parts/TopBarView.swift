import GlassChrome

/// The state of all cameras, on a pill of glass that fits its content.
package struct TopBarView: View {
  /// A camera on the bar.
  package struct Source: Sendable, Hashable {
    /// Identifies the camera on the bar, the same between layouts.
    package var id: String
    /// The camera's name.
    package var name: String
    /// The camera's state, shown by the mark.
    package var status: StatusItem.Status
    /// Slot in ``FigureValues`` of the frames per second; `nil` shows none.
    package var rateSlot: Int?
    /// Slot in ``FigureValues`` of the frames dropped so far; `nil` shows none.
    package var dropSlot: Int?

    /// A camera, by default without numbers.
    package init(
      id: String, name: String, status: StatusItem.Status, rateSlot: Int? = nil, dropSlot: Int? = nil
    ) {
      self.id = id
      self.name = name
      self.status = status
      self.rateSlot = rateSlot
      self.dropSlot = dropSlot
    }
  }

  /// The cameras, starting at the leading edge.
  package var sources: [Source]
  /// A pill of cameras.
  package init(sources: [Source]) { self.sources = sources }

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
  private enum Detail: Int, Comparable {
    case names, rates, everything

    static func < (a: Detail, b: Detail) -> Bool { a.rawValue < b.rawValue }
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
    ForEach(sources, id: \.id) { source in
      StatusItem(
        source.name, status: source.status, rateSlot: detail >= .rates ? source.rateSlot : nil,
        dropSlot: detail >= .everything ? source.dropSlot : nil
      ).id(source.id)
    }.node
  }
}

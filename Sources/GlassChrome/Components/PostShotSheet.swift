/// After a shot: keep it or not, and which templates would have suited it.
public struct PostShotSheet: View {
  public var name: String
  /// What was measured of it, for example "Level, well exposed".
  public var summary: String
  public var suggestions: [TemplateShelfView.Item]
  public var detent: Sheet.Detent

  public init(
    name: String, summary: String, suggestions: [TemplateShelfView.Item] = [],
    detent: Sheet.Detent = .medium
  ) {
    self.name = name
    self.summary = summary
    self.suggestions = suggestions
    self.detent = detent
  }

  public var body: some View {
    Sheet("post-shot", title: name, detent: detent) {
      VStack(alignment: .leading, spacing: 12) {
        Text(summary).font(.callout).foregroundStyle(.secondary).lineLimit(3).id("summary")
        if detent == .large, !suggestions.isEmpty {
          Text("Try next").font(.headline).lineLimit(1).id("suggestions-title")
          ViewThatFits(in: [.horizontal]) {
            chips(3)
            chips(2)
            chips(1)
          }.id("suggestions")
        }
        AdaptiveStack(spacing: 12) {
          ChromeButton("delete", title: "Delete", icon: "trash", kind: .destructive)
          ChromeButton("keep", title: "Keep", icon: "checkmark", kind: .primary)
        }
      }
    }
  }

  private func chips(_ count: Int) -> HStack {
    HStack(spacing: 8) {
      ForEach(suggestions.prefix(count), id: \.id) { item in
        TemplateCard(id: item.id, title: item.title, outline: item.outline)
      }
    }
  }
}

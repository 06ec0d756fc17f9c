/// After a shot: keep or delete it, and templates to try next.
public struct PostShotSheet: View {
  /// The shot's name, which titles the sheet.
  public var name: String
  /// What was measured in the shot, for example "Level, well exposed"; at most three lines.
  public var summary: String
  /// Templates to try next, at most three; only the large sheet shows them.
  public var suggestions: [TemplateShelfView.Item]
  /// The sheet's height.
  public var detent: Sheet.Detent

  /// A sheet about a shot, by default of medium height.
  public init(
    name: String, summary: String, suggestions: [TemplateShelfView.Item] = [],
    detent: Sheet.Detent = .medium
  ) {
    self.name = name
    self.summary = summary
    self.suggestions = suggestions
    self.detent = detent
  }

  /// A sheet with the summary, the suggestions, and buttons to delete and to keep.
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

/// After a shot: what it shows, keep or delete it, and templates to try next.
public struct PostShotSheet: View {
  /// The shot's name, which titles the sheet.
  public var name: String
  /// What was measured in the shot, for example "Level, well exposed"; at most three lines.
  public var summary: String
  /// What was shot, small; `nil` shows no picture.
  public var picture: Thumbnail?
  /// Whether it asks to keep or delete the shot.
  public var isAsking: Bool
  /// Templates to try next, at most three; only the large sheet shows them.
  public var suggestions: [TemplateShelfView.Item]
  /// The sheet's height.
  public var detent: Sheet.Detent

  /// A sheet about a shot, by default of medium height, without a picture, with buttons to delete and to keep.
  public init(
    name: String, summary: String, picture: Thumbnail? = nil, isAsking: Bool = true,
    suggestions: [TemplateShelfView.Item] = [], detent: Sheet.Detent = .medium
  ) {
    self.name = name
    self.summary = summary
    self.picture = picture
    self.isAsking = isAsking
    self.suggestions = suggestions
    self.detent = detent
  }

  /// A sheet with picture, summary, suggestions and buttons; where there is no height for a sheet, a row without
  /// suggestions.
  public var body: some View {
    EnvironmentReader { environment in
      if environment.layout.canvas.height >= Sheet.leastRoom { sheet } else { strip }
    }
  }

  private var sheet: Sheet {
    Sheet("post-shot", title: name, detent: detent, hasGrabber: !suggestions.isEmpty) {
      VStack(alignment: .leading, spacing: 12) {
        AdaptiveStack(spacing: 16) {
          shot(picture, height: 84)
          words
        }
        if detent == .large, !suggestions.isEmpty {
          EnvironmentReader { Text($0.words.tryNext).font(.headline).lineLimit(1).node }.id(
            "suggestions-title")
          ViewThatFits(in: [.horizontal]) {
            chips(3)
            chips(2)
            chips(1)
          }.id("suggestions")
        }
        if isAsking { AdaptiveStack(spacing: 12) { buttons } }
      }
    }
  }

  private var strip: ViewNode {
    Sheet.strip("post-shot", title: name) {
      HStack(spacing: 16) {
        shot(picture, height: 88)
        VStack(alignment: .leading, spacing: 4) {
          Text(name).font(.title3).fontWeight(.semibold).lineLimit(1).id("title")
          words
        }
        if isAsking { buttons }
        Sheet.closeButton
      }
    }
  }

  private var words: ViewNode {
    Text(summary).font(.callout).foregroundStyle(.secondary).lineLimit(3).id("summary")
  }

  private var buttons: ViewNode {
    Group {
      EnvironmentReader {
        ChromeButton("delete", title: $0.words.delete, icon: "trash", kind: .destructive).node
      }.id("delete")
      EnvironmentReader { ChromeButton("keep", title: $0.words.keep, icon: "checkmark", kind: .primary).node }
        .id("keep")
    }.node
  }

  /// The picture in its own form, but at most twice as wide as high.
  private func shot(_ picture: Thumbnail?, height: Double) -> ViewNode {
    guard let picture else { return Group {}.node }
    let form = Double(picture.size.width) / Double(picture.size.height)
    return EnvironmentReader {
      Picture(picture).frame(width: (height * min(max(form, 0.5), 2)).rounded(), height: height)
        .accessibilityLabel($0.words.pictureOfShot).accessibilityRole(.image)
    }.id("picture")
  }

  private func chips(_ count: Int) -> HStack {
    HStack(spacing: 8) {
      ForEach(suggestions.prefix(count), id: \.id) { item in
        TemplateCard(id: item.id, title: item.title, outline: item.outline)
      }
    }
  }
}

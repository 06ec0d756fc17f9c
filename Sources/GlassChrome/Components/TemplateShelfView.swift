/// The templates at hand: one bar of glass with a card for each, as many as fit.
public struct TemplateShelfView: View {
  /// A template on the shelf.
  public struct Item: Sendable, Hashable {
    /// Its name in events, below the shelf's.
    public var id: String
    /// Its name on the card.
    public var title: String
    /// Its picture as SVG path data in a box of 1 × 1.
    public var outline: String

    /// A template by id, name and picture.
    public init(id: String, title: String, outline: String) {
      self.id = id
      self.title = title
      self.outline = outline
    }
  }

  /// All templates, in order; none shows "No templates".
  public var items: [Item]
  /// Id of the template in use, empty for none; the binding's own id names the shelf.
  public var selection: Binding<String>

  /// A shelf that shows this selection.
  public init(_ items: [Item], selection: Binding<String>) {
    self.items = items
    self.selection = selection
  }

  /// Indices of the templates to show if `count` fit: those around the selection, or the first ones.
  public func window(_ count: Int) -> Range<Int> {
    let count = max(min(count, items.count), 0)
    let selected = items.firstIndex { $0.id == selection.value } ?? 0
    let start = max(0, min(selected - count / 2, items.count - count))
    return start..<(start + count)
  }

  /// The cards that fit the width, on a bar of interactive glass.
  public var body: some View {
    EnvironmentReader { environment in
      let width = TemplateCard.width(environment.layout.typeSize)
      let room = environment.layout.canvas.width - 16
      let window = window(max(Int((room + 8) / (width + 8)), 1))
      if items.isEmpty {
        Text("No templates").font(.callout).lineLimit(1).padding(.horizontal, 24).padding(.vertical, 8)
          .frame(minHeight: 44)
          .glassEffect(in: .rect(cornerRadius: 28))
      } else {
        HStack(spacing: 8) {
          ForEach(items[window], id: \.id) { item in
            TemplateCard(
              id: item.id, title: item.title, outline: item.outline, isSelected: item.id == selection.value)
          }
        }
        .padding(8)
        .accessibilityLabel("Templates")
        .accessibilityRole(.group)
        .glassEffect(.regular.interactive(), in: .rect(cornerRadius: 28))
      }
    }.id(selection.id)
  }
}

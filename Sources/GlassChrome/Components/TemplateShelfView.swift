/// The templates at hand: one bar of glass with a plate for each, as many as there is room for.
public struct TemplateShelfView: View {
  public struct Item: Sendable, Hashable {
    public var id: String
    public var title: String
    /// SVG path data in a box of 1 × 1.
    public var outline: String

    public init(id: String, title: String, outline: String) {
      self.id = id
      self.title = title
      self.outline = outline
    }
  }

  public var items: [Item]
  /// Identity of the template in use; empty for none.
  public var selection: Binding<String>

  public init(_ items: [Item], selection: Binding<String>) {
    self.items = items
    self.selection = selection
  }

  /// The templates that are shown where `count` fit: those around the selection.
  public func window(_ count: Int) -> Range<Int> {
    let count = max(min(count, items.count), 0)
    let selected = items.firstIndex { $0.id == selection.value } ?? 0
    let start = max(0, min(selected - count / 2, items.count - count))
    return start..<(start + count)
  }

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

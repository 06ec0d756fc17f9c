import GlassChrome

/// The available templates: glass with a card for each, which scrolls if they don't all fit.
package struct TemplateShelfView: View {
  /// A template on the shelf.
  package struct Item: Sendable, Hashable {
    /// Its name in events, below the shelf's.
    package var id: String
    /// Its name on the card.
    package var title: String
    /// Its picture as SVG path data in a 1 × 1 box.
    package var outline: String

    /// A template by id, name and picture.
    package init(id: String, title: String, outline: String) {
      self.id = id
      self.title = title
      self.outline = outline
    }
  }

  /// All templates, in order; none shows "No templates".
  package var items: [Item]
  /// Id of the template in use, empty for none; the binding's own id names the shelf.
  package var selection: Binding<String>
  /// Whether the cards form as many columns as fit the width; otherwise one row.
  package var isGrid: Bool

  /// A shelf that shows this selection, by default in one row.
  package init(_ items: [Item], selection: Binding<String>, isGrid: Bool = false) {
    self.items = items
    self.selection = selection
    self.isGrid = isGrid
  }

  private static let spacing = 8.0

  /// How the cards lie in a room: they fill its width where they scroll, and half of one shows that there are more.
  private struct CardRows {
    var columns: Int
    var width: Double
    var isLow: Bool
    /// Whether they are one row that scrolls sideways.
    var isRow: Bool
  }

  /// How much wider than usual a card may be.
  private static let widest = 1.6

  private func arrangement(_ layout: LayoutEnvironment) -> CardRows {
    let gap = Self.spacing
    let least = TemplateCard.width(layout.typeSize)
    let room = (width: layout.canvas.width - 2 * gap, height: layout.canvas.height - 2 * gap)
    let isLow = room.height < TemplateCard.height(layout)
    let height = TemplateCard.height(layout, isLow: isLow)
    let columns = max(Int((room.width + gap) / (least + gap)), 1)
    let rows = max(Int((room.height + gap) / (height + gap)), 1)
    let needed = (items.count + columns - 1) / columns
    func filling(_ count: Int) -> Double {
      min((room.width - Double(count - 1) * gap) / Double(count), Self.widest * least).rounded(.down)
    }
    if isGrid ? needed <= rows : needed == 1 {
      let columns = (items.count + needed - 1) / needed
      return CardRows(
        columns: columns, width: isGrid ? filling(columns) : least, isLow: isLow, isRow: !isGrid)
    }
    if isGrid, rows > 1 {
      return CardRows(columns: columns, width: filling(columns), isLow: isLow, isRow: false)
    }
    let whole = max(Int((room.width - least / 2) / (least + gap)), 1)
    let width = ((room.width - Double(whole) * gap) / (Double(whole) + 0.5)).rounded(.down)
    return CardRows(columns: items.count, width: width, isLow: isLow, isRow: true)
  }

  /// The cards on interactive glass: in a row that scrolls sideways, or in columns that scroll vertically.
  package var body: some View {
    EnvironmentReader { environment in
      if items.isEmpty {
        Text(environment.words.noTemplates).font(.callout).lineLimit(1).padding(.horizontal, 24).padding(
          .vertical, 8
        )
        .frame(minHeight: 44)
        .glassEffect(in: .rect(cornerRadius: 28))
      } else {
        cards(arrangement(environment.layout))
          .frame(maxWidth: isGrid ? .infinity : nil)
          .padding(Self.spacing)
          .accessibilityLabel(environment.words.templates)
          .accessibilityRole(.group)
          .glassEffect(.regular.interactive(), in: .rect(cornerRadius: 28))
      }
    }.id(selection.id)
  }

  private func cards(_ form: CardRows) -> ViewNode {
    guard !form.isRow else {
      return ScrollView(.horizontal) { HStack(spacing: Self.spacing) { cards(items[...], form) } }
        .scrollTargetBehavior(.viewAligned).node
    }
    return ScrollView {
      VStack(alignment: .leading, spacing: Self.spacing) {
        ForEach(0..<(items.count + form.columns - 1) / form.columns) { row in
          HStack(spacing: Self.spacing) {
            cards(items[(row * form.columns)..<min((row + 1) * form.columns, items.count)], form)
          }
        }
      }
    }.scrollTargetBehavior(.viewAligned).node
  }

  private func cards(_ items: ArraySlice<Item>, _ form: CardRows) -> ViewNode {
    ForEach(items, id: \.id) { item in
      // A card is the same in whatever row it is.
      var card = TemplateCard(
        id: item.id, title: item.title, outline: item.outline, isSelected: item.id == selection.value)
      (card.width, card.isLow) = (form.width, form.isLow)
      return card.matchedGeometryEffect(id: item.id)
    }.node
  }
}

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

  /// The columns whose proportions best match the space and show all cards, or as many as fit.
  private func columns(_ layout: LayoutEnvironment) -> Int {
    let (width, height) = (TemplateCard.width(layout.typeSize), TemplateCard.height(layout))
    let room = (width: layout.canvas.width - Self.spacing, height: layout.canvas.height - Self.spacing)
    func count(_ room: Double, _ card: Double) -> Int { max(Int(room / (card + Self.spacing)), 1) }
    let most = (columns: count(room.width, width), rows: count(room.height, height))
    func columns(_ rows: Int) -> Int { (items.count + rows - 1) / rows }
    /// How much wider or narrower than the space this many rows are; 1 for a perfect match.
    func strangeness(_ rows: Int) -> Double {
      let form = Double(columns(rows)) * width * room.height / (Double(rows) * height * max(room.width, 1))
      return max(form, 1 / max(form, 1e-6))
    }
    let rows = (1...most.rows).filter { columns($0) <= most.columns }
      .min { strangeness($0) < strangeness($1) }
    return rows.map(columns) ?? most.columns
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
        cards(environment.layout)
          .padding(Self.spacing)
          .accessibilityLabel(environment.words.templates)
          .accessibilityRole(.group)
          .glassEffect(.regular.interactive(), in: .rect(cornerRadius: 28))
      }
    }.id(selection.id)
  }

  private func cards(_ layout: LayoutEnvironment) -> ViewNode {
    guard isGrid else {
      return ScrollView(.horizontal) { HStack(spacing: Self.spacing) { cards(items[...]) } }
        .scrollTargetBehavior(.viewAligned).node
    }
    let columns = columns(layout)
    return ScrollView {
      VStack(alignment: .leading, spacing: Self.spacing) {
        ForEach(0..<(items.count + columns - 1) / columns) { row in
          HStack(spacing: Self.spacing) {
            cards(items[(row * columns)..<min((row + 1) * columns, items.count)])
          }
        }
      }
    }.scrollTargetBehavior(.viewAligned).node
  }

  private func cards(_ items: ArraySlice<Item>) -> ViewNode {
    ForEach(items, id: \.id) { item in
      // A card is the same in whatever row it is.
      TemplateCard(
        id: item.id, title: item.title, outline: item.outline, isSelected: item.id == selection.value
      ).matchedGeometryEffect(id: item.id)
    }.node
  }
}

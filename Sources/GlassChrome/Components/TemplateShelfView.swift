/// The templates at hand: glass with a card for each, as many whole ones as fit.
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
  /// Most rows of cards, at least 1.
  public var maximumRows: Int

  /// A shelf that shows this selection, by default in one row.
  public init(_ items: [Item], selection: Binding<String>, maximumRows: Int = 1) {
    self.items = items
    self.selection = selection
    self.maximumRows = max(maximumRows, 1)
  }

  /// Indices of the templates to show if `count` fit: those around the selection, or the first ones.
  public func window(_ count: Int) -> Range<Int> {
    let count = max(min(count, items.count), 0)
    let selected = items.firstIndex { $0.id == selection.value } ?? 0
    let start = max(0, min(selected - count / 2, items.count - count))
    return start..<(start + count)
  }

  private static let spacing = 8.0

  /// Columns and rows for a room: the form nearest to the room's that has all cards, else as many as fit.
  private func grid(_ layout: LayoutEnvironment) -> (columns: Int, rows: Int) {
    let (width, height) = (TemplateCard.width(layout.typeSize), TemplateCard.height(layout))
    let room = (width: layout.canvas.width - Self.spacing, height: layout.canvas.height - Self.spacing)
    func count(_ room: Double, _ card: Double) -> Int { max(Int(room / (card + Self.spacing)), 1) }
    let most = (
      columns: count(room.width, width), rows: min(count(room.height, height), maximumRows)
    )
    func columns(_ rows: Int) -> Int { (items.count + rows - 1) / rows }
    /// How much wider or narrower than the room so many rows are, 1 for not at all.
    func strangeness(_ rows: Int) -> Double {
      let form = Double(columns(rows)) * width * room.height / (Double(rows) * height * max(room.width, 1))
      return max(form, 1 / max(form, 1e-6))
    }
    let rows = (1...most.rows).filter { columns($0) <= most.columns }
      .min { strangeness($0) < strangeness($1) }
    return rows.map { (columns($0), $0) } ?? most
  }

  /// The cards that fit, on interactive glass.
  public var body: some View {
    EnvironmentReader { environment in
      let grid = grid(environment.layout)
      let window = window(grid.columns * grid.rows)
      if items.isEmpty {
        Text("No templates").font(.callout).lineLimit(1).padding(.horizontal, 24).padding(.vertical, 8)
          .frame(minHeight: 44)
          .glassEffect(in: .rect(cornerRadius: 28))
      } else {
        VStack(alignment: .leading, spacing: Self.spacing) {
          ForEach(0..<grid.rows) { row in
            let first = min(window.lowerBound + row * grid.columns, window.upperBound)
            cards(first..<min(first + grid.columns, window.upperBound))
          }
        }
        .padding(Self.spacing)
        .accessibilityLabel("Templates")
        .accessibilityRole(.group)
        .glassEffect(.regular.interactive(), in: .rect(cornerRadius: 28))
      }
    }.id(selection.id)
  }

  private func cards(_ range: Range<Int>) -> ViewNode {
    HStack(spacing: Self.spacing) {
      ForEach(items[range], id: \.id) { item in
        // A card is the same in whatever row it stands.
        TemplateCard(
          id: item.id, title: item.title, outline: item.outline, isSelected: item.id == selection.value
        ).matchedGeometryEffect(id: item.id)
      }
    }.node
  }
}

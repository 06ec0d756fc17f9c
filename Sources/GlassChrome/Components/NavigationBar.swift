/// A title between a back button and actions: a bar of glass, or on other glass, such as a sheet's, only its row.
public struct NavigationBar: View {
  /// The bar's title, on one line.
  public var title: String
  /// The back button, before the title; `nil` for none.
  public var back: ControlItem?
  /// Buttons after the title, starting at the leading side.
  var actions: [ControlItem]
  /// Whether something has scrolled under the bar, which raises it from Z2 to Z3.
  var isElevated: Bool
  /// What stands between title and actions.
  var accessory: ViewNode?

  /// A bar with a title; see the properties.
  public init(
    _ title: String, back: ControlItem? = nil, actions: [ControlItem] = [], isElevated: Bool = false,
    accessory: ViewNode? = nil
  ) {
    self.title = title
    self.back = back
    self.actions = actions
    self.isElevated = isElevated
    self.accessory = accessory
  }

  /// A row, at least 52 points high with round corners where it has glass of its own.
  public var body: some View {
    EnvironmentReader { environment in
      let words = environment.controlWords
      if environment.isOnGlass {
        row(.title3, words) { Self.tonalButton($0, words).id($0.id) }
      } else {
        bar(words)
      }
    }
  }

  private func bar(_ words: ControlWords) -> ViewNode {
    row(.headline, words) { action in
      Button(action.id, accessibilityLabel: Self.label(action, words)) {
        if let icon = action.icon {
          Icon(icon).badge(action.badge).dynamicTypeSize(...DynamicTypeSize.xxxLarge)
            .frame(minWidth: 44, minHeight: 44)
        }
      }.id(action.id)
    }
    .buttonStyle(.plain)
    // Words need space at the rounded end; a button has its own padding.
    .padding(.leading, back == nil ? 24 : 10)
    .padding(.trailing, actions.isEmpty ? 24 : 10)
    .padding(.vertical, 4)
    .frame(minHeight: 52)
    .accessibilityLabel(title)
    .accessibilityRole(.group)
    .glassEffect(in: .rect(cornerRadius: 26))
    .elevation(isElevated ? .z3 : .z2)
    .id("navigation")
  }

  private func row(
    _ font: TextStyle, _ words: ControlWords, button: (ControlItem) -> ViewNode
  ) -> ViewNode {
    let title = Text(title).font(font).fontWeight(.semibold).lineLimit(1)
      .padding(.vertical, font == .headline ? 8 : 0).id("title")
    let parts = [back.map(button), title, Spacer(minLength: 0).node, accessory] + actions.map(button)
    return HStack(spacing: 8) { ViewNode.list(parts.compactMap { $0 }) }.node
  }

  /// An action on other glass.
  package static func tonalButton(_ action: ControlItem, _ words: ControlWords) -> ViewNode {
    Button(action.id, in: .circle, accessibilityLabel: label(action, words)) {
      Icon(action.icon ?? "").badge(action.badge)
    }.buttonStyle(.tonal)
  }

  private static func label(_ action: ControlItem, _ words: ControlWords) -> String {
    action.badge.map { "\(action.title), \(words.newCount($0))" } ?? action.title
  }
}

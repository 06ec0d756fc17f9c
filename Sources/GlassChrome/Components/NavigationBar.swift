/// A title between a back button and actions.
public struct NavigationBar: View {
  /// The bar's title, on one line.
  public var title: String
  /// The back button, before the title; `nil` for none.
  public var back: ControlItem?
  /// Buttons after the title, starting at the leading side.
  public var actions: [ControlItem]
  /// Whether something has scrolled under the bar, which raises it from Z2 to Z3.
  public var isElevated: Bool

  /// A bar with a title; see the properties.
  public init(
    _ title: String, back: ControlItem? = nil, actions: [ControlItem] = [], isElevated: Bool = false
  ) {
    self.title = title
    self.back = back
    self.actions = actions
    self.isElevated = isElevated
  }

  /// A row at least 52 points high on glass with round corners.
  public var body: some View { EnvironmentReader { bar($0.controlWords) } }

  private func bar(_ words: ControlWords) -> ViewNode {
    HStack(spacing: 8) {
      if let back { button(back, words) }
      Text(title).font(.headline).lineLimit(1).padding(.vertical, 8).id("title")
      Spacer(minLength: 0)
      ForEach(actions, id: \.id) { action in button(action, words) }
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

  private func button(_ action: ControlItem, _ words: ControlWords) -> ViewNode {
    let label = action.badge.map { "\(action.title), \(words.newCount($0))" } ?? action.title
    return Button(action.id, accessibilityLabel: label) {
      if let icon = action.icon {
        Icon(icon).badge(action.badge).dynamicTypeSize(...DynamicTypeSize.xxxLarge)
          .frame(minWidth: 44, minHeight: 44)
      }
    }.id(action.id)
  }
}

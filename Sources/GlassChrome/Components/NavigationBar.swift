/// A title with the way back before it and actions after it.
public struct NavigationBar: View {
  public struct Action: Sendable, Hashable {
    public var id: String
    public var label: String
    public var icon: String
    public var badge: Int?

    public init(_ id: String, label: String, icon: String, badge: Int? = nil) {
      self.id = id
      self.label = label
      self.icon = icon
      self.badge = badge
    }
  }

  public var title: String
  public var back: Action?
  public var actions: [Action]
  /// Something has scrolled under it: it stands higher.
  public var isElevated: Bool

  public init(_ title: String, back: Action? = nil, actions: [Action] = [], isElevated: Bool = false) {
    self.title = title
    self.back = back
    self.actions = actions
    self.isElevated = isElevated
  }

  public var body: some View {
    HStack(spacing: 8) {
      if let back { button(back) }
      Text(title).font(.headline).lineLimit(1).padding(.vertical, 8).id("title")
      Spacer(minLength: 0)
      ForEach(actions, id: \.id) { action in button(action) }
    }
    .buttonStyle(.plain)
    // Words keep clear of the rounded end; a button brings its own room.
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

  private func button(_ action: Action) -> ViewNode {
    Button(action.id, accessibilityLabel: action.badge.map { "\(action.label), \($0) new" } ?? action.label) {
      Icon(action.icon).badge(action.badge).dynamicTypeSize(...DynamicTypeSize.xxxLarge)
        .frame(minWidth: 44, minHeight: 44)
    }.id(action.id)
  }
}

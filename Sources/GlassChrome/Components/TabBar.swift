/// Places to go; an indicator flows to the current one. When minimized, only that one is left.
public struct TabBar: View {
  /// The tabs, starting at the leading edge.
  var tabs: [ControlItem]
  /// Id of the current tab; the binding's own id names the bar.
  var selection: Binding<String>
  /// Whether the bar is reduced to the selected tab's icon.
  var isMinimized: Bool
  /// Whether to show only icons, for narrow screens; titles remain the accessibility labels.
  var showsIconsAlone: Bool

  /// A bar that shows this selection.
  public init(
    _ tabs: [ControlItem], selection: Binding<String>, isMinimized: Bool = false,
    showsIconsAlone: Bool = false
  ) {
    self.tabs = tabs
    self.selection = selection
    self.isMinimized = isMinimized
    self.showsIconsAlone = showsIconsAlone
  }

  private var shown: [ControlItem] { isMinimized ? tabs.filter { $0.id == selection.value } : tabs }

  /// The tabs on a capsule of interactive glass; in large type only their icons.
  public var body: some View {
    EnvironmentReader { environment in
      let words = environment.controlWords
      let isLarge = environment.layout.typeSize.isAccessibilitySize
      bar(words, showsIconsAlone: showsIconsAlone || isLarge, isLarge: isLarge)
    }.id(selection.id)
  }

  private func bar(_ words: ControlWords, showsIconsAlone: Bool, isLarge: Bool) -> ViewNode {
    HStack(spacing: 0) {
      ForEach(shown, id: \.id) { tab in cell(tab, words, showsIconsAlone: showsIconsAlone, isLarge: isLarge) }
    }
    .padding(4)
    .accessibilityLabel(words.tabs)
    .accessibilityRole(.group)
    .glassEffect(.regular.interactive(), in: .capsule)
    .glassEffectTransition(.matchedGeometry)
    .dynamicTypeSize(...DynamicTypeSize.accessibility3)
  }

  private func cell(
    _ tab: ControlItem, _ words: ControlWords, showsIconsAlone: Bool, isLarge: Bool
  ) -> ViewNode {
    let isSelected = tab.id == selection.value
    let cell = VStack(spacing: 2) {
      if let icon = tab.icon {
        Icon(isSelected ? IconSet.filled(icon) : icon).badge(tab.badge).font(.title3)
      }
      if !isMinimized, !showsIconsAlone { Text(tab.title).font(.caption2).fontWeight(.semibold).lineLimit(1) }
    }
    .foregroundStyle(isSelected ? .primary : .secondary)
    .padding(.horizontal, isLarge && tab.badge != nil ? 36 : showsIconsAlone ? 12 : 16)
    .padding(.vertical, isLarge ? 12 : 6)
    .frame(minWidth: showsIconsAlone ? 56 : 64, minHeight: 48)
    .background {
      if isSelected {
        SelectionMark(shape: .capsule, id: selection.id + "-indicator")
      }
    }
    .accessibilityLabel(tab.badge.map { "\(tab.title), \(words.newCount($0))" } ?? tab.title)
    .accessibilitySelected(isSelected)
    .accessibilityRole(.tab)
    return isMinimized && tabs.count > 1 ? cell.accessibilityHint(words.showsTabs) : cell
  }
}

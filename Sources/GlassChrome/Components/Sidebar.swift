/// Places to go to, one below the other on a panel of glass; an indicator slides to the present one.
public struct Sidebar: View {
  /// The sidebar's title, on one line.
  public var title: String
  /// The places, from the top down.
  public var items: [TabBar.Tab]
  /// Id of the present place; the binding's own id names the sidebar.
  public var selection: Binding<String>

  /// A sidebar that shows this selection.
  public init(_ title: String, items: [TabBar.Tab], selection: Binding<String>) {
    self.title = title
    self.items = items
    self.selection = selection
  }

  /// The title, and the places in a column that scrolls.
  public var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      Text(title).font(.title3).fontWeight(.semibold).lineLimit(1).padding(.horizontal, 12).id("title")
      ScrollView {
        VStack(alignment: .leading, spacing: 2) {
          ForEach(items, id: \.id) { item in row(item) }
        }
        // An indicator on its way must not touch the window's edge, where content fades.
        .padding(.vertical, 4).frame(maxWidth: .infinity, alignment: .leading)
      }.id("places")
    }
    .padding(.horizontal, 10).padding(.vertical, 16)
    .dynamicTypeSize(...DynamicTypeSize.accessibility1)
    .accessibilityLabel(title).accessibilityRole(.group)
    .glassEffect(in: .rect(cornerRadius: 30))
    .id(selection.id)
  }

  private func row(_ item: TabBar.Tab) -> ViewNode {
    let isSelected = item.id == selection.value
    return HStack(spacing: 12) {
      Icon(isSelected ? IconSet.filled(item.icon) : item.icon).id("icon")
      Text(item.title).fontWeight(isSelected ? .semibold : .medium).lineLimit(1).id("title")
      Spacer(minLength: 0)
      if let badge = item.badge { Badge(badge) }
    }
    .padding(.horizontal, 12)
    .frame(minHeight: 44)
    .background {
      if isSelected {
        SelectionMark(shape: .rect(cornerRadius: .concentric(minimum: 12)), id: selection.id + "-indicator")
      }
    }
    .accessibilityLabel(item.badge.map { "\(item.title), \($0) new" } ?? item.title)
    .accessibilitySelected(isSelected)
    .accessibilityRole(.tab)
  }
}

/// A sidebar beside what it leads to; one of the two where the canvas is narrow.
public struct NavigationSplitView: View {
  /// Which columns are shown.
  public enum Visibility: Sendable, Hashable, CaseIterable {
    /// Both, or in a narrow canvas the detail.
    case automatic
    /// The sidebar too: in a narrow canvas it alone.
    case doubleColumn
    /// The detail alone.
    case detailOnly
  }

  /// Width in points from which both columns are shown.
  public static let wide = 600.0

  private let visibility: Visibility
  private let sidebar: ViewNode
  private let detail: ViewNode

  /// Two columns.
  ///
  /// - Parameters:
  ///   - columnVisibility: which are shown.
  ///   - sidebar: the leading column, 200 to 320 points wide.
  ///   - detail: the other, which gets the rest.
  public init(
    columnVisibility: Visibility = .automatic, @ViewBuilder sidebar: () -> some View,
    @ViewBuilder detail: () -> some View
  ) {
    visibility = columnVisibility
    self.sidebar = sidebar().node
    self.detail = detail().node
  }

  /// The columns, 12 points apart.
  public var body: some View {
    EnvironmentReader { environment in
      let width = environment.layout.canvas.width
      let isWide = width >= Self.wide
      let showsSidebar = visibility == .doubleColumn || visibility == .automatic && isWide
      HStack(alignment: .top, spacing: 12) {
        if showsSidebar {
          sidebar.frame(width: isWide ? min(max(width * 0.32, 200), 320) : nil).id("sidebar")
        }
        if isWide || !showsSidebar {
          detail.frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .top).id("detail")
        }
      }
    }
  }
}

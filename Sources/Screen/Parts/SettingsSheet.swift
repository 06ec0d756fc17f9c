import GlassChrome

/// What can be changed while frames flow, on a sheet: the screen's settings, and each camera's.
package struct SettingsSheet: View {
  /// The pages, the screen's own first.
  package var pages: [SettingsPage]
  /// Id of the page that is shown.
  package var page: String
  /// Id of the picker whose options are shown; `nil` for none.
  package var openPicker: String?
  /// The sheet's height.
  package var detent: Sheet.Detent

  /// A sheet of settings, by default of medium height with the screen's page.
  package init(
    _ pages: [SettingsPage], page: String = SettingsPage.screen, openPicker: String? = nil,
    detent: Sheet.Detent = .medium
  ) {
    self.pages = pages
    self.page = page
    self.openPicker = openPicker
    self.detent = detent
  }

  /// A sheet with a page of scrolling rows, with lines between them.
  package var body: some View {
    EnvironmentReader { environment in
      let rows = rows(environment.words, environment.layout.typeSize)
      Sheet("settings-sheet", title: environment.words.settings, detent: detent) {
        VStack(alignment: .leading, spacing: 4) {
          ForEach(rows.indices) { place in
            Group {
              // Segments need no line below them.
              if place > (pages.count > 1 ? 1 : 0) { Divider() }
              rows[place]
            }
          }
        }
      }
    }
  }

  private func rows(_ words: ScreenWords, _ typeSize: DynamicTypeSize) -> [ViewNode] {
    guard let shown = pages.first(where: { $0.id == page }) ?? pages.first else { return [] }
    let rows = shown.settings.map { row($0, on: shown) }
    return pages.count > 1 ? [tabs(shown, words, typeSize)] + rows : rows
  }

  private func row(_ setting: ScreenSetting, on page: SettingsPage) -> ViewNode {
    let row = ScreenSettingRow(setting, isOpen: openPicker == page.name(of: setting))
    return page.id == SettingsPage.screen ? row.body.node.frame(minHeight: 44) : Group { row }.id(page.id)
  }

  /// The most pages whose titles stand beside each other.
  private static let mostTabs = 4

  /// Tabs; more than fit, or in type in which they would be a column, they are a list.
  private func tabs(_ shown: SettingsPage, _ words: ScreenWords, _ typeSize: DynamicTypeSize) -> ViewNode {
    let (control, title) = (Control.page.name, Control.page.title(words))
    let items = pages.map { ControlItem($0.id, title: $0.title) }
    let list = Picker(
      title, options: items, selection: Binding(control, shown.id), isOpen: openPicker == control)
    if items.count > Self.mostTabs || typeSize.isAccessibilitySize { return list.node }
    return ViewThatFits(in: [.horizontal]) {
      SegmentedControl(title, items, selection: Binding(control, shown.id))
      list
    }.node
  }
}

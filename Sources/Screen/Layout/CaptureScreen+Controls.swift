import GlassChrome
import HUDGeometry

/// The contents of the regions: controls, sheets, shelf and messages.
extension CaptureScreen {
  /// How many words the controls have.
  enum ControlTitles {
    /// Titles where they fit.
    case titles
    /// Only icons, because the words' space is needed beside them.
    case icons
    /// Only icons, and of the tabs only the current one.
    case fewest
  }

  // MARK: - Controls

  /// Where the tools are: above the other controls, before them, or behind a button before them.
  enum ToolPlace { case above, before, hidden }

  /// The tools, the mode, the shutter and the tabs.
  func controls(_ state: ChromeState, _ words: ControlTitles, _ place: ToolPlace, isColumn: Bool) -> ViewNode
  {
    let rows = self.rows(state, words)
    return GlassEffectContainer(spacing: 8) {
      if state.isCovered {
        first(of: rows)
      } else if place == .above {
        VStack(alignment: side, spacing: Self.gap) {
          ViewThatFits(in: [.horizontal]) {
            tools(state, .whole(hasSlider: true), isColumn)
            tools(state, .whole(hasSlider: false), isColumn)
          }
          first(of: rows)
        }
      } else if place == .before {
        beside(tools(state, .whole(hasSlider: true), isColumn), first(of: rows).node)
      } else if state.showsTools || state.openTool != nil || (state.showsExposure && state.exposure != nil) {
        let row = self.row(state, modes: nil, tabs: nil)
        first(
          of: rows.map { beside(tools(state, .open(hasSlider: true), isColumn), $0) }
            + [true, false].map { beside(tools(state, .open(hasSlider: $0), isColumn), row) })
      } else {
        first(of: rows.map { beside(tools(state, .closed, isColumn), $0) } + rows.suffix(1))
      }
    }.id("controls").node
  }

  private func first(of rows: [ViewNode]) -> ViewThatFits {
    ViewThatFits(in: [.horizontal]) { ViewNode.list(rows) }
  }

  /// Lists open above a column's tools, and beside a row's, where the shelf is.
  private func tools(_ state: ChromeState, _ extent: ToolRow.Extent, _ isColumn: Bool) -> ViewNode {
    ToolRow(state: state, extent: extent, edge: isColumn ? .top : areControlsFirst ? .trailing : .leading)
      .node
  }

  private func beside(_ tools: ViewNode, _ row: ViewNode) -> ViewNode {
    HStack(spacing: Self.gap) {
      ViewNode.list(areControlsFirst ? [row, tools] : [tools, row])
    }.node
  }

  /// Rows of controls, the one with the most words first. Each has tabs: only the current one while
  /// recording or where space is short; if all are requested, the mode makes room for them.
  private func rows(_ state: ChromeState, _ words: ControlTitles) -> [ViewNode] {
    let hasAllTabs = !isShooting(state) || state.showsAllTabs
    var rows: [ViewNode] = []
    if hasAllTabs, words == .titles {
      rows += [row(state, modes: .titles, tabs: .titles), row(state, modes: .icons, tabs: .titles)]
    }
    if hasAllTabs, words != .fewest { rows.append(row(state, modes: .icons, tabs: .icons)) }
    if state.showsAllTabs {
      rows.append(row(state, modes: nil, tabs: .icons))
    } else {
      if !hasAllTabs, words == .titles { rows.append(row(state, modes: .titles, tabs: .fewest)) }
      rows.append(row(state, modes: .icons, tabs: .fewest))
    }
    return rows
  }

  private func row(_ state: ChromeState, modes: ControlTitles?, tabs: ControlTitles?) -> ViewNode {
    let modes = modes.map {
      ModeSwitcher(Binding("mode", state.mode), showsIconsAlone: $0 != .titles).disabled(!state.canRecord)
    }
    let shutter = CaptureButton(
      state.mode, phase: isShooting(state) ? .recording : .idle, countdown: state.countdown
    ).disabled(!state.canRecord)
    let tabs = tabs.map { self.tabs(state, $0).node }
    // One hand's thumb reaches the outermost controls.
    let row =
      style.hand == .both
      ? [modes, shutter, tabs] : areControlsFirst ? [shutter, modes, tabs] : [tabs, modes, shutter]
    // The same row wherever the tools are.
    return HStack(spacing: Self.gap) { ViewNode.list(row.compactMap { $0 }) }.matchedGeometryEffect(id: "0")
  }

  private func isShooting(_ state: ChromeState) -> Bool {
    switch state.mode {
    case .photo: false
    case .video: state.isRecording && !state.isPaused
    case .timelapse: state.runsTimelapse
    }
  }

  private func tabs(_ state: ChromeState, _ words: ControlTitles) -> TabBar {
    var tabs = [ControlItem("capture", title: self.words.capture, icon: "camera")]
    if state.hasLibrary { tabs.append(ControlItem("library", title: self.words.library, icon: "library")) }
    tabs.append(ControlItem("settings", title: self.words.settings, icon: "gear"))
    let shown =
      state.settings != nil ? "settings" : state.library != nil && state.hasLibrary ? "library" : "capture"
    return TabBar(
      tabs, selection: Binding("tab", shown), isMinimized: words == .fewest, showsIconsAlone: words == .icons)
  }

  // MARK: - Sheets

  /// Whether a sheet is shown: settings, a picture's, or the library.
  func isShowingSheet(_ state: ChromeState) -> Bool {
    state.showsControls && state.isCovered
  }

  /// The sheet; `nil` for none.
  func sheet(_ state: ChromeState) -> ViewNode? {
    guard isShowingSheet(state) else { return nil }
    // Each grows from what opens it.
    if let detent = state.settings {
      return settings(state, detent).glassEffectTransition(.zoom(sourceID: "tab/settings"))
    }
    if let shot = state.shot {
      let source = ElementID(shot.thumbnail ?? "capture")
      return self.shot(shot, state).glassEffectTransition(.zoom(sourceID: source))
    }
    return state.library.map {
      LibrarySheet($0, detent: state.libraryDetent).glassEffectTransition(.zoom(sourceID: "tab/library"))
    }
  }

  private func settings(_ state: ChromeState, _ detent: Sheet.Detent) -> SettingsSheet {
    var values = SettingsSheet.Values()
    (values.grid, values.grids) = (state.gridName, state.gridNames)
    (values.assists, values.assistNames) = (state.assists, state.assistNames)
    (values.style, values.views) = (style, state.views)
    (values.selfTimer, values.interval) = (state.selfTimer, state.interval)
    return SettingsSheet(
      values, cameras: state.cameraSettings, page: state.settingsPage, openPicker: state.openPicker,
      detent: detent)
  }

  private func shot(_ shot: PostShotSheet.Shot, _ state: ChromeState) -> PostShotSheet {
    let suggestions = shot.suggestions.compactMap { name in state.templates.first { $0.name == name } }
    let isFromLibrary = state.library != nil
    return PostShotSheet(
      shot, suggestions: suggestions.map(item),
      detent: isFromLibrary ? state.libraryDetent : suggestions.isEmpty ? .medium : .large,
      hasGrabber: isFromLibrary)
  }

  // MARK: - Shelf, message, info

  func shelf(_ state: ChromeState, isGrid: Bool) -> ViewNode? {
    guard state.showsShelf, !state.templates.isEmpty, state.openTool == nil else { return nil }
    return TemplateShelfView(
      state.templates.map(item), selection: Binding("template", state.selectedName), isGrid: isGrid
    ).node
  }

  private func item(_ template: SilhouetteTemplate) -> TemplateShelfView.Item {
    TemplateShelfView.Item(id: template.name, title: words[template], outline: template.unitIcon)
  }

  /// The one message to show: a toast takes precedence over a hint.
  func message(_ state: ChromeState) -> ViewNode? {
    if let toast = state.toast { return toast.node }
    if let hint = state.hint, !hint.isEmpty { return HintPillView(hint, role: state.hintRole).node }
    return nil
  }

  /// The panel that tells of the main camera's exposure.
  func info(_ state: ChromeState) -> ViewNode? { state.info.map { InfoPanel($0).node } }
}

extension SilhouetteTemplate {
  /// The template's icon as SVG path data, centred in a 1 × 1 box with its aspect ratio kept.
  fileprivate var unitIcon: String {
    let bounds = icon.bounds
    let side = max(bounds.width, bounds.height)
    guard side > 0 else { return "" }
    let place = AffineTransform.translation(-bounds.center.x, -bounds.center.y)
      .then(.scale(1 / side, 1 / side)).then(.translation(0.5, 0.5))
    return icon.transformed(by: place).svg()
  }
}

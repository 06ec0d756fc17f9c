import GlassChrome
import HUDGeometry

/// The contents of the regions: controls, sheets, shelf and messages.
extension CaptureScreen {
  // MARK: - Controls

  /// Where the tools are: above the other controls, before them, or behind a button before them.
  enum ToolPlace { case above, before, hidden }

  /// The tools, the mode, the shutter and the tabs. Shutter and tabs stand at the same place whatever is open.
  ///
  /// - Parameters:
  ///   - place: where the tools are; `nil`: nowhere.
  ///   - width: a column's; `nil` for a row.
  ///   - keepsModes: whether the mode is there in any case.
  func controls(
    _ state: ChromeState, _ place: ToolPlace?, width: Double?, keepsModes: Bool = false
  ) -> ViewNode {
    GlassEffectContainer(spacing: 8) {
      if place == .above {
        VStack(alignment: side, spacing: Self.gap) {
          if !state.isCovered {
            ViewThatFits(in: [.horizontal]) {
              tools(state, .whole(hasSlider: true), width)
              tools(state, .whole(hasSlider: false), width)
              tools(state, .whole(hasSlider: false), width, scrolls: state.openTool == nil)
            }
          }
          ViewThatFits(in: [.horizontal]) { ViewNode.list(rows(state, nil, width)) }
        }
      } else {
        ViewThatFits(in: [.horizontal]) {
          ViewNode.list(
            Array(
              rows(state, state.isCovered && place != .hidden ? nil : place, width).prefix(
                keepsModes ? 1 : .max)))
        }
      }
    }.id("controls").node
  }

  /// The parts of a row of controls: the mode, tools, and what never moves.
  private struct Row {
    var modes, tools: ViewNode?
    var shutter, tabs: ViewNode
  }

  /// Rows with all that fits, the one with most first: open tools take the mode's place if there is no other.
  private func rows(_ state: ChromeState, _ place: ToolPlace?, _ width: Double?) -> [ViewNode] {
    func rows(_ tools: ViewNode?, hasModes: [Bool]) -> [ViewNode] {
      hasModes.map { hasModes in
        var row = row(state, hasTitles: width == nil && hasTitles)
        if !hasModes { row.modes = nil }
        row.tools = tools
        return width.map { spread(row, over: $0) } ?? joined(row, place)
      }
    }
    guard let place else { return rows(nil, hasModes: [true, false]) }
    if state.openTool != nil, width == nil {
      // Its list takes the shelf's place, and the mode's where tools open over that.
      return rows(tools(state, .open(hasSlider: false), width), hasModes: [place == .before])
    }
    if place == .before {
      return [true, false].flatMap { rows(tools(state, .whole(hasSlider: $0), width), hasModes: [true]) }
    }
    let isOpen = state.showsTools || state.openTool != nil || (state.showsExposure && state.exposure != nil)
    // Beside a sheet their button stays, so that the mode does.
    guard isOpen, !state.isCovered else {
      return rows(tools(state, .closed, width), hasModes: [true]) + rows(nil, hasModes: [true, false])
    }
    return [true, false].flatMap { rows(tools(state, .open(hasSlider: $0), width), hasModes: [true, false]) }
      + rows(tools(state, .open(hasSlider: false), width, scrolls: state.openTool == nil), hasModes: [false])
  }

  /// A column's row over its whole width.
  private func spread(_ row: Row, over width: Double) -> ViewNode {
    // Tools beside what stays, so that the button that opens them stays too.
    let space = Spacer(minLength: 0).node
    let start = [row.modes, space, row.tools].compactMap { $0 }
    // The shutter in the middle; beside large type, at the tabs. Equal lengths, whatever word is in bold.
    let isLarge = style.typeSize.isAccessibilitySize
    let half = isLarge ? nil : max((width - CaptureButton.side) / 2 - Self.gap, 0)
    let parts =
      style.hand == .both
      ? [
        HStack(spacing: Self.gap) { ViewNode.list(start) }.frame(width: half).frame(
          maxWidth: half ?? .infinity),
        row.shutter, row.tabs.frame(width: half, alignment: .trailing),
      ]
      : areControlsFirst ? [row.shutter, row.tabs] + start.reversed() : start + [row.tabs, row.shutter]
    return HStack(spacing: Self.gap) { ViewNode.list(parts) }.matchedGeometryEffect(id: "0")
      .frame(minWidth: width)
  }

  /// One of its own width. One hand's thumb reaches the outermost controls.
  ///
  /// Tools that are always there come before the mode, which then stays where it is; others open over its place.
  private func joined(_ row: Row, _ place: ToolPlace?) -> ViewNode {
    let start = place == .before ? [row.tools, row.modes] : [row.modes, row.tools]
    let parts =
      areControlsFirst
      ? [row.shutter, row.tabs] + start.reversed()
      : start + (style.hand == .both ? [row.shutter, row.tabs] : [row.tabs, row.shutter])
    return HStack(spacing: Self.gap) { ViewNode.list(parts.compactMap { $0 }) }.matchedGeometryEffect(id: "0")
  }

  private func row(_ state: ChromeState, hasTitles: Bool) -> Row {
    Row(
      modes: ModeSwitcher(Binding(Control.mode.name, state.shutter.mode), showsIconsAlone: !hasTitles)
        .disabled(
          !state.shutter.canRecord),
      shutter: CaptureButton(
        state.shutter.mode, phase: isShooting(state) ? .recording : .idle, countdown: state.shutter.timeLeft
      ).disabled(!state.shutter.canRecord),
      tabs: tabs(state, showsIconsAlone: !hasTitles).node)
  }

  /// Lists open above a column's tools, and beside a row's, where the shelf is.
  private func tools(
    _ state: ChromeState, _ extent: ToolRow.Extent, _ width: Double?, scrolls: Bool = false
  ) -> ViewNode {
    let isColumn = width != nil
    var row = ToolRow(
      screen: SeenScreen(state, style), extent: extent,
      edge: isColumn ? .top : areControlsFirst ? .trailing : .leading)
    if case .whole = extent, isColumn {} else { row.isMirrored = !areControlsFirst }
    row.areHandsFree = style.hand == .both
    row.scrolls = scrolls
    return row.node
  }

  private func isShooting(_ state: ChromeState) -> Bool {
    switch state.shutter.mode {
    case .photo: false
    case .video: state.isRecording && !state.shutter.isPaused
    case .timelapse: state.shutter.runsTimelapse
    }
  }

  private func tabs(_ state: ChromeState, showsIconsAlone: Bool) -> TabBar {
    let (tab, screen) = (Control.tab, SeenScreen(state, style))
    return TabBar(
      tab.choices(screen), selection: Binding(tab.name, tab.reads(screen) ?? ""),
      showsIconsAlone: showsIconsAlone)
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
      return SettingsSheet(
        SeenScreen(state, style).pages, page: state.settingsPage, openPicker: state.openPicker, detent: detent
      ).glassEffectTransition(.zoom(sourceID: "tab/settings"))
    }
    if let shot = state.shot {
      let source = ElementID(shot.thumbnail ?? "capture")
      return self.shot(shot, state).glassEffectTransition(.zoom(sourceID: source))
    }
    return state.library.map {
      LibrarySheet($0, detent: state.libraryDetent).glassEffectTransition(.zoom(sourceID: "tab/library"))
    }
  }

  private func shot(_ shot: Shot, _ state: ChromeState) -> PostShotSheet {
    let suggestions = shot.suggestions.compactMap { name in state.templates.first { $0.name == name } }
    let isFromLibrary = state.library != nil
    return PostShotSheet(
      shot, suggestions: suggestions.map(item),
      detent: isFromLibrary ? state.libraryDetent : suggestions.isEmpty ? .medium : .large,
      hasGrabber: isFromLibrary)
  }

  // MARK: - Shelf, message, info

  ///
  /// - Parameter isApart: whether it has a place of its own; a tool's list takes another.
  func shelf(_ state: ChromeState, isGrid: Bool, isApart: Bool) -> ViewNode? {
    guard hasShelf, state.showsShelf, !state.templates.isEmpty, isApart || state.openTool == nil else {
      return nil
    }
    return TemplateShelfView(
      state.templates.map(item), selection: Binding(Control.template.name, state.selectedName), isGrid: isGrid
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

import GlassChrome
import HUDGeometry

/// What can be changed while frames flow, on a sheet: the screen's settings, and each camera's.
package struct SettingsSheet: View {
  /// The current settings.
  package struct Values: Sendable, Hashable {
    /// Name of the grid in use; one that isn't in ``grids`` shows a dash.
    package var grid = "thirds"
    /// Names of the grids to choose from.
    package var grids = ["thirds", "phi", "diagonals"]
    /// Names of the assists to choose from, and of those in use.
    package var assistNames: [String] = []
    package var assists: Set<String> = []
    /// The screen's look and the hand that holds the camera.
    package var style = ChromeStyle()
    /// Which cameras are shown; `nil` if there is no choice.
    package var views: Views?
    /// Seconds between a press of the shutter and the picture: 0, 3, 6 or 9.
    package var selfTimer = 0
    /// Seconds between timelapse pictures, one of ``SettingsSheet/intervals``.
    package var interval = 2.0

    /// Settings; by default a dark screen with thirds.
    package init() {}

    init(
      grid: String, grids: [String], assistNames: [String], assists: Set<String>, style: ChromeStyle,
      views: Views?, selfTimer: Int, interval: Double
    ) {
      (self.grid, self.grids, self.assistNames, self.assists) = (grid, grids, assistNames, assists)
      (self.style, self.views, self.selfTimer, self.interval) = (style, views, selfTimer, interval)
    }
  }

  /// Which cameras are shown, and how.
  package struct Views: Sendable, Hashable {
    /// The cameras' ids in events, and their names.
    package var cameras: [ControlItem]
    /// The place of the only camera shown; `nil` for all.
    package var only: Int?
    /// The layout of all, one of ``layouts``.
    package var layout: String
    /// Names of the layouts to choose from.
    package var layouts: [String]

    /// A choice of cameras, and a layout for all.
    package init(cameras: [ControlItem], only: Int?, layout: String, layouts: [String]) {
      self.cameras = cameras
      self.only = only
      self.layout = layout
      self.layouts = layouts
    }

    /// The choice of two in events; `nil` for more.
    var pair: DualCameraSwitcher.Choice? {
      cameras.count == 2 ? only.map { $0 == 0 ? .front : .back } ?? .dual : nil
    }
    /// The id of what is chosen.
    var choice: String { pair?.rawValue ?? only.map { cameras[$0].id } ?? Self.all }
    /// All cameras, where there are more than two.
    package static let all = "all"

    func choices(_ words: ScreenWords) -> [ControlItem] {
      if pair == nil { return [ControlItem(Self.all, title: words.allCameras)] + cameras }
      return zip(
        DualCameraSwitcher.Choice.allCases, [cameras[0].title, cameras[1].title, words.bothCameras]
      ).map { ControlItem($0.rawValue, title: $1) }
    }
  }

  /// A page of settings: the screen's, the assists', or a camera's.
  package struct Page: Sendable, Hashable {
    /// Its name in events: a camera's id, ``SettingsSheet/screenPage`` or ``SettingsSheet/assistPage``.
    package var id: String
    /// Its title; a camera's name.
    package var title: String
    /// What can be set or read, in this order.
    package var settings: [ScreenSetting]

    /// A page by id and title.
    package init(_ id: String, title: String, settings: [ScreenSetting]) {
      self.id = id
      self.title = title
      self.settings = settings
    }

    /// A setting's name in events.
    package func name(of setting: ScreenSetting) -> String {
      id == SettingsSheet.screenPage ? setting.id : id + "/" + setting.id
    }
  }

  /// The self-timer's possible seconds.
  package static let selfTimers = [0, 3, 6, 9]
  /// Possible seconds between timelapse pictures.
  package static let intervals = [0.5, 1, 2, 5, 10, 30, 60]

  /// The page of the screen's own settings.
  package static let screenPage = "screen"

  /// The page of the assists.
  package static let assistPage = "assist"

  /// The screen's settings.
  package var values: Values
  /// The cameras that have settings, each with its own page.
  package var cameras: [Page]
  /// Id of the page that is shown.
  package var page: String
  /// Id of the picker whose options are shown; `nil` for none.
  package var openPicker: String?
  /// The sheet's height.
  package var detent: Sheet.Detent

  /// A sheet of settings, by default of medium height with the screen's page.
  package init(
    _ values: Values = Values(), cameras: [Page] = [], page: String = Self.screenPage,
    openPicker: String? = nil, detent: Sheet.Detent = .medium
  ) {
    self.values = values
    self.cameras = cameras
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
              if place > (hasPages ? 1 : 0) { Divider() }
              rows[place]
            }
          }
        }
      }
    }
  }

  private var hasPages: Bool { !cameras.isEmpty || !values.assistNames.isEmpty }

  private func rows(_ words: ScreenWords, _ typeSize: DynamicTypeSize) -> [ViewNode] {
    let pages = pages(words)
    let shown = pages.first { $0.id == page } ?? pages[0]
    let rows = shown.settings.map { row($0, on: shown) }
    return hasPages ? [tabs(pages, shown, words, typeSize)] + rows : rows
  }

  private func row(_ setting: ScreenSetting, on page: Page) -> ViewNode {
    let row = ScreenSettingRow(setting, isOpen: openPicker == page.name(of: setting))
    return page.id == Self.screenPage ? row.body.node.frame(minHeight: 44) : Group { row }.id(page.id)
  }

  private static let pageID = "page"
  /// The most pages whose titles stand beside each other.
  private static let mostTabs = 4

  /// Tabs; more than fit, or in type in which they would be a column, they are a list.
  private func tabs(
    _ pages: [Page], _ shown: Page, _ words: ScreenWords, _ typeSize: DynamicTypeSize
  ) -> ViewNode {
    let items = pages.map { ControlItem($0.id, title: $0.title) }
    let list = Picker(
      words.pages, options: items, selection: Binding(Self.pageID, shown.id),
      isOpen: openPicker == Self.pageID)
    if items.count > Self.mostTabs || typeSize.isAccessibilitySize { return list.node }
    return ViewThatFits(in: [.horizontal]) {
      SegmentedControl(words.pages, items, selection: Binding(Self.pageID, shown.id))
      list
    }.node
  }

  // MARK: - What there is to set

  /// All pages, whether or not they are shown: the screen's first.
  package func pages(_ words: ScreenWords) -> [Page] {
    var pages = [Page(Self.screenPage, title: words.screen, settings: screenSettings(words))]
    if !values.assistNames.isEmpty {
      let assists = values.assistNames.map { name in
        toggle(name, words.assistNames[name] ?? name, values.assists.contains(name), words)
      }
      pages.append(Page(Self.assistPage, title: words.assists, settings: assists))
    }
    return pages + cameras
  }

  private func screenSettings(_ words: ScreenWords) -> [ScreenSetting] {
    viewSettings(words) + [
      picker(
        "self-timer", words.selfTimer, ScreenWords.timerChoice(values.selfTimer), words.timerChoices),
      picker(
        "interval", words.timelapse, DecimalText.short(values.interval) + "s",
        Self.intervals.map {
          ControlItem(
            DecimalText.short($0) + "s",
            title: words.everySeconds(words.controls.measure(DecimalText.short($0))))
        }),
      picker("grid", words.guideLines, values.grid, words.gridChoices(values.grids)),
      picker(
        "hand", words.hand, values.style.hand.rawValue,
        ChromeStyle.Hand.allCases.map { ControlItem($0.rawValue, title: Self.title($0, words)) }),
      segments(
        "appearance", words.appearance, values.style.appearance.rawValue,
        ChromeStyle.Appearance.allCases.map { ControlItem($0.rawValue, title: Self.title($0, words)) }),
      toggle("increase-contrast", words.increaseContrast, values.style.increaseContrast, words),
      toggle("reduce-transparency", words.reduceTransparency, values.style.reduceTransparency, words),
      toggle("reduce-motion", words.reduceMotion, values.style.reduceMotion, words),
    ]
  }

  /// For choosing which cameras are shown, and how; none if there is no choice.
  private func viewSettings(_ words: ScreenWords) -> [ScreenSetting] {
    guard let views = values.views else { return [] }
    return [
      picker("cameras", words.cameras, views.choice, views.choices(words)),
      picker(
        "layout", words.layout, views.layout,
        views.layouts.map { ControlItem($0, title: words[layout: $0]) }),
      ScreenSetting("swap", label: words.swapCameras, kind: .button(icon: "camera.dual"), value: ""),
    ]
  }

  private func picker(_ id: String, _ label: String, _ choice: String, _ options: [ControlItem])
    -> ScreenSetting
  {
    ScreenSetting(
      id, label: label, kind: .picker(options, selected: choice), value: Self.title(choice, options))
  }

  private func segments(_ id: String, _ label: String, _ choice: String, _ options: [ControlItem])
    -> ScreenSetting
  {
    ScreenSetting(
      id, label: label, kind: .segments(options, selected: choice), value: Self.title(choice, options))
  }

  private static func title(_ choice: String, _ options: [ControlItem]) -> String {
    options.first { $0.id == choice }?.title ?? ""
  }

  private func toggle(_ id: String, _ label: String, _ isOn: Bool, _ words: ScreenWords) -> ScreenSetting {
    ScreenSetting(
      id, label: label, kind: .toggle(isOn), value: isOn ? words.controls.on : words.controls.off)
  }

  private static func title(_ appearance: ChromeStyle.Appearance, _ words: ScreenWords) -> String {
    switch appearance {
    case .dark: words.dark
    case .light: words.light
    case .auto: words.autoLook
    }
  }

  private static func title(_ hand: ChromeStyle.Hand, _ words: ScreenWords) -> String {
    switch hand {
    case .both: words.bothHands
    case .left: words.leftHand
    case .right: words.rightHand
    }
  }
}

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

  /// A camera's settings.
  package struct Camera: Sendable, Hashable {
    /// Identifies the camera in events.
    package var id: String
    /// The camera's name.
    package var name: String
    /// What can be set or read, in the camera's order.
    package var settings: [CameraSetting]

    /// A camera by id and name.
    package init(_ id: String, name: String, settings: [CameraSetting]) {
      self.id = id
      self.name = name
      self.settings = settings
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
  package var cameras: [Camera]
  /// Id of the camera whose page is shown, ``screenPage`` or ``assistPage``.
  package var page: String
  /// Id of the picker whose options are shown; `nil` for none.
  package var openPicker: String?
  /// The sheet's height.
  package var detent: Sheet.Detent

  /// A sheet of settings, by default of medium height with the screen's page.
  package init(
    _ values: Values = Values(), cameras: [Camera] = [], page: String = Self.screenPage,
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
    let camera = cameras.first { $0.id == page }
    let showsAssists = !values.assistNames.isEmpty && page == Self.assistPage
    let own = camera.map(rows(of:)) ?? (showsAssists ? assistRows(words) : screenRows(words))
    return hasPages ? [pages(words, typeSize)] + own : own
  }

  private static let pageID = "page"
  /// The most pages whose titles stand beside each other.
  private static let mostTabs = 4

  private func pageItems(_ words: ScreenWords) -> [ControlItem] {
    [ControlItem(Self.screenPage, title: words.screen)]
      + (values.assistNames.isEmpty ? [] : [ControlItem(Self.assistPage, title: words.assists)])
      + cameras.map { ControlItem($0.id, title: $0.name) }
  }

  private func pageList(_ words: ScreenWords) -> Picker {
    let items = pageItems(words)
    return picker(
      Self.pageID, words.pages, items.contains { $0.id == page } ? page : Self.screenPage, items)
  }

  /// Tabs; more than fit, or in type in which they would be a column, they are a list.
  private func pages(_ words: ScreenWords, _ typeSize: DynamicTypeSize) -> ViewNode {
    let items = pageItems(words)
    if items.count > Self.mostTabs || typeSize.isAccessibilitySize { return pageList(words).node }
    return ViewThatFits(in: [.horizontal]) {
      SegmentedControl(
        words.pages, items,
        selection: Binding(Self.pageID, items.contains { $0.id == page } ? page : Self.screenPage))
      pageList(words)
    }.node
  }

  private func rows(of camera: Camera) -> [ViewNode] {
    camera.settings.map { setting in
      Group { CameraSettingRow(setting, isOpen: openPicker == camera.id + "/" + setting.id) }.id(camera.id)
    }
  }

  /// Lists for choosing which cameras are shown, and how; none if there is no choice.
  private func viewLists(_ words: ScreenWords) -> [Picker] {
    guard let views = values.views else { return [] }
    return [
      picker(
        "cameras", words.cameras, views.choice, views.choices(words)),
      picker(
        "layout", words.layout, views.layout,
        views.layouts.map { ControlItem($0, title: words[layout: $0]) }),
    ]
  }

  private func swapRow(_ words: ScreenWords) -> ViewNode {
    LabeledRow(spacing: 8) {
      Text(words.swapCameras).lineLimit(2).accessibilityHidden().id("label")
    } content: {
      Button("swap", in: .circle, accessibilityLabel: words.swapCameras) { Icon("camera.dual") }
        .buttonStyle(.tonal)
    }.node
  }

  private func screenRows(_ words: ScreenWords) -> [ViewNode] {
    (viewLists(words).map(\.node) + (values.views == nil ? [] : [swapRow(words)]) + lists(words).map(\.node)
      + [
        appearance(words),
        Toggle(words.increaseContrast, isOn: Binding("increase-contrast", values.style.increaseContrast))
          .node,
        Toggle(
          words.reduceTransparency, isOn: Binding("reduce-transparency", values.style.reduceTransparency)
        )
        .node,
        Toggle(words.reduceMotion, isOn: Binding("reduce-motion", values.style.reduceMotion)).node,
      ]).map { $0.frame(minHeight: 44) }
  }

  /// The look's title, and its choices beside or below it.
  private func appearance(_ words: ScreenWords) -> ViewNode {
    let label = Text(words.appearance).lineLimit(2).accessibilityHidden().id("label")
    let choices = SegmentedControl(
      words.appearance,
      ChromeStyle.Appearance.allCases.map { ControlItem($0.rawValue, title: Self.title($0, words)) },
      selection: Binding("appearance", values.style.appearance.rawValue))
    return ViewThatFits(in: [.horizontal]) {
      HStack(spacing: 16) {
        label
        Spacer(minLength: 0)
        choices.frame(maxWidth: 300)
      }
      VStack(alignment: .leading, spacing: 4) {
        label
        choices
      }
    }.id("appearance-row")
  }

  private func assistRows(_ words: ScreenWords) -> [ViewNode] {
    values.assistNames.map { name in
      Group {
        Toggle(words.assistNames[name] ?? name, isOn: Binding(name, values.assists.contains(name)))
          .frame(minHeight: 44)
      }.id(Self.assistPage)
    }
  }

  private func lists(_ words: ScreenWords) -> [Picker] {
    [
      picker(
        "self-timer", words.selfTimer, ScreenWords.timerChoice(values.selfTimer), words.timerChoices),
      picker(
        "interval", words.timelapse, DecimalText.short(values.interval) + "s",
        Self.intervals.map {
          ControlItem(
            DecimalText.short($0) + "s",
            title: words.everySeconds(words.controls.measure(DecimalText.short($0))))
        }),
      picker(
        "grid", words.guideLines, values.grid, words.gridChoices(values.grids)),
      picker(
        "hand", words.hand, values.style.hand.rawValue,
        ChromeStyle.Hand.allCases.map { ControlItem($0.rawValue, title: Self.title($0, words)) }),
    ]
  }

  private func picker(_ id: String, _ label: String, _ choice: String, _ options: [ControlItem]) -> Picker {
    Picker(label, options: options, selection: Binding(id, choice), isOpen: openPicker == id)
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

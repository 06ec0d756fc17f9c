import GlassChrome
import HUDGeometry

/// What the main camera's pictures are taken with, one tap away: guide lines, self-timer, light and exposure where the
/// camera has them, which cameras are shown, and the zoom.
///
/// Guide lines and self-timer open their choices in a popover. The exposure takes the zoom's place while it is set.
struct ToolRow: View {
  /// How much of it is shown.
  enum Extent {
    /// All tools: with the zoom's slider, or a button in its place.
    case whole(hasSlider: Bool)
    /// One button that flows out into the tools.
    case closed
    /// That button and the tools.
    case open(hasSlider: Bool)
  }

  let state: ChromeState
  let extent: Extent
  /// Where a popover appears.
  let edge: Edge
  /// Whether the cluster comes last, and in it the button that opens it: that stays where it is while others come before it.
  var isMirrored = false
  /// Whether all but the button that opens it scrolls, for where it has no room.
  var scrolls = false
  /// Whether no hand in particular holds the camera, so that nothing must be near its thumb.
  var areHandsFree = true

  /// Whether it takes the whole width of a column.
  private var fillsColumn: Bool {
    if case .whole = extent { return edge == .top && areHandsFree }
    return false
  }

  private static let sliderWidth = 280.0
  /// The most choices that a row shows without scrolling.
  private static let fewChoices = 4

  var body: some View {
    EnvironmentReader { environment in
      HStack(spacing: 12) {
        ViewNode.list(isMirrored ? parts(environment).reversed() : parts(environment))
      }
    }.dynamicTypeSize(...DynamicTypeSize.xxxLarge).id("tools")
  }

  private func parts(_ environment: ViewEnvironment) -> [ViewNode] {
    if scrolls {
      let tools = parts(environment, cluster(environment, hasOpener: false))
      return [
        cluster(environment, hasTools: false),
        ScrollView(.horizontal) {
          HStack(spacing: 12) { ViewNode.list(isMirrored ? tools.reversed() : tools) }
        }.node,
      ]
    }
    return parts(environment, cluster(environment))
  }

  private func parts(_ environment: ViewEnvironment, _ cluster: ViewNode) -> [ViewNode] {
    guard isOpen, !isAlone else { return [cluster] }
    // An exposure to set takes the switcher's place where there is no room for both.
    let isFull = !hasSlider && state.showsExposure && state.exposure != nil
    let switcher = isFull ? nil : state.views?.pair.map { DualCameraSwitcher(Binding("cameras", $0)).node }
    let slider = slider(environment.layout)
    // Without a slider that fills a column's width, the parts stand at its edges.
    return [cluster, fillsColumn && slider == nil ? Spacer(minLength: 0).node : nil, switcher, slider]
      .compactMap { $0 }
  }

  /// Whether only the tool with a list is shown: in a row the list takes the others' place.
  private var isAlone: Bool { edge != .top && state.openTool != nil }
  private var isOpen: Bool { if case .closed = extent { false } else { true } }
  private var hasSlider: Bool {
    switch extent {
    case .whole(let hasSlider), .open(let hasSlider): hasSlider
    case .closed: true
    }
  }

  private func cluster(
    _ environment: ViewEnvironment, hasOpener: Bool = true, hasTools: Bool = true
  ) -> ViewNode {
    let words = environment.words
    var isExpanded: Binding<Bool>?
    if case .whole = extent {} else if !isAlone, hasOpener { isExpanded = Binding("more", isOpen) }
    var on: Set<String> = []
    var tools: [ControlItem] = []
    func add(_ id: String, _ title: String, _ icon: String, isOn: Bool) {
      guard !isAlone || id == state.openTool else { return }
      tools.append(ControlItem(id, title: title, icon: icon))
      if isOn { on.insert(id) }
    }
    add("grid", words.guideLines, "grid", isOn: state.gridName != Grid.none.rawValue)
    add("self-timer", words.selfTimer, "timer", isOn: state.shutter.selfTimer > 0)
    if let views = state.views, views.pair == nil {
      add("cameras", words.cameras, "camera.dual", isOn: views.only != nil)
    }
    if let torch = state.torch { add("torch", words.torch, "bolt", isOn: torch) }
    if state.exposure != nil { add("exposure", words.exposure, "exposure", isOn: state.showsExposure) }
    if !hasSlider, state.zoom != nil { add("zoom", words.zoom, "zoom", isOn: (state.zoom ?? 1) > 1) }
    return ToolCluster.buttons(
      hasTools ? tools : [], on: on, isExpanded: isExpanded, opensBefore: isMirrored, words.controls
    ) { tool, button in
      list(tool.id, words).map { list in
        button.popover(
          isPresented: Binding("list", true), arrowEdge: edge, title: tool.title, padding: 8,
          maxWidth: edge == .top ? 360 : 720
        ) { list }
      } ?? button
    }
  }

  /// The choices of an open tool; `nil` for a closed one.
  private func list(_ id: String, _ words: ScreenWords) -> ViewNode? {
    guard id == state.openTool else { return nil }
    let (choices, choice) =
      switch id {
      case "grid": (words.gridChoices(state.gridNames), state.gridName)
      case "cameras": (state.views?.choices(words) ?? [], state.views?.choice ?? "")
      default: (words.timerChoices, ScreenWords.timerChoice(state.shutter.selfTimer))
      }
    let isColumn = edge == .top
    let buttons = ForEach(choices, id: \.id) { item in
      Button(item.id, accessibilityLabel: item.title) {
        HStack(spacing: 8) {
          if isColumn || item.id == choice { Icon("checkmark").hidden(item.id != choice) }
          Text(item.title).lineLimit(1)
        }
      }.accessibilitySelected(item.id == choice)
    }
    return Group {
      if isColumn {
        ScrollView { MenuList { buttons } }.id(id)
      } else if choices.count <= Self.fewChoices {
        HStack(spacing: 8) { buttons }.id(id)
      } else {
        ScrollView(.horizontal) { HStack(spacing: 8) { buttons } }.id(id)
      }
    }.buttonStyle(.tonal)
  }

  private func slider(_ layout: LayoutEnvironment) -> ViewNode? {
    let width = fillsColumn ? .infinity : Self.sliderWidth * max(layout.typeSize.scale, 1)
    // The same for both, so that one takes the other's place.
    let least = 212.0
    if state.showsExposure, let stops = state.exposure {
      return ExposureSlider(Binding("exposure", stops), axis: .horizontal)
        .frame(minWidth: least, idealWidth: least, maxWidth: width)
    }
    guard hasSlider, let zoom = state.zoom else { return nil }
    return ZoomSlider(Binding("zoom", zoom)).frame(minWidth: least, idealWidth: least, maxWidth: width)
  }
}

extension ScreenWords {
  /// The self-timer's choices, and the name of one.
  var timerChoices: [ControlItem] {
    SettingsSheet.selfTimers.map {
      ControlItem(Self.timerChoice($0), title: $0 == 0 ? noTimer : seconds("\($0)"))
    }
  }

  static func timerChoice(_ seconds: Int) -> String { seconds == 0 ? "off" : "\(seconds)s" }

  /// The guide lines of these names.
  func gridChoices(_ names: [String]) -> [ControlItem] {
    names.map { name in ControlItem(name, title: Grid(rawValue: name).map { self[$0] } ?? name) }
  }
}

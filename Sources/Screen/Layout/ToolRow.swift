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

  let screen: SeenScreen
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
  private var state: ChromeState { screen.state }

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
    let switcher =
      isFull ? nil : state.views?.pair.map { DualCameraSwitcher(Binding(Control.cameras.name, $0)).node }
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
    if case .whole = extent {} else if !isAlone, hasOpener { isExpanded = Binding(Control.more.name, isOpen) }
    let tools = screen.tools.filter {
      (!isAlone || $0.name == state.openTool) && !(hasSlider && $0.name == Control.zoom.name)
    }
    let on = tools.filter { $0.isInUse(screen) ?? false }.map(\.name)
    return ToolCluster.buttons(
      hasTools ? tools.map { $0.item(words) } : [], on: Set(on), isExpanded: isExpanded,
      opensBefore: isMirrored, words.controls
    ) { tool, button in
      list(tool.id).map { list in
        button.popover(
          isPresented: Binding("list", true), arrowEdge: edge, title: tool.title, padding: 8,
          maxWidth: edge == .top ? 360 : 720
        ) { list }
      } ?? button
    }
  }

  /// The choices of an open tool; `nil` for a closed one.
  private func list(_ id: String) -> ViewNode? {
    guard id == state.openTool, let tool = screen.tools.first(where: { $0.name == id }) else { return nil }
    let (choices, choice) = (tool.choices(screen), tool.reads(screen))
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
      return ExposureSlider(Binding(Control.exposure.name, stops), axis: .horizontal)
        .frame(minWidth: least, idealWidth: least, maxWidth: width)
    }
    guard hasSlider, let zoom = state.zoom else { return nil }
    return ZoomSlider(Binding(Control.zoom.name, zoom)).frame(
      minWidth: least, idealWidth: least, maxWidth: width)
  }
}

extension SeenScreen {
  /// The tools that have something to control. Of two cameras a switcher stands beside them.
  var tools: [Control] {
    Control.tools.filter {
      $0.reads(self) != nil && !($0.name == Control.cameras.name && state.views?.pair != nil)
    }
  }
}

import HUDGeometry
import PixelTypes

/// Lays out what surrounds the viewfinders: top bar and timer above, shelf, hint and controls below, a panel beside
/// them if there is room.
///
/// Each region is laid out separately, in the largest type that fits, up to the style's type size.
struct CaptureScreen {
  /// Slots of the live numbers in ``FigureValues``.
  enum Slot {
    static let clock = 0
    static let recording = 1
    /// Frames per second of the camera at this position in the top bar.
    static func rate(_ camera: Int) -> Int { 2 + camera }
    /// Frames dropped by that camera.
    static func drops(_ camera: Int) -> Int { 8 + camera }
    /// How many cameras have numbers.
    static let cameras = 6
  }

  let layout: ChromeLayout
  let style: ChromeStyle
  let engine: DisplayLayout
  /// Limits of the screen.
  var rules = DisplayRules()

  private static let margin = 16.0
  private static let gap = 12.0
  /// Width kept free for a hint beside the shelf, in points.
  private static let hintRoom = 300.0

  /// Lays out a state, in points from the canvas's top left corner.
  ///
  /// - Throws: ``LayoutError`` for a screen that breaks the rules of glass.
  func list(_ state: ChromeState) throws(LayoutError) -> DisplayList {
    var list = DisplayList()
    try add(top(state), in: layout.topRegion, to: &list)
    try addBottom(state, to: &list)
    if let view = side(state) { try add(view, in: layout.sideRegion, alignment: .bottom, to: &list) }
    try rules.check(list)
    return list
  }

  // MARK: - Regions

  private func top(_ state: ChromeState) -> ViewNode {
    GlassEffectContainer(spacing: 8) {
      HStack(spacing: Self.gap) {
        TopBarView(
          sources: state.sources.prefix(Slot.cameras).enumerated().map { i, source in
            TopBarView.Source(
              id: "camera-\(i)", name: source.name, status: source.status.item, rateSlot: Slot.rate(i),
              dropSlot: Slot.drops(i))
          }, clockSlot: state.secondOfDay == nil ? nil : Slot.clock)
        RecordingTimerView(
          state.isPaused ? .paused : state.isRecording ? .recording : .ready, slot: Slot.recording,
          showsHours: (state.recordingSeconds ?? 0) >= 3600)
      }
    }.id("top").node
  }

  private func addBottom(_ state: ChromeState, to list: inout DisplayList) throws(LayoutError) {
    let region = points(layout.bottomRegion)
    var room = Rect(
      x: region.x + Self.margin, y: region.y, width: region.width - 2 * Self.margin, height: region.height)
    guard room.width > 0, room.height > 0 else { return }
    if state.showsControls, let controls = controls(state) {
      let width = try add(controls, in: room, alignment: .trailing, to: &list)
      if width > 0 { room.width -= width + Self.gap }
    }
    let card = TemplateCard.width(typeSize) + 8
    let isWide = room.width >= 2 * card + Self.hintRoom
    let message = message(state)
    if state.showsShelf, !state.templates.isEmpty, isWide || message == nil {
      var place = room
      if isWide { place.width -= Self.hintRoom }
      let shelf = TemplateShelfView(
        state.templates.map { TemplateShelfView.Item(id: $0.name, title: $0.title, outline: $0.unitIcon) },
        selection: Binding("template", state.selectedName))
      let width = try add(shelf.node, in: place, alignment: isWide ? .leading : .center, to: &list)
      room = Rect(
        x: room.x + width + Self.gap, y: room.y, width: room.width - width - Self.gap, height: room.height)
    }
    if let message { try add(message, in: room, keepsWords: true, to: &list) }
  }

  /// The one message to show: a toast takes precedence over a hint.
  private func message(_ state: ChromeState) -> ViewNode? {
    if let toast = state.toast { return Toast(toast).node }
    if let hint = state.hint, !hint.isEmpty { return HintPillView(hint).node }
    return nil
  }

  private func controls(_ state: ChromeState) -> ViewNode? {
    GlassEffectContainer(spacing: 8) {
      HStack(spacing: Self.gap) {
        ModeSwitcher(Binding("mode", state.mode)).disabled(!state.canRecord)
        CaptureButton(
          state.mode, phase: state.isRecording && !state.isPaused && state.mode == .video ? .recording : .idle
        ).disabled(!state.canRecord)
        Button("settings", in: .circle, accessibilityLabel: "Settings") { Icon("gear") }
          .buttonStyle(.glass)
      }
    }.id("controls").node
  }

  private func side(_ state: ChromeState) -> ViewNode? {
    guard state.showsControls || state.info != nil else { return nil }
    if let detent = state.settings {
      let values = SettingsSheet.Values(
        grid: state.gridName, grids: state.gridNames, appearance: style.appearance,
        reducesTransparency: style.reduceTransparency, increasesContrast: style.increaseContrast,
        reducesMotion: style.reduceMotion)
      return SettingsSheet(values, detent: detent).node
    }
    guard let info = state.info else { return nil }
    return InfoPanel(exposure: info.exposure, gain: info.gain, whiteBalance: info.whiteBalance)
      .padding(.bottom, Self.gap).node
  }

  // MARK: - Layout

  private var typeSize: DynamicTypeSize { style.typeSize }

  private func environment(_ typeSize: DynamicTypeSize? = nil) -> LayoutEnvironment {
    LayoutEnvironment(
      typeSize: typeSize ?? style.typeSize, scale: layout.scale, rules: rules)
  }

  private func points(_ r: PixelRect) -> Rect {
    Rect(
      x: Double(r.x) / layout.scale, y: Double(r.y) / layout.scale, width: Double(r.width) / layout.scale,
      height: Double(r.height) / layout.scale)
  }

  private func add(
    _ view: ViewNode, in region: PixelRect, alignment: Alignment = .center, to list: inout DisplayList
  ) throws(LayoutError) {
    let region = points(region)
    try add(
      view,
      in: Rect(
        x: region.x + Self.margin, y: region.y, width: region.width - 2 * Self.margin, height: region.height),
      alignment: alignment, to: &list)
  }

  /// Adds a view in the largest type that fits, starting at the style's size; leaves it out if none fits.
  ///
  /// With `keepsWords`, smaller type is preferred to truncated words.
  ///
  /// - Returns: the width taken, in points; 0 if the view was left out.
  @discardableResult
  private func add(
    _ view: ViewNode, in room: Rect, alignment: Alignment = .center, keepsWords: Bool = false,
    to list: inout DisplayList
  ) throws(LayoutError) -> Double {
    guard room.width > 0, room.height > 0 else { return 0 }
    let sizes = DynamicTypeSize.allCases.filter { $0 <= typeSize }.reversed()
    // Glass snaps to even pixels, so it may extend one pixel past the room.
    let slack = max(0.5, 1.01 / layout.scale)
    for size in sizes {
      let part = try engine.resolve(view, in: room, environment: environment(size), alignment: alignment)
      let frames = part.groups.flatMap(\.elements).map(\.frame)
      guard let first = frames.first else { return 0 }
      let bounds = frames.dropFirst().reduce(first) { $0.union($1) }
      guard bounds.x >= room.x - slack, bounds.y >= room.y - slack,
        bounds.maxX <= room.maxX + slack, bounds.maxY <= room.maxY + slack
      else { continue }
      if keepsWords, size != .xSmall, part.cutsWords { continue }
      list.groups += part.groups
      list.accessibility += part.accessibility
      return bounds.width
    }
    return 0
  }
}

extension DisplayList {
  /// Whether one of its texts was truncated.
  fileprivate var cutsWords: Bool {
    groups.contains { group in
      group.items.contains { if case .text(let text) = $0 { text.text.hasSuffix("…") } else { false } }
    }
  }
}

extension ChromeState.Source.Status {
  var item: StatusItem.Status {
    switch self {
    case .live: .live
    case .stale: .stale
    case .lost: .lost
    case .connecting: .connecting
    }
  }
}

extension SilhouetteTemplate {
  /// The template's icon as SVG path data, centred in a box of 1 × 1 with its aspect ratio kept.
  var unitIcon: String {
    let bounds = icon.bounds
    let side = max(bounds.width, bounds.height)
    guard side > 0 else { return "" }
    let place = AffineTransform.translation(-bounds.center.x, -bounds.center.y)
      .then(.scale(1 / side, 1 / side)).then(.translation(0.5, 0.5))
    return icon.transformed(by: place).svg()
  }
}

import GlassChrome
import PixelTypes

/// Lays out what surrounds the viewfinders: cameras, message and clock above; shelf, controls and
/// sheets below, or beside them if there is more room.
///
/// Each part is laid out separately, in the largest type that fits, up to the style's type size.
struct CaptureScreen {
  /// Slots of the live numbers in ``FigureValues``.
  enum Slot {
    static let clock = 0
    static let recording = 1
    /// Frames per second of the camera at this position in the top bar.
    static func rate(_ camera: Int) -> Int { 2 + camera }
    /// Frames dropped by that camera.
    static func drops(_ camera: Int) -> Int { 2 + cameras + camera }
    /// How many cameras have numbers.
    static let cameras = 8
  }

  let layout: ChromeLayout
  let style: ChromeStyle
  let engine: DisplayLayout
  /// Limits of the screen.
  var rules = DisplayRules()

  // Between glass and the canvas's edges or viewfinders, in points: at the sides, and above and below.
  private static let margin = (side: 16.0, end: 8.0)
  static let gap = 12.0
  /// Minimum width for a message between the pills above, and width left for the clock, in points.
  private static let messageRoom = 280.0
  private static let clockRoom = 160.0
  /// Width that the cameras' pill may always take, in points.
  private static let pillRoom = 240.0
  /// Minimum width of a row in which the controls have words beside a shelf, in points.
  private static let titleRoom = 1080.0
  /// Minimum widths of a row with all tabs beside a shelf, and beside a sheet, in points.
  private static let tabsBesideShelf = 780.0
  private static let tabsBesideSheet = 1220.0
  /// Minimum width of a row that the tools leave for the shelf, in points.
  private static let shelfRoom = 460.0
  /// Minimum height for the shelf above the controls, in points.
  private static let columnHeight = 300.0
  /// Minimum width for a strip beside the controls, and height for a shelf above a sheet, in points.
  private static let stripRoom = 780.0
  /// The same for a shot's sheet; the shutter can do without it.
  private static let shotRoom = 400.0
  /// Minimum space for any sheet, in points.
  private static let leastSheet = (width: 240.0, height: 88.0)
  private static let shelfHeight = 130.0

  /// Lays out a state, in points from the canvas's top left corner.
  ///
  /// - Throws: ``LayoutError`` for a screen that breaks the rules of glass.
  func list(_ state: ChromeState) throws(LayoutError) -> DisplayList {
    var list = DisplayList()
    let above = inset(layout.topRegion)
    try add(top(state, width: above.width), in: above, words: .kept, to: &list)
    var message = message(state)
    if let shown = message, let room = between(list, above),
      try add(shown, in: room, words: .kept, to: &list) != nil
    {
      message = nil
    }
    try addMain(state, message, to: &list)
    try rules.check(list)
    list.accessibility += try idle(state, beside: list)
    return list
  }

  /// The controls and the shelf while they hide, as they would stand there.
  private func idle(_ state: ChromeState, beside list: DisplayList) throws(LayoutError)
    -> [AccessibilityElement]
  {
    guard state.keepsControls, !state.showsControls || !state.showsShelf else { return [] }
    var (awake, all) = (state, DisplayList())
    awake.reduce(.woken)
    awake.reduce(.pictureLeft)
    try addMain(awake, nil, to: &all)
    let shown = Set(list.accessibility.map(\.id))
    return all.hidden.filter { !shown.contains($0.id) }
  }

  // MARK: - Above

  private func top(_ state: ChromeState, width: Double) -> ViewNode {
    // Where the pills come close, their glass flows together.
    GlassEffectContainer(spacing: 24) {
      HStack(spacing: 0) {
        TopBarView(
          sources: state.sources.prefix(Slot.cameras).enumerated().map { i, source in
            let hasFigures = source.framesPerSecond != nil
            return StatusItem(
              source.name, status: source.status, rateSlot: hasFigures ? Slot.rate(i) : nil,
              dropSlot: hasFigures ? Slot.drops(i) : nil)
          }
        ).frame(
          maxWidth: max(width - Self.messageRoom - Self.clockRoom - 2 * Self.gap, Self.pillRoom),
          alignment: .leading)
        Spacer(minLength: 8)
        if state.isRecording {
          RecordingTimerView(
            state.isPaused ? .paused : .recording, slot: Slot.recording,
            showsHours: (state.recordingSeconds ?? 0) >= 3600)
        } else if state.secondOfDay != nil {
          RecordingTimerView(.ready, slot: Slot.clock)
        }
      }
    }.id("top").node
  }

  /// The space between the pills above: around the canvas's middle if wide enough there, otherwise all of it.
  private func between(_ list: DisplayList, _ above: Rect) -> Rect? {
    let pills = list.groups.flatMap(\.elements).map(\.frame).sorted { $0.x < $1.x }
    guard let left = pills.first, pills.count <= 2 else { return nil }
    let start = left.maxX + Self.gap
    let end = (pills.count == 2 ? pills[1].x : above.maxX) - Self.gap
    let half = min(above.center.x - start, end - above.center.x)
    let isCentered = 2 * half >= Self.messageRoom
    let (x, width) = isCentered ? (above.center.x - half, 2 * half) : (start, end - start)
    return width >= Self.messageRoom
      ? Rect(x: x, y: above.y, width: width, height: above.height) : nil
  }

  // MARK: - Below or beside

  /// Adds controls, and a sheet or the shelf: in a row, or in a column if the space is tall.
  private func addMain(
    _ state: ChromeState, _ message: ViewNode?, to list: inout DisplayList
  ) throws(LayoutError) {
    let beside = points(layout.sideRegion)
    let whole =
      layout.bottomRegion.isEmpty
      ? beside : inset(layout.bottomRegion)
    let isColumn = whole.height >= Self.columnHeight
    var room = whole
    var below = DisplayList()
    if state.showsControls {
      room = try addControls(state, in: room, isColumn, to: &below)
    }
    let hasPanel = !layout.bottomRegion.isEmpty && beside.width > 0
    if let sheet = sheet(state) {
      let takesPlace = state.settings != nil || state.library != nil
      if hasPanel {
        try add(sheet, in: beside, alignment: .bottom, words: .kept, to: &list)
      } else if isColumn
        ? room.height >= Sheet.leastRoom * max(typeSize.scale, 1)
        : room.width >= (takesPlace ? Self.stripRoom : Self.shotRoom),
        let taken = try add(sheet, in: room, alignment: bottom, words: .kept, to: &below)
      {
        list.append(below)
        let left = room.without(taken, atEnd: true, isColumn, Self.gap)
        if isColumn, state.library == nil, left.height >= Self.shelfHeight,
          let shelf = shelf(state, isGrid: true)
        {
          try add(
            shelf, in: left, alignment: Alignment(horizontal: side, vertical: .center), words: .whole,
            to: &list)
        }
        return
      } else if takesPlace, whole.width >= Self.leastSheet.width, whole.height >= Self.leastSheet.height {
        // There is no room for both: the sheet takes the controls' place. A shot's sheet leaves the shutter alone.
        var cover = DisplayList()
        if try add(sheet, in: whole, alignment: .bottom, words: .kept, to: &cover) != nil {
          list.accessibility += below.hidden
          list.append(cover)
          return
        }
      }
    } else if hasPanel, let info = info(state) {
      try add(info, in: beside, alignment: .bottom, to: &list)
    }
    list.append(below)
    if isColumn, !hasPanel, let info = info(state) {
      let taken = try add(info, in: room, alignment: .top, words: .whole, to: &list)
      room = room.without(taken, atEnd: false, isColumn, Self.gap)
    }
    if let message {
      let taken = try add(message, in: room, alignment: isColumn ? .top : .center, words: .kept, to: &list)
      if taken != nil, !isColumn { return }
      room = room.without(taken, atEnd: false, isColumn, Self.gap)
    }
    if isColumn || room.width >= Self.shelfHeight, let shelf = shelf(state, isGrid: isColumn) {
      let taken = try add(
        shelf, in: room, alignment: shelfPlace(isColumn: isColumn, isAlone: !state.showsControls),
        words: .kept, to: &list)
      room = room.without(taken, atEnd: !isColumn && isShelfLast != isRightToLeft, isColumn, Self.gap)
    }
    if !isColumn, !hasPanel, let info = info(state) {
      try add(info, in: room, words: .whole, to: &list)
    }
  }

  /// Adds the controls, with the tools where there is room for them and the shelf; returns the remaining space.
  private func addControls(
    _ state: ChromeState, in room: Rect, _ isColumn: Bool, to list: inout DisplayList
  ) throws(LayoutError) -> Rect {
    let scale = max(typeSize.scale, 1)
    let place = isColumn ? bottom : areControlsFirst ? .leading : .trailing
    let isAtEnd = isColumn || areControlsFirst == isRightToLeft
    let tabsRoom = isShowingSheet(state) ? Self.tabsBesideSheet : Self.tabsBesideShelf
    // In large type the modes' titles form a column, and would leave no room for the shelf.
    let words: ControlTitles =
      isColumn
      ? (room.height >= Self.columnHeight * scale ? .titles : .icons)
      : room.width >= Self.titleRoom * scale ? .titles : room.width >= tabsRoom * scale ? .icons : .fewest
    func adding(_ state: ChromeState, _ tools: ToolPlace) throws(LayoutError) -> (DisplayList, room: Rect) {
      var part = DisplayList()
      let taken = try add(
        controls(state, words, tools, isColumn: isColumn), in: room, alignment: place, to: &part)
      return (part, taken == nil ? .zero : room.without(taken, atEnd: isAtEnd, isColumn, Self.gap))
    }
    // A tool's list may take the shelf's place.
    var closed = state
    if state.openTool != nil { closed.openPicker = nil }
    var tools: ToolPlace = isColumn ? .above : .before
    var (part, left) = try adding(closed, tools)
    if isColumn ? left.height < Self.shelfHeight * scale : left.width < Self.shelfRoom * scale {
      tools = .hidden
    }
    if tools == .hidden || state.openTool != nil { (part, left) = try adding(state, tools) }
    if part.groups.isEmpty { return room }
    list.append(part)
    return left
  }

  // MARK: - Layout

  private var typeSize: DynamicTypeSize { style.typeSize }

  var words: ScreenWords { style.language.words }

  /// Whether controls come first in a row: they are on the side of the hand, whichever way lines run, or where lines end.
  var areControlsFirst: Bool {
    switch style.hand {
    case .both: false
    case .left: !isRightToLeft
    case .right: isRightToLeft
    }
  }

  private var isRightToLeft: Bool { style.language.isRightToLeft }

  /// The alignment of controls and their companions in a column.
  var side: HorizontalAlignment {
    style.hand == .both ? .center : areControlsFirst ? .leading : .trailing
  }

  /// Whether the shelf is at the end of a row: for one hand beside the controls, otherwise away from them.
  private var isShelfLast: Bool { style.hand != .both && !areControlsFirst }

  private func shelfPlace(isColumn: Bool, isAlone: Bool) -> Alignment {
    if isAlone || (isColumn && style.hand == .both) { return .center }
    return isColumn ? bottom : isShelfLast ? .trailing : .leading
  }

  private var bottom: Alignment { Alignment(horizontal: side, vertical: .bottom) }

  private func environment(_ typeSize: DynamicTypeSize? = nil) -> LayoutEnvironment {
    LayoutEnvironment(
      typeSize: typeSize ?? style.typeSize, language: style.language, scale: layout.scale, rules: rules)
  }

  private func points(_ r: PixelRect) -> Rect {
    Rect(
      x: Double(r.x) / layout.scale, y: Double(r.y) / layout.scale, width: Double(r.width) / layout.scale,
      height: Double(r.height) / layout.scale)
  }

  /// A region without its margins. Glass ends where the viewfinders end, unless those leave much room at their sides.
  private func inset(_ region: PixelRect) -> Rect {
    let (left, right) = (layout.viewfinders.map(\.x).min() ?? 0, layout.viewfinders.map(\.maxX).max() ?? 0)
    guard left >= region.x, right <= region.maxX, 4 * (right - left) >= 3 * region.width else {
      return points(region).inset(Self.margin.side, Self.margin.end)
    }
    return points(PixelRect(x: left, y: region.y, width: right - left, height: region.height))
      .inset(0, Self.margin.end)
  }

  /// The part of a space between even pixels, where glass can be.
  private func evened(_ room: Rect) -> Rect {
    let step = 2 / layout.scale
    let (x, y) = ((room.x / step - 1e-6).rounded(.up) * step, (room.y / step - 1e-6).rounded(.up) * step)
    return Rect(
      x: x, y: y, width: (room.maxX / step + 1e-6).rounded(.down) * step - x,
      height: (room.maxY / step + 1e-6).rounded(.down) * step - y)
  }

  /// What happens to words that don't fit.
  private enum Words {
    /// They are truncated.
    case cut
    /// Smaller type is preferred; they are truncated only if no size shows them whole.
    case kept
    /// The view is left out if they don't fit.
    case whole
  }

  /// Adds a view in the largest type that fits, starting at the style's size; leaves it out if none fits.
  ///
  /// - Returns: the rectangle that its glass takes, in points; `nil` if the view was left out.
  @discardableResult
  private func add(
    _ view: ViewNode, in room: Rect, alignment: Alignment = .center, words: Words = .cut,
    to list: inout DisplayList
  ) throws(LayoutError) -> Rect? {
    let room = evened(room)
    guard room.width > 0, room.height > 0 else { return nil }
    let sizes = DynamicTypeSize.allCases.filter { $0 <= typeSize }.reversed()
    // Glass snaps to even pixels, so it may extend one pixel past the space.
    let slack = max(0.5, 1.01 / layout.scale)
    var found: (part: DisplayList, bounds: Rect)?
    for size in sizes {
      let part = try engine.resolve(view, in: room, environment: environment(size), alignment: alignment)
      let frames = part.groups.flatMap(\.elements).map(\.frame)
      guard let first = frames.first else { return nil }
      let bounds = frames.dropFirst().reduce(first) { $0.union($1) }
      guard bounds.x >= room.x - slack, bounds.y >= room.y - slack,
        bounds.maxX <= room.maxX + slack, bounds.maxY <= room.maxY + slack
      else { continue }
      let isWhole = words == .cut || !part.cutsWords
      if isWhole || (found == nil && words == .kept) { found = (part, bounds) }
      if isWhole { break }
    }
    guard let found else { return nil }
    list.append(found.part)
    return found.bounds
  }
}

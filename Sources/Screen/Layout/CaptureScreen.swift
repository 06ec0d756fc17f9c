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
  /// Whether the shelf has room. It waits while a sheet has made its own: viewfinders are about to return.
  var hasShelf = true

  /// Between glass and the canvas's edges or viewfinders, and between parts, in points.
  private static let margin = 16.0
  static let gap = 12.0
  /// Minimum width for a message between the pills above, and width left for the clock, in points.
  private static let messageRoom = 280.0
  private static let clockRoom = 160.0
  /// Width that the cameras' pill may always take, in points.
  private static let pillRoom = 200.0
  /// The same for their marks alone.
  private static let marksRoom = 100.0
  /// Minimum width for a message in any case, in points.
  private static let leastMessage = 160.0
  /// Minimum width of a layout in which the controls of a row have words, in points.
  private static let titleRoom = 1160.0
  /// Minimum width of a row that the tools leave for the shelf, in points.
  private static let shelfRoom = 240.0
  /// Minimum height of a region for a column: the shelf above tools and controls, in points.
  private static let columnHeight = 200.0
  /// The widest column, in points.
  private static let mostColumn = Sheet.usualWidth
  /// Minimum width for a shot beside the controls of a row, in points; the shutter can do without it.
  private static let shotRoom = 400.0
  /// The least panel of values, in points.
  private static let valueRoom = (width: 196.0, height: 56.0)
  /// Least height of a sheet, in points.
  private static let leastSheet = 120.0
  /// Least height of a shelf, in points.
  private static let shelfHeight = 76.0

  /// A state without its readings, and what is left for them. They change each second: all else is laid out once.
  struct Frame {
    /// The state, without values.
    let state: ChromeState
    fileprivate var list: DisplayList
    fileprivate var idle: [AccessibilityElement] = []
    /// `nil` where a sheet or a message takes it.
    fileprivate var rest: Rest?
    /// How many values there was room for.
    fileprivate var most = ShownValue.most
  }

  /// Where readings may stand.
  fileprivate struct Rest {
    var room: Rect
    let isTall: Bool
  }

  /// Lays out a state, in points from the canvas's top left corner.
  ///
  /// - Throws: ``LayoutError`` for a screen that breaks the rules of glass.
  func list(_ state: ChromeState) throws(LayoutError) -> DisplayList {
    var frame: Frame?
    return try list(state, in: &frame)
  }

  /// Lays out a state, in the frame of the last one if that differs only in values.
  func list(_ state: ChromeState, in known: inout Frame?) throws(LayoutError) -> DisplayList {
    let bare = state.withoutValues
    var frame = if let known, known.state.looksLike(bare) { known } else { try self.frame(bare) }
    known = nil
    var list = frame.list
    if let rest = frame.rest { try addReadings(state, in: rest, most: &frame.most, to: &list) }
    try rules.check(list)
    list.accessibility += frame.idle
    known = frame
    return list
  }

  private func frame(_ state: ChromeState) throws(LayoutError) -> Frame {
    var list = DisplayList()
    var rest: Rest?
    var message = message(state)
    // A message is between the pills, for which the cameras' makes room; or else below; or else cut.
    for isNarrow in message == nil ? [false] : [false, true] {
      list = DisplayList()
      let pill = message == nil ? nil : isNarrow ? Self.marksRoom : pillRoom(above.width)
      try add(top(state, width: above.width, pill: pill), in: above, words: .kept, to: &list)
      if try addMessage(message, of: state, words: .whole, to: &list) { message = nil }
      if message == nil { break }
    }
    let pills = list
    rest = try addMain(state, message, to: &list)
    if message != nil, !list.hasMessage {
      list = pills
      _ = try addMessage(message, of: state, words: .kept, to: &list)
      rest = try addMain(state, nil, to: &list)
    }
    return Frame(state: state, list: list, idle: try idle(state, beside: list), rest: rest)
  }

  /// The controls and the shelf while they hide, as they would stand there.
  private func idle(_ state: ChromeState, beside list: DisplayList) throws(LayoutError)
    -> [AccessibilityElement]
  {
    guard state.keepsControls, !state.showsControls || !state.showsShelf else { return [] }
    var (awake, all) = (state, DisplayList())
    awake.reduce(.woken)
    awake.reduce(.pictureLeft)
    _ = try addMain(awake, nil, to: &all)
    let shown = Set(list.accessibility.map(\.id))
    return all.hidden.filter { !shown.contains($0.id) }
  }

  // MARK: - Above

  /// - Parameter pill: width of the cameras' pill; `nil` for what the clock leaves.
  private func top(_ state: ChromeState, width: Double, pill: Double?) -> ViewNode {
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
          maxWidth: pill ?? width - Self.clockRoom - Self.gap,
          alignment: .leading)
        Spacer(minLength: 8)
        if state.isRecording {
          RecordingTimerView(
            state.shutter.isPaused ? .paused : .recording, slot: Slot.recording,
            showsHours: (state.recordingSeconds ?? 0) >= 3600)
        } else if state.secondOfDay != nil {
          RecordingTimerView(.ready, slot: Slot.clock)
        }
      }
    }.id("top").node
  }

  /// Width of the cameras' pill: what a message and the clock leave, or the clock alone if a message has no room anyway.
  private func pillRoom(_ width: Double) -> Double {
    let rest = width - Self.clockRoom - Self.gap
    let room = rest - Self.messageRoom - Self.gap
    return room >= Self.pillRoom ? room : rest
  }

  /// Adds a message between the pills above: around the canvas's middle if it fits there, otherwise in all of the space. A
  /// hint is as near to its viewfinder's middle as they let it.
  ///
  /// - Returns: whether it fits.
  private func addMessage(
    _ message: ViewNode?, of state: ChromeState, words: Words, to list: inout DisplayList
  ) throws(LayoutError) -> Bool {
    let pills = list.groups.flatMap(\.elements).map(\.frame).sorted { $0.x < $1.x }
    guard let message, let left = pills.first, pills.count <= 2 else { return false }
    let start = left.maxX + Self.gap
    let end = (pills.count == 2 ? pills[1].x : above.maxX) - Self.gap
    func around(_ middle: Double) -> (x: Double, width: Double) {
      let half = min(middle - start, end - middle)
      return (middle - half, 2 * half)
    }
    var rooms = [around(above.center.x), (start, end - start)]
    if state.toast == nil, layout.viewfinders.count > 1, layout.viewfinders.indices.contains(state.hintPlace)
    {
      rooms.insert(around(points(layout.viewfinders[state.hintPlace]).center.x), at: 0)
    }
    for (x, width) in rooms where width >= Self.leastMessage {
      let room = Rect(x: x, y: above.y, width: width, height: above.height)
      if try add(message, in: room, words: words, to: &list) != nil { return true }
    }
    return false
  }

  // MARK: - Below or beside

  /// Adds controls at the end of a row or column, and a sheet or the shelf in what is left, or in the room beside viewfinders.
  ///
  /// The controls' places follow from the layout and the style alone: nothing that opens moves them.
  ///
  /// - Returns: what is left for readings; `nil` for none.
  private func addMain(
    _ state: ChromeState, _ message: ViewNode?, to list: inout DisplayList
  ) throws(LayoutError) -> Rest? {
    let beside = column(points(layout.sideRegion))
    let hasPanel = !layout.bottomRegion.isEmpty && beside.width > 0
    let isColumn = hasColumn
    let whole = layout.bottomRegion.isEmpty ? beside : isColumn ? column(below) : below
    var room = whole
    var controls = DisplayList()
    if state.showsControls { room = try addControls(state, in: room, isColumn, to: &controls) }
    let panel = hasPanel ? beside : room
    let isTall = isColumn || hasPanel
    if let sheet = sheet(state), try addSheet(sheet, of: state, in: panel, isTall: isTall, to: &list) {
      list.append(controls)
      return nil
    }
    list.append(controls)
    if let message {
      let taken = try add(message, in: room, alignment: isColumn ? .top : .center, words: .kept, to: &list)
      if taken != nil, !isColumn { return nil }
      room = room.without(taken, atEnd: false, isColumn, Self.gap)
    }
    if hasPanel { room = beside }
    if let shelf = shelf(state, isGrid: isTall, isApart: hasPanel),
      isTall ? room.height >= Self.shelfHeight : room.width >= Self.shelfRoom
    {
      let taken = try add(
        shelf, in: room, alignment: isTall ? bottom : isShelfLast ? .trailing : .leading, words: .kept,
        to: &list)
      room = room.without(taken, atEnd: isTall || isShelfLast != isRightToLeft, isTall, Self.gap)
    }
    return Rest(room: room, isTall: isTall)
  }

  /// Adds the panel of values, and the main camera's settings where it leaves room for them.
  ///
  /// - Parameter most: how many values there is room for, as far as known.
  private func addReadings(
    _ state: ChromeState, in rest: Rest, most: inout Int, to list: inout DisplayList
  ) throws(LayoutError) {
    var room = rest.room
    let alignment: Alignment = rest.isTall ? .top : .center
    // As many as there is room for, in type of the usual size: trying must be cheap.
    let hasRoom = room.width >= Self.valueRoom.width && room.height >= Self.valueRoom.height
    for count in stride(from: hasRoom ? min(state.values.count, most) : 0, to: 0, by: -1) {
      let panel = ValuesPanel(ShownValue.chosen(state.values, most: count)).node
      let taken = try add(
        panel, in: room, alignment: alignment, words: .kept, types: [typeSize], to: &list)
      guard let taken else {
        most = count - 1
        continue
      }
      room = room.without(taken, atEnd: false, rest.isTall, Self.gap)
      break
    }
    if let info = info(state) { try add(info, in: room, alignment: alignment, words: .whole, to: &list) }
  }

  /// Whether controls stand below each other.
  private var hasColumn: Bool {
    (layout.bottomRegion.isEmpty ? points(layout.sideRegion) : below).height >= Self.columnHeight
  }

  /// Adds a sheet; returns whether it had room.
  private func addSheet(
    _ sheet: ViewNode, of state: ChromeState, in room: Rect, isTall: Bool, to list: inout DisplayList
  ) throws(LayoutError) -> Bool {
    guard isTall ? room.height >= Self.leastSheet : state.shot != nil && room.width >= Self.shotRoom else {
      return false
    }
    return try add(sheet, in: room, alignment: bottom, words: .kept, to: &list) != nil
  }

  /// Adds the controls, with the tools where there is room for them and the shelf; returns the remaining space.
  private func addControls(
    _ state: ChromeState, in room: Rect, _ isColumn: Bool, to list: inout DisplayList
  ) throws(LayoutError) -> Rect {
    let place = isColumn ? bottom : areControlsFirst ? .leading : .trailing
    let isAtEnd = isColumn || areControlsFirst == isRightToLeft
    let width = isColumn ? evened(room).width : nil
    // The type in which shutter, mode and tabs fit, whatever is open.
    var fitting: DynamicTypeSize?
    for keepsModes in [true, false] where fitting == nil {
      let fixed = controls(state, nil, width: width, keepsModes: keepsModes)
      fitting = try fitted(fixed, in: room, alignment: place, words: .cut, types: nil)?.typeSize
    }
    let typeSize = fitting ?? .xSmall
    func adding(
      _ state: ChromeState, _ tools: ToolPlace?, in room: Rect
    ) throws(LayoutError) -> (DisplayList, room: Rect) {
      var part = DisplayList()
      let taken = try add(
        controls(state, tools, width: width), in: room, alignment: place, types: [typeSize], to: &part)
      return (part, taken == nil ? .zero : room.without(taken, atEnd: isAtEnd, isColumn, Self.gap))
    }
    // What is open may take the shelf's place, and a sheet a part of the row.
    var closed = state
    closed.uncover()
    closed.showsExposure = false
    let isBeside = state.isCovered && !isColumn
    let whole = isBeside ? Rect(x: above.x, y: room.y, width: above.width, height: room.height) : room
    var tools: ToolPlace = isColumn ? .above : .before
    var (part, left) = try adding(closed, tools, in: whole)
    let shelf = isColumn ? Self.shelfHeight : Self.shelfRoom * max(typeSize.scale, 1)
    if (isColumn ? left.height : left.width) < shelf { tools = .hidden }
    if tools == .hidden || closed != state { (part, left) = try adding(state, tools, in: room) }
    // What is open and has no room leaves everything where it was.
    if part.groups.isEmpty { (part, left) = try adding(closed, tools, in: room) }
    if part.groups.isEmpty { (part, left) = try adding(state, nil, in: room) }
    if part.groups.isEmpty { return room }
    list.append(part)
    return left
  }

  // MARK: - Layout

  private var typeSize: DynamicTypeSize { style.typeSize }

  var words: ScreenWords { style.language.words }

  /// Whether controls come first in a row.
  var areControlsFirst: Bool { style.areControlsFirst }

  /// Whether the controls of a row have words; beside the shutter of a column they have no room.
  var hasTitles: Bool {
    Double(layout.topRegion.width) / layout.scale >= Self.titleRoom * max(typeSize.scale, 1)
  }

  private var isRightToLeft: Bool { style.language.isRightToLeft }

  /// The alignment of controls and their companions in a column.
  var side: HorizontalAlignment {
    style.hand == .both ? .center : areControlsFirst ? .leading : .trailing
  }

  /// Whether the shelf is at the end of a row: for one hand beside the controls, otherwise away from them.
  private var isShelfLast: Bool { style.hand != .both && !areControlsFirst }

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

  /// A region above or below without its margins.
  private func inset(_ region: PixelRect) -> Rect {
    points(region).inset(region.x == 0 ? Self.margin : 0, Self.margin)
  }

  private var above: Rect { inset(layout.topRegion) }
  private var below: Rect { inset(layout.bottomRegion) }

  /// As much of a room as a column takes of its width.
  private func column(_ room: Rect) -> Rect {
    let width = min(room.width, Self.mostColumn * max(typeSize.scale, 1))
    let isLeft = side != .center && areControlsFirst != isRightToLeft
    let x = room.x + (room.width - width) * (side == .center ? 0.5 : isLeft ? 0 : 1)
    return Rect(x: x, y: room.y, width: width, height: room.height)
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
    types: [DynamicTypeSize]? = nil, to list: inout DisplayList
  ) throws(LayoutError) -> Rect? {
    guard let found = try fitted(view, in: room, alignment: alignment, words: words, types: types) else {
      return nil
    }
    list.append(found.part)
    return found.bounds
  }

  /// The view in the largest type in which it fits; `nil` if there is none.
  private func fitted(
    _ view: ViewNode, in room: Rect, alignment: Alignment, words: Words, types: [DynamicTypeSize]?
  ) throws(LayoutError) -> (part: DisplayList, bounds: Rect, typeSize: DynamicTypeSize)? {
    let room = evened(room)
    guard room.width > 0, room.height > 0 else { return nil }
    let sizes = types ?? DynamicTypeSize.allCases.filter { $0 <= typeSize }.reversed()
    // Glass snaps to even pixels, so it may extend one pixel past the space.
    let slack = max(0.5, 1.01 / layout.scale)
    var found: (part: DisplayList, bounds: Rect, typeSize: DynamicTypeSize)?
    for size in sizes {
      let part = try engine.resolve(view, in: room, environment: environment(size), alignment: alignment)
      let frames = part.groups.flatMap(\.elements).compactMap(\.shown)
      guard let first = frames.first else { return nil }
      let bounds = frames.dropFirst().reduce(first) { $0.union($1) }
      guard bounds.x >= room.x - slack, bounds.y >= room.y - slack,
        bounds.maxX <= room.maxX + slack, bounds.maxY <= room.maxY + slack
      else { continue }
      let isWhole = words == .cut || !part.cutsWords
      if isWhole || (found == nil && words == .kept) { found = (part, bounds, size) }
      if isWhole { break }
    }
    return found
  }
}

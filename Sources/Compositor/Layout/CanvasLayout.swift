import PixelTypes

/// Where everything lies on the canvas: pure arithmetic on the cameras' sizes and the user's choices.
///
/// Rectangles are in canvas pixels, y down. Native viewfinders start on multiples of 16 pixels, the
/// largest MCU, so that they keep the cameras' block grid; scaled ones on even pixels, with equal
/// gutters.
package struct CanvasLayout: Sendable, Hashable {
  /// The mode in effect: ``LayoutMode/single`` when there is one camera.
  package let mode: LayoutMode
  /// The canvas's size in pixels.
  package let canvas: PixelSize
  /// The cameras', the main one's first. Under ``LayoutMode/pip`` the others lie inside the first and cover it.
  package let viewfinders: [PixelRect]
  /// For the top bar, above every viewfinder.
  package let topRegion: PixelRect
  /// For controls, and what has no room in ``sideRegion``: below every viewfinder; empty if all goes there.
  package let bottomRegion: PixelRect
  /// Room beside viewfinders for shelf and sheets, and for the controls if there is no ``bottomRegion``; empty for none.
  package let sideRegion: PixelRect
  /// Pixels per point of chrome and ink.
  package let scale: Double
  /// Whether viewfinders are smaller than without a sheet, whose room this is.
  package private(set) var isBesideSheet = false

  /// The user's choices for a layout.
  package struct Request: Sendable, Hashable {
    /// How the viewfinders share the canvas.
    package var mode: LayoutMode = .sideBySide
    /// The canvas's size in pixels; `nil`: native, the cameras' own pixels.
    package var canvas: PixelSize?
    /// Pixels per point; `nil`: one that follows the canvas's size.
    package var scale: Double?
    /// Where the viewfinders are under ``LayoutMode/drawn``; without it that is ``LayoutMode/grid``.
    package var drawing: DrawnLayout?
    /// Whether type is so large that controls form a column.
    package var hasLargeType = false
    /// Whether there are controls to make room for; without them only a message may need some.
    package var hasControls = true
    /// Whether controls stand at the left end of a row, and a sheet beside them at the right.
    package var areControlsLeft = false
    /// Whether there is nothing but viewfinders: no room around and between them.
    package var isTight = false
    /// Whether a sheet is open: where the chrome has no height for it, the viewfinders wait smaller beside it.
    package var hasSheet = false

    /// Makes a request: by default side by side, native, at the derived scale.
    package init(mode: LayoutMode = .sideBySide, canvas: PixelSize? = nil, scale: Double? = nil) {
      self.mode = mode
      self.canvas = canvas
      self.scale = scale
    }
  }

  // An inset's largest shares of the width and height: larger ones hide power points, and parts of templates.
  private static let mostInset = (width: 0.2, height: 0.22)

  /// Lays out the canvas.
  ///
  /// - Parameters:
  ///   - request: the user's choices.
  ///   - cameras: their sizes in pixels, the main one first, at least one; ``LayoutMode/single`` ignores the others.
  /// - Throws: ``CompositorError/layout(reason:)`` when a size is out of bounds, the canvas has no room for the viewfinders,
  ///   or the cameras' pictures make it too large.
  package init(_ request: Request, cameras: [PixelSize]) throws(CompositorError) {
    for size in cameras + (request.canvas.map { [$0] } ?? []) {
      if let problem = size.objection { throw .layout(reason: "\(size) can't be shown: \(problem)") }
    }
    let drawing =
      request.mode == .drawn ? request.drawing.flatMap { $0.places.count == cameras.count ? $0 : nil } : nil
    let mode = cameras.count > 1 || drawing != nil ? request.mode : .single
    let shown = mode == .single ? [cameras[0]] : cameras
    var layout =
      if let drawing {
        Self.drawn(request, drawing)
      } else if let canvas = request.canvas {
        try Self.scaled(request, mode, onto: canvas, shown)
      } else {
        try Self.native(request, mode, shown)
      }
    if request.hasSheet, let beside = layout.besideSheet(request, shown) {
      layout = beside
      layout.isBesideSheet = true
    }
    self = layout
  }

  /// - Parameters:
  ///   - span: the columns that glass may take above and below; `nil` for as wide as the viewfinders, unless those leave
  ///     much room at their sides.
  ///   - top: rows of chrome above the viewfinders.
  ///   - bottom: rows of chrome at the canvas's lower edge.
  ///   - side: room beside viewfinders.
  init(
    _ mode: LayoutMode, _ canvas: PixelSize, scale: Double, _ viewfinders: [PixelRect],
    span: Range<Int>? = nil, grid: PlaceGrid = .blocks, top: Int, bottom: PixelRect? = nil,
    side: PixelRect? = nil
  ) {
    self.mode = mode
    self.canvas = canvas
    self.scale = scale
    self.viewfinders = viewfinders
    let span = span ?? Self.span(viewfinders, canvas, grid)
    topRegion = PixelRect(x: span.lowerBound, y: 0, width: span.count, height: top)
    let below = Self.up(viewfinders.reduce(0) { max($0, $1.maxY) }, 8)
    bottomRegion =
      bottom
      ?? PixelRect(x: span.lowerBound, y: below, width: span.count, height: max(0, canvas.height - below))
    sideRegion = side ?? .empty
  }

  /// The columns from the first viewfinder to the last, or all but a margin if those leave much room at their sides.
  private static func span(_ viewfinders: [PixelRect], _ canvas: PixelSize, _ grid: PlaceGrid) -> Range<Int> {
    let (left, right) = (viewfinders.map(\.x).min() ?? 0, viewfinders.map(\.maxX).max() ?? 0)
    if 4 * (right - left) >= 3 * canvas.width { return left..<right }
    let margin = min(grid.gap, canvas.width / 2)
    return margin..<canvas.width - margin
  }

  /// The cameras' pictures scaled onto a canvas whose size was given: of the places where the chrome can be, the one that
  /// leaves them the largest areas.
  private static func scaled(
    _ request: Request, _ mode: LayoutMode, onto canvas: PixelSize, _ cameras: [PixelSize]
  ) throws(CompositorError) -> Self {
    // A canvas of the size that the cameras' own pixels make.
    if let native = try? native(request, mode, cameras), native.canvas == canvas { return native }
    let need = ChromeNeed(request, on: canvas)
    let grid = request.isTight ? PlaceGrid.tightPixels : .pixels(scale: need.scale)
    let top = request.isTight ? 0 : need.top
    let bottom = request.isTight ? 0 : need.rowsBelow(isColumn: need.isColumn(on: canvas))
    let room = PixelRect(
      x: grid.gap, y: top, width: canvas.width - 2 * grid.gap,
      height: canvas.height - top - max(bottom, grid.gap))
    guard room.width >= 64, room.height >= 48 else {
      throw .layout(
        reason: "a canvas of \(canvas) has no room for viewfinders beside \(top + bottom) rows of chrome; "
          + "use a larger --canvas or a smaller --scale")
    }
    let viewfinders = try fitted(mode, grid, room: room, cameras)
    // Above the row of controls, which begins below the lowest viewfinder.
    let lowest = viewfinders.reduce(0) { max($0, $1.maxY) }
    let side = free(mode, grid, viewfinders, right: room.maxX, bottom: bottom > 0 ? lowest : room.maxY)
    var best = Self(
      mode, canvas, scale: need.scale, viewfinders, grid: grid, top: top,
      bottom: bottom > 0 ? nil : .empty, side: side.flatMap { need.fitsSheet($0) ? $0 : nil })
    let whole = PixelRect(
      x: room.x, y: top, width: room.width,
      height: canvas.height - top - max(request.hasControls ? 0 : bottom, grid.gap))
    let columns = besideColumn(mode, grid, canvas, whole, need, cameras)
    if let largest = columns.map(\.area).max(), largest > best.area {
      // Hardly smaller ones may leave less to resample.
      let least = Int(Double(largest) * (1 - ViewfinderPlaces.mostLoss))
      let close = columns.filter { $0.area >= max(least, best.area) }
      best =
        close.max { ($0.eighths(of: cameras), $0.area) < ($1.eighths(of: cameras), $1.area) } ?? best
    }
    // A column that nobody needs is still a place that makes the pictures largest, and keeps the second from vanishing.
    if !request.hasControls {
      best = Self(
        mode, canvas, scale: need.scale, best.viewfinders, grid: grid, top: top,
        bottom: bottom > 0 ? nil : .empty)
    }
    return try checked(best)
  }

  /// Layouts with all chrome but the top bar in a column: below the smaller of two viewfinders, or beside all.
  private static func besideColumn(
    _ mode: LayoutMode, _ grid: PlaceGrid, _ canvas: PixelSize, _ room: PixelRect, _ need: ChromeNeed,
    _ cameras: [PixelSize]
  ) -> [Self] {
    let least = need.column
    var layouts: [Self] = []
    func add(_ viewfinders: [PixelRect], _ side: PixelRect) {
      guard side.width >= least.width, side.height >= least.height else { return }
      layouts.append(
        Self(
          mode, canvas, scale: need.scale, viewfinders, span: room.x..<room.maxX, top: room.y, bottom: .empty,
          side: side))
    }
    func rest(from x: Int, _ y: Int) -> PixelRect {
      PixelRect(x: x, y: y, width: room.maxX - x, height: room.maxY - y)
    }
    let left = PixelRect(
      x: room.x, y: room.y, width: room.width - grid.gap - least.width, height: room.height)
    if left.width >= 64, let viewfinders = try? fitted(mode, grid, room: left, cameras, isLeading: true) {
      add(viewfinders, rest(from: grid.next(viewfinders.reduce(0) { max($0, $1.maxX) }), room.y))
    }
    guard cameras.count == 2, mode == .sideBySide || mode == .stacked else { return layouts }
    let isRow = mode == .sideBySide
    let (shortest, length) = isRow ? (least.width, room.width) : (least.height, room.height)
    let parts = Array(stride(from: shortest, to: length / 2, by: max(2 * grid.gap, 16)))
    let camera = isRow ? cameras[0].width : cameras[0].height
    let eighths = (1...7).map { length - grid.gap - $0 * camera / 8 }.filter {
      $0 >= shortest && $0 < length / 2
    }
    for part in parts + eighths {
      let first =
        isRow
        ? ViewfinderPlaces.largest(cameras[0], room.width - grid.gap - part, room.height)
        : ViewfinderPlaces.largest(cameras[0], room.width, room.height - grid.gap - part)
      let (x, y) =
        isRow
        ? (grid.next(room.x + first.width), room.y) : (room.x, grid.next(room.y + first.height))
      let left = rest(from: x, y)
      let second =
        isRow
        ? ViewfinderPlaces.largest(cameras[1], left.width, left.height - grid.gap - least.height)
        : ViewfinderPlaces.largest(cameras[1], left.width - grid.gap - least.width, left.height)
      guard second.width >= 32, second.height >= 24 else { continue }
      add(
        [
          PixelRect(x: room.x, y: room.y, width: first.width, height: first.height),
          PixelRect(x: x, y: y, width: second.width, height: second.height),
        ],
        isRow
          ? rest(from: x, grid.next(y + second.height)) : rest(from: grid.next(x + second.width), y))
    }
    return layouts
  }

  /// Pixels that show cameras.
  private var area: Int {
    mode == .pip
      ? viewfinders[0].width * viewfinders[0].height : Self.area(viewfinders)
  }

  /// How many viewfinders have eighths of their cameras' sizes.
  private func eighths(of cameras: [PixelSize]) -> Int {
    zip(viewfinders, cameras).reduce(0) { sum, pair in
      let (place, camera) = pair
      return sum
        + (8 * place.width % camera.width == 0
          && 8 * place.height * camera.width == 8 * place.width * camera.height
          && place.width <= camera.width ? 1 : 0)
    }
  }

  private static func area(_ places: [PixelRect]) -> Int { places.reduce(0) { $0 + $1.width * $1.height } }

  /// A layout of one's own, with the chrome in the room that it leaves.
  private static func drawn(_ request: Request, _ drawing: DrawnLayout) -> Self {
    let (canvas, places) = (drawing.canvas, drawing.places)
    let top = places.reduce(canvas.height) { min($0, $1.y) }
    var own = request
    own.scale = drawing.scale ?? request.scale
    var need = ChromeNeed(own, on: canvas)
    if own.scale == nil {
      need.scale = min(need.scale, max(ChromeNeed.quarters(Double(top) / ChromeNeed.topHeight), 0.5))
    }
    let gap = PlaceGrid.blocks.gap
    let side = free(.drawn, .blocks, places, right: canvas.width - gap, bottom: canvas.height - gap)
    let column = side.flatMap { need.fitsColumn($0) ? $0 : nil }
    return Self(
      .drawn, canvas, scale: need.scale, places, top: top, bottom: column == nil ? nil : .empty, side: column)
  }

  /// A layout whose viewfinders are large enough to show something.
  private static func checked(_ layout: Self) throws(CompositorError) -> Self {
    for rect in layout.viewfinders where rect.width < 32 || rect.height < 24 {
      throw .layout(
        reason:
          "on a canvas of \(layout.canvas) a viewfinder would be \(rect.width)x\(rect.height) pixels; use a "
          + "larger --canvas, a smaller --scale or another --layout")
    }
    return layout
  }

  /// The cameras' own pixels, on a canvas around them.
  private static func native(
    _ request: Request, _ mode: LayoutMode, _ cameras: [PixelSize]
  ) throws(CompositorError) -> Self {
    let grid = request.isTight ? PlaceGrid.tightBlocks : .blocks
    // As if there were no chrome above; it moves them by whole blocks.
    var rects: [PixelRect]
    if mode == .pip || mode == .single {
      rects = try insets(
        cameras, grid, in: PixelRect(x: grid.gap, y: 0, width: cameras[0].width, height: cameras[0].height),
        areScaled: false)
    } else {
      rects = ViewfinderPlaces(mode: mode, sizes: cameras, grid: grid).native
      for i in rects.indices { rects[i].x += grid.gap }
    }
    let right = up(rects.reduce(0) { max($0, $1.maxX) }, grid.step)
    let height = rects.reduce(0) { max($0, $1.maxY) }
    if request.isTight { return try tight(mode, rects) }
    var need = ChromeNeed(request, width: right + grid.gap, height: height)
    var side = free(mode, grid, rects, right: right, bottom: height)
    let larger = side.flatMap { need.largestColumn(in: $0, request.scale) }
    if let larger { need.scale = larger } else { side = nil }
    let top = need.top
    let bottom =
      larger != nil ? 0 : need.rowsBelow(isColumn: need.isColumn(width: right + grid.gap, height: height))
    for i in rects.indices { rects[i].y += top }
    side?.y += top
    let sides = (
      width: right + grid.gap,
      height: bottom > 0 ? up(top + height, 8) + bottom : up(top + height, 8) + grid.gap
    )
    return Self(
      mode, try canvas(sides.width, sides.height), scale: need.scale, rects, top: top,
      bottom: bottom > 0 ? nil : .empty, side: side)
  }

  /// A canvas that ends where the viewfinders end.
  private static func tight(_ mode: LayoutMode, _ rects: [PixelRect]) throws(CompositorError) -> Self {
    let size = try canvas(
      up(rects.reduce(0) { max($0, $1.maxX) }, 2), up(rects.reduce(0) { max($0, $1.maxY) }, 2))
    return Self(
      mode, size, scale: 1, rects, span: 0..<size.width, top: 0, bottom: .empty)
  }

  private static func canvas(_ width: Int, _ height: Int) throws(CompositorError) -> PixelSize {
    guard let size = PixelSize(width: width, height: height), size.objection == nil else {
      throw .layout(
        reason: "the cameras' pictures make a canvas of \(width)x\(height); a canvas can have "
          + "at most \(PixelSize.largestSide) pixels per side and \(PixelSize.mostPixels) in all")
    }
    return size
  }

  /// The same canvas with smaller viewfinders beside a sheet, whose controls stay where they are; `nil` if there is height
  /// for a sheet as it is, or no room for both.
  private func besideSheet(_ request: Request, _ cameras: [PixelSize]) -> Self? {
    var need = ChromeNeed(request, on: canvas)
    need.scale = scale
    guard request.hasControls else { return nil }
    let grid = grid(of: cameras)
    let top = topRegion.maxY
    let span = topRegion.x..<topRegion.maxX
    func fitted(_ room: PixelRect) -> [PixelRect]? {
      guard room.width >= 64, room.height >= 48 else { return nil }
      // While they wait, two lie as they are largest.
      let isPair = viewfinders.count == 2 && (mode == .sideBySide || mode == .stacked)
      var best: [PixelRect]?
      for mode in isPair ? [mode, mode == .sideBySide ? .stacked : .sideBySide] : [mode] {
        guard let places = try? Self.fitted(mode, grid, room: room, cameras),
          places.allSatisfy({ $0.width >= 32 && $0.height >= 24 })
        else { continue }
        if Self.area(places) > best.map(Self.area) ?? 0 { best = places }
      }
      guard let places = best else { return nil }
      return zip(places, viewfinders).map { place, usual in
        let isSmaller = place.width <= usual.width && place.height <= usual.height
        return PixelRect(
          x: place.x, y: place.y, width: isSmaller ? place.width : usual.width,
          height: isSmaller ? place.height : usual.height)
      }
    }
    if bottomRegion.isEmpty {
      guard !sideRegion.isEmpty, !need.fitsSheet(sideRegion, hasControls: true) else { return nil }
      if let lower = withLowerViewfinder(need, grid, cameras) { return lower }
      // All of the column's height, beside the viewfinders.
      let column = PixelRect(
        x: sideRegion.x, y: top, width: sideRegion.width, height: sideRegion.maxY - top)
      guard
        let places = fitted(
          PixelRect(
            x: span.lowerBound, y: top, width: column.x - grid.gap - span.lowerBound,
            height: canvas.height - top - grid.gap))
      else { return nil }
      return Self(mode, canvas, scale: scale, places, span: span, top: top, bottom: .empty, side: column)
    }
    if need.isTall(bottomRegion) {
      // The lower half, or what large type needs of the height, above the controls.
      guard !need.fitsSheet(bottomRegion, hasControls: true) else { return nil }
      let y = Self.up(max(min(canvas.height / 2, canvas.height - need.sheetHeight), top + 128), 8)
      guard
        let places = fitted(
          PixelRect(x: span.lowerBound, y: top, width: span.count, height: y - top))
      else { return nil }
      return Self(
        mode, canvas, scale: scale, places, span: span, top: top,
        bottom: PixelRect(x: span.lowerBound, y: y, width: span.count, height: canvas.height - y))
    }
    if !sideRegion.isEmpty { return nil }
    // All of the height at the end of the row where the controls aren't.
    let width = min(
      Self.up(Int(need.sheetWidth * scale), grid.step), span.count - grid.gap - Int(need.rowWidth * scale))
    guard Double(width) >= ChromeNeed.leastSheet.width * scale else {
      // Or above the row.
      let y = Self.up(bottomRegion.y - Int((need.sheetPoints * scale).rounded(.up)), 8)
      guard
        let places = fitted(
          PixelRect(x: span.lowerBound, y: top, width: span.count, height: y - grid.gap - top))
      else { return nil }
      return Self(
        mode, canvas, scale: scale, places, span: span, top: top, bottom: bottomRegion,
        side: PixelRect(x: span.lowerBound, y: y, width: span.count, height: bottomRegion.y - y))
    }
    let x = request.areControlsLeft ? span.upperBound - width : span.lowerBound
    let side = PixelRect(x: x, y: top, width: width, height: canvas.height - top - grid.gap)
    let rest =
      request.areControlsLeft
      ? span.lowerBound..<Self.down(x - grid.gap, grid.step)
      : grid.next(side.maxX)..<span.upperBound
    guard
      let places = fitted(
        PixelRect(x: rest.lowerBound, y: top, width: rest.count, height: bottomRegion.y - top))
    else { return nil }
    return Self(
      mode, canvas, scale: scale, places, span: span, top: top,
      bottom: PixelRect(
        x: rest.lowerBound, y: bottomRegion.y, width: rest.count, height: bottomRegion.height), side: side)
  }

  /// The column with a smaller viewfinder above it, where that is the only one there; all others stay as they are.
  private func withLowerViewfinder(
    _ need: ChromeNeed, _ grid: PlaceGrid, _ cameras: [PixelSize]
  ) -> Self? {
    let top = topRegion.maxY
    let above = viewfinders.indices.filter {
      viewfinders[$0].maxX > sideRegion.x && viewfinders[$0].x < sideRegion.maxX
    }
    let height = Self.down(sideRegion.maxY - need.sheetHeight - grid.gap - top, grid.step)
    guard above.count == 1, let place = above.first, place > 0, height >= 96 else { return nil }
    var places = viewfinders
    let size = ViewfinderPlaces.largest(
      cameras[place], min(sideRegion.width, viewfinders[place].width), min(height, viewfinders[place].height))
    (places[place].y, places[place].width, places[place].height) = (top, size.width, size.height)
    guard size.width >= 32, size.height >= 24, places[place].x >= sideRegion.x else { return nil }
    let y = grid.next(places[place].maxY)
    return Self(
      mode, canvas, scale: scale, places, span: topRegion.x..<topRegion.maxX, top: top, bottom: .empty,
      side: PixelRect(x: sideRegion.x, y: y, width: sideRegion.width, height: sideRegion.maxY - y))
  }

  /// The largest room that viewfinders leave free beside each other.
  ///
  /// - Parameters:
  ///   - right: where the room for viewfinders ends.
  ///   - bottom: where it ends below.
  private static func free(
    _ mode: LayoutMode, _ grid: PlaceGrid, _ viewfinders: [PixelRect], right: Int, bottom: Int
  ) -> PixelRect? {
    guard mode != .pip, viewfinders.count > 1 else { return nil }
    var best = PixelRect.empty
    let lefts = [viewfinders[0].x] + viewfinders.map { grid.next($0.maxX) }
    let tops = [viewfinders[0].y] + viewfinders.map { grid.next($0.maxY) }
    let rights = viewfinders.map { $0.x - grid.gap } + [right]
    let bottoms = mode == .sideBySide ? [bottom] : viewfinders.map(\.maxY)
    for (x, end) in lefts.flatMap({ x in rights.map { (x, $0) } }) where end > x {
      for (y, below) in tops.flatMap({ y in bottoms.map { (y, $0) } }) where below > y {
        let room = PixelRect(x: x, y: y, width: end - x, height: below - y)
        let around = room.insetBy(1 - grid.gap)
        guard room.width * room.height > best.width * best.height,
          !viewfinders.contains(where: { $0.intersects(around) }),
          // Beside some and in line with others: not below or beside all.
          viewfinders.contains(where: { $0.maxY > y }),
          viewfinders.contains(where: { $0.x < end && $0.maxX > x })
        else { continue }
        best = room
      }
    }
    return best.isEmpty ? nil : best
  }

  // MARK: - Arithmetic

  private static func up(_ value: Int, _ step: Int) -> Int { (value + step - 1) / step * step }
  private static func down(_ value: Int, _ step: Int) -> Int { value / step * step }
  /// Where a length in the middle of another begins, on the nearest step that keeps it there.
  private static func middle(of length: Int, in room: Int, _ step: Int) -> Int {
    let free = max(room - length, 0)
    return min(down(free / 2 + step / 2, step), down(free, step))
  }

  /// The grid of these viewfinders: blocks, if one shows its camera's own pixels.
  private func grid(of cameras: [PixelSize]) -> PlaceGrid {
    Self.isNative(viewfinders, cameras) ? .blocks : .pixels(scale: scale)
  }

  private static func isNative(_ viewfinders: [PixelRect], _ cameras: [PixelSize]) -> Bool {
    zip(viewfinders, cameras).contains { $0.width == $1.width && $0.height == $1.height }
  }

  /// The main viewfinder with the others in it, down its right edge and then its left, clear of templates and power
  /// points: each native if it takes no more than a fifth of the width and hardly more of the height, else scaled to that.
  ///
  /// - Parameters:
  ///   - cameras: their sizes in pixels, the main one first.
  ///   - main: its viewfinder.
  ///   - areScaled: whether to scale the others regardless, as on a canvas that isn't native.
  private static func insets(
    _ cameras: [PixelSize], _ grid: PlaceGrid, in main: PixelRect, areScaled: Bool
  ) throws(CompositorError) -> [PixelRect] {
    var rects = [main]
    var (isLeft, y) = (false, main.y + grid.inset)
    for camera in cameras.dropFirst() {
      var (width, height) = (camera.width, camera.height)
      let most = (width: mostInset.width * Double(main.width), height: mostInset.height * Double(main.height))
      if areScaled || Double(width) > most.width || Double(height) > most.height {
        let factor = min(most.width / Double(width), most.height / Double(height))
        width = max(32, down(Int(Double(width) * factor), grid.step))
        height = max(24, down(Int(Double(height) * factor), max(grid.step / 2, 2)))
      }
      if !isLeft, rects.count > 1, y + height > main.maxY { (isLeft, y) = (true, main.y + grid.inset) }
      let x = isLeft ? main.x + grid.inset : max(main.x, down(main.maxX - grid.inset - width, grid.step))
      let rect = PixelRect(x: x, y: y, width: width, height: height)
      guard main.contains(rect), !rects.dropFirst().contains(where: { $0.intersects(rect) }) else {
        throw .layout(
          reason: "a picture of \(main.width)x\(main.height) pixels has no room for "
            + "\(cameras.count == 2 ? "another one" : "\(cameras.count - 1) others") in it; "
            + "use --layout \(cameras.count == 2 ? "side-by-side" : "grid") or a larger --canvas")
      }
      rects.append(rect)
      y = grid.nextInset(rect.maxY)
    }
    return rects
  }

  /// Viewfinders scaled into a room from its top, keeping their aspect up to rounding to even sizes.
  ///
  /// - Parameter isLeading: whether they begin at the room's left edge, with chrome beside them; otherwise one, and more
  ///   than two, lie in the middle.
  private static func fitted(
    _ mode: LayoutMode, _ grid: PlaceGrid, room: PixelRect, _ cameras: [PixelSize], isLeading: Bool = false
  ) throws(CompositorError) -> [PixelRect] {
    if mode == .single || mode == .pip {
      return try insets(
        cameras, grid, in: placed(cameras[0], grid, in: room, isLeading: isLeading), areScaled: true)
    }
    let places = ViewfinderPlaces(mode: mode, sizes: cameras, grid: grid)
    guard let rects = places.scaled(into: (room.width, room.height)) else {
      throw .layout(
        reason: "there is no room for \(cameras.count) viewfinders on this canvas; use a larger --canvas")
    }
    let width = rects.reduce(0) { max($0, $1.maxX) }
    // Two leave their room at the right, more lie in the middle.
    let isLoose = !isLeading && (cameras.count > 2 || mode == .grid || mode == .strip)
    let x = room.x + (isLoose ? middle(of: width, in: room.width, grid.step) : 0)
    return rects.map { PixelRect(x: $0.x + x, y: $0.y + room.y, width: $0.width, height: $0.height) }
  }

  /// A picture as large as a room allows, at its top.
  private static func placed(
    _ picture: PixelSize, _ grid: PlaceGrid, in room: PixelRect, isLeading: Bool
  ) -> PixelRect {
    let (width, height) = ViewfinderPlaces.largest(picture, room.width, room.height)
    return PixelRect(
      x: room.x + (isLeading ? 0 : middle(of: width, in: room.width, grid.step)), y: room.y, width: width,
      height: height)
  }
}

import PixelTypes

/// Where everything lies on the canvas: pure arithmetic on the cameras' sizes and the user's choices.
///
/// Rectangles are in canvas pixels, y down. Viewfinders start on multiples of 16 pixels, the
/// largest MCU, so that no JPEG block holds both viewfinder and chrome pixels at its left and top
/// edges, and native viewfinders keep the cameras' block grid.
package struct CanvasLayout: Sendable, Hashable {
  /// The mode in effect: ``LayoutMode/single`` when there is one camera.
  package let mode: LayoutMode
  /// The canvas's size in pixels.
  package let canvas: PixelSize
  /// The cameras', the main one's first. Under ``LayoutMode/pip`` the others lie inside the first and cover it.
  package let viewfinders: [PixelRect]
  /// For the top bar: full canvas width, above every viewfinder.
  package let topRegion: PixelRect
  /// For shelf, controls and sheets: full canvas width, below every viewfinder; empty if they go in ``sideRegion``.
  package let bottomRegion: PixelRect
  /// For shelf, controls and sheets: the free space that smaller viewfinders leave beside larger ones; empty if they
  /// don't fit there.
  package let sideRegion: PixelRect
  /// Pixels per point of chrome and ink.
  package let scale: Double

  /// The user's choices for a layout.
  package struct Request: Sendable, Hashable {
    /// How the viewfinders share the canvas.
    package var mode: LayoutMode = .sideBySide
    /// The canvas's size in pixels; `nil`: native, the cameras' own pixels.
    package var canvas: PixelSize?
    /// Pixels per point; `nil`: the largest at which shelf and controls fit beside the smaller viewfinder or, where
    /// they go below, one that follows the picture's size.
    package var scale: Double?
    /// Where the viewfinders are under ``LayoutMode/drawn``; without it that is ``LayoutMode/grid``.
    package var drawing: Drawing?
    /// Whether a native canvas keeps room for a column below the pictures, as large type needs.
    package var hasLargeType = false

    /// Makes a request: by default side by side, native, at the derived scale.
    package init(mode: LayoutMode = .sideBySide, canvas: PixelSize? = nil, scale: Double? = nil) {
      self.mode = mode
      self.canvas = canvas
      self.scale = scale
    }
  }

  private static let mcu = ViewfinderPlaces.mcu
  // Heights of the chrome above, and below as a row or as a column that has room for a sheet above the controls.
  private static let topHeight = 96.0
  private static let bottomHeight = (row: 136.0, column: 344.0)
  // Smallest room for shelf and controls, in points: one above the other, or side by side. In a narrow column the
  // controls are icons alone.
  private static let column = (width: 604.0, height: 324.0)
  private static let narrowColumn = 456.0
  private static let row = (width: 900.0, height: 124.0)
  // The largest share of a given canvas's height that chrome takes.
  private static let mostChrome = 0.35
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
    let mode = cameras.count > 1 ? request.mode : .single
    let shown = mode == .single ? [cameras[0]] : cameras
    self =
      if mode == .drawn, let drawing = request.drawing, drawing.places.count == shown.count {
        Self.drawn(request, drawing)
      } else if let canvas = request.canvas {
        try Self.scaled(request, mode, onto: canvas, shown)
      } else {
        try Self.native(request, mode, shown)
      }
  }

  /// - Parameters:
  ///   - top: rows of chrome above the viewfinders.
  ///   - side: takes shelf and controls; `nil` if they go below the viewfinders.
  private init(
    _ mode: LayoutMode, _ canvas: PixelSize, scale: Double, _ viewfinders: [PixelRect], top: Int,
    side: PixelRect?
  ) {
    self.mode = mode
    self.canvas = canvas
    self.scale = scale
    self.viewfinders = viewfinders
    let below = Self.up(viewfinders.reduce(0) { max($0, $1.maxY) }, 8)
    topRegion = PixelRect(x: 0, y: 0, width: canvas.width, height: top)
    bottomRegion = PixelRect(
      x: 0, y: below, width: canvas.width, height: side == nil ? max(0, canvas.height - below) : 0)
    sideRegion = side ?? .empty
  }

  /// Rows of chrome above and below the viewfinders.
  private static func chromeRows(_ scale: Double, isColumn: Bool) -> (top: Int, bottom: Int) {
    let bottom = isColumn ? bottomHeight.column : bottomHeight.row
    return (up(Int((topHeight * scale).rounded()), mcu), up(Int((bottom * scale).rounded()), 8))
  }

  /// The scale of chrome below the viewfinders: `usual` for their size, but with points no smaller than pixels, so
  /// that words stay legible, if a column fits that many pixels.
  private static func scaleBelow(_ usual: Double, width: Int) -> Double {
    max(rounded(usual), min(1, quarters(Double(width) / narrowColumn)))
  }

  /// Scales at which chrome may lie beside the smaller viewfinder, the largest first: the one asked for or, if that is
  /// `nil`, all down to the one for chrome below.
  private static func scalesBeside(_ asked: Double?, least: Double) -> [Double] {
    asked.map { [$0] } ?? stride(from: 4, through: least, by: -0.25).map { $0 }
  }

  /// The cameras' pictures scaled onto a canvas whose size was given.
  private static func scaled(
    _ request: Request, _ mode: LayoutMode, onto canvas: PixelSize, _ cameras: [PixelSize]
  ) throws(CompositorError) -> Self {
    let isColumn = canvas.height > canvas.width
    // 16:9 content under 232 pt of chrome makes a 1064-line picture at scale 1 on a 1296-line canvas.
    let usual = Double(min(canvas.height, canvas.width)) / 1296
    let chrome = topHeight + (isColumn ? bottomHeight.column : bottomHeight.row)
    let most = quarters(mostChrome * Double(canvas.height) / chrome)
    let below = request.scale ?? min(scaleBelow(usual, width: canvas.width), max(rounded(usual), most))
    for scale in scalesBeside(request.scale, least: below) {
      // Without chrome below them the viewfinders may be larger, but must still leave room beside them.
      let top = chromeRows(scale, isColumn: isColumn).top
      let room = PixelRect(
        x: mcu, y: top, width: canvas.width - 2 * mcu, height: canvas.height - top - mcu)
      guard room.width >= 64, room.height >= 48 else { continue }
      let viewfinders = try fitted(mode, room: room, cameras)
      if let side = free(mode, viewfinders, right: canvas.width - mcu, bottom: canvas.height - mcu),
        fits(side, scale, isLeast: scale == below, hasLargeType: request.hasLargeType)
      {
        return try checked(Self(mode, canvas, scale: scale, viewfinders, top: top, side: side))
      }
    }
    let (top, bottom) = chromeRows(below, isColumn: isColumn)
    let room = PixelRect(
      x: mcu, y: top, width: canvas.width - 2 * mcu, height: canvas.height - top - bottom)
    guard room.width >= 64, room.height >= 48 else {
      throw .layout(
        reason: "a canvas of \(canvas) has no room for viewfinders beside \(top + bottom) rows of chrome; "
          + "use a larger --canvas or a smaller --scale")
    }
    let viewfinders = try fitted(mode, room: room, cameras, areCentered: true)
    return try checked(Self(mode, canvas, scale: below, viewfinders, top: top, side: nil))
  }

  /// A layout of one's own, with the chrome in the room that it leaves.
  private static func drawn(_ request: Request, _ drawing: Drawing) -> Self {
    let (canvas, places) = (drawing.canvas, drawing.places)
    let top = places.reduce(canvas.height) { min($0, $1.y) }
    let usual = rounded(Double(min(canvas.height, canvas.width)) / 1296)
    let scale = drawing.scale ?? request.scale ?? min(usual, max(quarters(Double(top) / topHeight), 0.5))
    let side = free(.drawn, places, right: canvas.width - mcu, bottom: canvas.height - mcu)
    let hasSide = side.map { fits($0, scale, isLeast: true, hasLargeType: request.hasLargeType) } ?? false
    return Self(.drawn, canvas, scale: scale, places, top: top, side: hasSide ? side : nil)
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
    // As if there were no chrome above; it moves them by whole blocks.
    func places(areCentered: Bool) throws(CompositorError) -> [PixelRect] {
      if mode == .pip || mode == .single {
        return try insets(
          cameras, in: PixelRect(x: mcu, y: 0, width: cameras[0].width, height: cameras[0].height),
          areScaled: false)
      }
      var rects = ViewfinderPlaces(mode: mode, sizes: cameras, areCentered: areCentered).native
      for i in rects.indices { rects[i].x += mcu }
      return rects
    }
    var rects = try places(areCentered: false)
    let right = up(rects.reduce(0) { max($0, $1.maxX) }, mcu)
    let height = rects.reduce(0) { max($0, $1.maxY) }
    let usual = Double(min(cameras[0].height, cameras[0].width)) / 1080
    let below = request.scale ?? scaleBelow(usual, width: right + mcu)
    var side = free(mode, rects, right: right, bottom: height)
    let beside = side.flatMap { side in
      scalesBeside(request.scale, least: below).first {
        fits(side, $0, isLeast: $0 == below, hasLargeType: request.hasLargeType)
      }
    }
    let scale = beside ?? below
    let isColumn =
      request.hasLargeType || height > right || Double(right + mcu) < row.width * scale
    let (top, bottom) = chromeRows(scale, isColumn: isColumn)
    if beside == nil { (rects, side) = (try places(areCentered: true), nil) }
    for i in rects.indices { rects[i].y += top }
    side?.y += top
    let sides = (width: right + mcu, height: up(top + height, 8) + (side == nil ? bottom : mcu))
    guard let size = PixelSize(width: sides.width, height: sides.height), size.objection == nil else {
      throw .layout(
        reason: "the cameras' pictures make a canvas of \(sides.width)x\(sides.height); a canvas can have "
          + "at most \(PixelSize.largestSide) pixels per side and \(PixelSize.mostPixels) in all")
    }
    return Self(mode, size, scale: scale, rects, top: top, side: side)
  }

  /// The largest room that viewfinders leave free beside each other.
  ///
  /// - Parameters:
  ///   - right: where the room for viewfinders ends.
  ///   - bottom: where it ends below.
  private static func free(
    _ mode: LayoutMode, _ viewfinders: [PixelRect], right: Int, bottom: Int
  ) -> PixelRect? {
    guard mode != .pip, viewfinders.count > 1 else { return nil }
    var best = PixelRect.empty
    let lefts = [viewfinders[0].x] + viewfinders.map { up($0.maxX + mcu, mcu) }
    let tops = [viewfinders[0].y] + viewfinders.map { up($0.maxY + mcu, mcu) }
    let rights = viewfinders.map { $0.x - mcu } + [right]
    let bottoms = mode == .sideBySide ? [bottom] : viewfinders.map(\.maxY)
    for (x, end) in lefts.flatMap({ x in rights.map { (x, $0) } }) where end > x {
      for (y, below) in tops.flatMap({ y in bottoms.map { (y, $0) } }) where below > y {
        let room = PixelRect(x: x, y: y, width: end - x, height: below - y)
        let around = room.insetBy(1 - mcu)
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

  /// Whether shelf and controls fit a room: in a column or, at the least scale, without their words or in a row.
  private static func fits(_ room: PixelRect, _ scale: Double, isLeast: Bool, hasLargeType: Bool) -> Bool {
    let (width, height) = (Double(room.width) / scale, Double(room.height) / scale)
    if height >= column.height, width >= (isLeast ? narrowColumn : column.width) { return true }
    return isLeast && !hasLargeType && width >= row.width && height >= row.height
  }

  // MARK: - Arithmetic

  private static func up(_ value: Int, _ step: Int) -> Int { (value + step - 1) / step * step }
  private static func down(_ value: Int, _ step: Int) -> Int { value / step * step }

  /// Rounds a scale to quarters, from a half to four.
  private static func rounded(_ scale: Double) -> Double { min(max((scale * 4).rounded() / 4, 0.5), 4) }
  /// The same, down.
  private static func quarters(_ scale: Double) -> Double { min(max((scale * 4).rounded(.down) / 4, 0.5), 4) }

  /// The main viewfinder with the others in it, down its right edge and then its left, clear of templates and power
  /// points: each native if it takes no more than a fifth of the width and hardly more of the height, else scaled to that.
  ///
  /// - Parameters:
  ///   - cameras: their sizes in pixels, the main one first.
  ///   - main: its viewfinder.
  ///   - areScaled: whether to scale the others regardless, as on a canvas that isn't native.
  private static func insets(
    _ cameras: [PixelSize], in main: PixelRect, areScaled: Bool
  ) throws(CompositorError) -> [PixelRect] {
    var rects = [main]
    var (isLeft, y) = (false, main.y + mcu)
    for camera in cameras.dropFirst() {
      var (width, height) = (camera.width, camera.height)
      let most = (width: mostInset.width * Double(main.width), height: mostInset.height * Double(main.height))
      if areScaled || Double(width) > most.width || Double(height) > most.height {
        let factor = min(most.width / Double(width), most.height / Double(height))
        width = max(2 * mcu, down(Int(Double(width) * factor), mcu))
        height = max(24, down(Int(Double(height) * factor), 8))
      }
      if !isLeft, rects.count > 1, y + height > main.maxY { (isLeft, y) = (true, main.y + mcu) }
      let x = isLeft ? main.x + mcu : max(main.x, down(main.maxX - mcu - width, mcu))
      let rect = PixelRect(x: x, y: y, width: width, height: height)
      guard main.contains(rect), !rects.dropFirst().contains(where: { $0.intersects(rect) }) else {
        throw .layout(
          reason: "a picture of \(main.width)x\(main.height) pixels has no room for "
            + "\(cameras.count == 2 ? "another one" : "\(cameras.count - 1) others") in it; "
            + "use --layout \(cameras.count == 2 ? "side-by-side" : "grid") or a larger --canvas")
      }
      rects.append(rect)
      y = up(rect.maxY + mcu, mcu)
    }
    return rects
  }

  /// Viewfinders scaled into a room, keeping their aspect up to rounding to even sizes.
  ///
  /// - Parameter areCentered: whether smaller ones lie in the middle beside larger ones.
  private static func fitted(
    _ mode: LayoutMode, room: PixelRect, _ cameras: [PixelSize], areCentered: Bool = false
  ) throws(CompositorError) -> [PixelRect] {
    if mode == .single || mode == .pip {
      return try insets(cameras, in: placed(cameras[0], in: room), areScaled: true)
    }
    let places = ViewfinderPlaces(mode: mode, sizes: cameras, areCentered: areCentered)
    guard let rects = places.scaled(into: (room.width, room.height)) else {
      throw .layout(
        reason: "there is no room for \(cameras.count) viewfinders on this canvas; use a larger --canvas")
    }
    let (width, height) = (rects.reduce(0) { max($0, $1.maxX) }, rects.reduce(0) { max($0, $1.maxY) })
    // Two leave their room at the right and below, more lie in the middle.
    let isLoose = cameras.count > 2 || mode == .grid || mode == .strip
    let x = room.x + (isLoose ? down((room.width - width) / 2, mcu) : 0)
    let y = room.y + (isLoose && areCentered ? down((room.height - height) / 2, mcu) : 0)
    return rects.map { PixelRect(x: $0.x + x, y: $0.y + y, width: $0.width, height: $0.height) }
  }

  /// A picture as large as a room allows, in its middle.
  private static func placed(_ picture: PixelSize, in room: PixelRect) -> PixelRect {
    let size = (width: Double(picture.width), height: Double(picture.height))
    let factor = min(Double(room.width) / size.width, Double(room.height) / size.height)
    let width = max(2, down(Int(size.width * factor + 0.5), 2))
    let height = max(2, down(Int(size.height * factor + 0.5), 2))
    return PixelRect(
      x: room.x + down((room.width - width) / 2, mcu), y: room.y + down((room.height - height) / 2, mcu),
      width: width, height: height)
  }
}

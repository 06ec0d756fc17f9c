import PixelTypes

/// Where everything lies on the canvas: pure arithmetic on the cameras' sizes and the user's choices.
///
/// Rectangles are in canvas pixels, y down. Viewfinders start on multiples of 16 pixels, the
/// largest MCU, so that no JPEG block holds both viewfinder and chrome pixels at its left and top
/// edges, and native viewfinders keep the cameras' block grid.
package struct CanvasLayout: Sendable, Hashable {
  /// The mode in effect: ``LayoutMode/single`` when there is no secondary.
  package let mode: LayoutMode
  /// The canvas's size in pixels.
  package let canvas: PixelSize
  /// The primary's, then the secondary's if there is one. Under ``LayoutMode/pip`` the second lies inside the
  /// first and covers it.
  package let viewfinders: [PixelRect]
  /// For the top bar: full canvas width, above every viewfinder.
  package let topRegion: PixelRect
  /// For shelf, controls and sheets: full canvas width, below every viewfinder; empty if they go in ``sideRegion``.
  package let bottomRegion: PixelRect
  /// For shelf, controls and sheets: the free space that the smaller of two viewfinders leaves
  /// beside the larger; empty if they don't fit there.
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
    /// Whether a native canvas keeps room for a column below the pictures, as large type needs.
    package var hasLargeType = false

    /// Makes a request: by default side by side, native, at the derived scale.
    package init(mode: LayoutMode = .sideBySide, canvas: PixelSize? = nil, scale: Double? = nil) {
      self.mode = mode
      self.canvas = canvas
      self.scale = scale
    }
  }

  private static let mcu = 16
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
  ///   - primary: the primary camera's size in pixels.
  ///   - secondary: the secondary's, or `nil` when there is none; ``LayoutMode/single`` ignores it.
  /// - Throws: ``CompositorError/layout(reason:)`` when a size is out of bounds, the canvas has no room for the viewfinders,
  ///   or the cameras' pictures make it too large.
  package init(_ request: Request, primary: PixelSize, secondary: PixelSize?) throws(CompositorError) {
    for size in [primary, secondary, request.canvas].compactMap({ $0 }) {
      if let problem = size.objection { throw .layout(reason: "\(size) can't be shown: \(problem)") }
    }
    let mode = secondary == nil ? .single : request.mode
    let second = mode == .single ? nil : secondary
    self =
      if let canvas = request.canvas {
        try Self.scaled(request, mode, onto: canvas, primary: primary, secondary: second)
      } else {
        try Self.native(request, mode, primary: primary, secondary: second)
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
    _ request: Request, _ mode: LayoutMode, onto canvas: PixelSize, primary: PixelSize, secondary: PixelSize?
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
      let viewfinders = try fitted(mode, room: room, primary: primary, secondary: secondary)
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
    let viewfinders = centered(mode, try fitted(mode, room: room, primary: primary, secondary: secondary))
    return try checked(Self(mode, canvas, scale: below, viewfinders, top: top, side: nil))
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
    _ request: Request, _ mode: LayoutMode, primary: PixelSize, secondary: PixelSize?
  ) throws(CompositorError) -> Self {
    // As if there were no chrome above; it moves them by whole blocks.
    let first = PixelRect(x: mcu, y: 0, width: primary.width, height: primary.height)
    var rects = [first]
    if let secondary {
      let (width, height) = (secondary.width, secondary.height)
      switch mode {
      case .sideBySide:
        rects.append(PixelRect(x: up(first.maxX + mcu, mcu), y: 0, width: width, height: height))
      case .stacked:
        rects.append(PixelRect(x: mcu, y: up(first.maxY + mcu, mcu), width: width, height: height))
      case .pip: rects.append(try inset(of: secondary, in: first, isScaled: false))
      case .single: break
      }
    }
    let right = up(rects.reduce(0) { max($0, $1.maxX) }, mcu)
    let height = rects.reduce(0) { max($0, $1.maxY) }
    let usual = Double(min(primary.height, primary.width)) / 1080
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
    if beside == nil { (rects, side) = (centered(mode, rects), nil) }
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

  /// What the smaller of two viewfinders leaves free beside the larger: under the lower one's picture, or to the right
  /// of the narrower one's.
  ///
  /// - Parameters:
  ///   - right: where the room for viewfinders ends.
  ///   - bottom: where it ends below.
  private static func free(
    _ mode: LayoutMode, _ viewfinders: [PixelRect], right: Int, bottom: Int
  ) -> PixelRect? {
    guard mode == .sideBySide || mode == .stacked, viewfinders.count == 2 else { return nil }
    let (first, second) = (viewfinders[0], viewfinders[1])
    if mode == .sideBySide {
      let low = first.maxY < second.maxY ? first : second
      let (x, y) = (low.x, up(low.maxY + mcu, mcu))
      return PixelRect(
        x: x, y: y, width: (low == first ? second.x - mcu : right) - x, height: bottom - y)
    }
    let narrow = first.maxX < second.maxX ? first : second
    let x = up(narrow.maxX + mcu, mcu)
    return PixelRect(x: x, y: narrow.y, width: right - x, height: narrow.height)
  }

  /// Whether shelf and controls fit a room: in a column or, at the least scale, without their words or in a row.
  private static func fits(_ room: PixelRect, _ scale: Double, isLeast: Bool, hasLargeType: Bool) -> Bool {
    let (width, height) = (Double(room.width) / scale, Double(room.height) / scale)
    if height >= column.height, width >= (isLeast ? narrowColumn : column.width) { return true }
    return isLeast && !hasLargeType && width >= row.width && height >= row.height
  }

  /// Two viewfinders, with the smaller one in the middle beside or above the larger.
  private static func centered(_ mode: LayoutMode, _ viewfinders: [PixelRect]) -> [PixelRect] {
    guard mode == .sideBySide || mode == .stacked, viewfinders.count == 2 else { return viewfinders }
    let widest = viewfinders.reduce(0) { max($0, $1.width) }
    let tallest = viewfinders.reduce(0) { max($0, $1.height) }
    return viewfinders.map { rect in
      var rect = rect
      if mode == .sideBySide {
        rect.y += down((tallest - rect.height) / 2, mcu)
      } else {
        rect.x += down((widest - rect.width) / 2, mcu)
      }
      return rect
    }
  }

  // MARK: - Arithmetic

  private static func up(_ value: Int, _ step: Int) -> Int { (value + step - 1) / step * step }
  private static func down(_ value: Int, _ step: Int) -> Int { value / step * step }

  /// Rounds a scale to quarters, from a half to four.
  private static func rounded(_ scale: Double) -> Double { min(max((scale * 4).rounded() / 4, 0.5), 4) }
  /// The same, down.
  private static func quarters(_ scale: Double) -> Double { min(max((scale * 4).rounded(.down) / 4, 0.5), 4) }

  /// The secondary's place in the primary's upper right corner, clear of templates and power points: native
  /// if it takes no more than a fifth of the width and hardly more of the height, else scaled to that.
  ///
  /// - Parameters:
  ///   - second: the secondary camera's size in pixels.
  ///   - first: the primary's viewfinder.
  ///   - isScaled: whether to scale it regardless, as on a canvas that isn't native.
  private static func inset(
    of second: PixelSize, in first: PixelRect, isScaled: Bool
  ) throws(CompositorError) -> PixelRect {
    var width = second.width
    var height = second.height
    let most = (
      width: mostInset.width * Double(first.width), height: mostInset.height * Double(first.height)
    )
    if isScaled || Double(width) > most.width || Double(height) > most.height {
      let factor = min(most.width / Double(width), most.height / Double(height))
      width = max(2 * mcu, down(Int(Double(width) * factor), mcu))
      height = max(24, down(Int(Double(height) * factor), 8))
    }
    let x = max(first.x, down(first.maxX - mcu - width, mcu))
    let y = first.y + mcu
    let rect = PixelRect(x: x, y: y, width: width, height: height)
    guard first.contains(rect) else {
      throw .layout(
        reason: "a picture of \(first.width)x\(first.height) pixels has no room for another one in it; "
          + "use --layout side-by-side or a larger --canvas")
    }
    return rect
  }

  /// Viewfinders scaled into a room, keeping their aspect up to rounding to even sizes.
  private static func fitted(
    _ mode: LayoutMode, room: PixelRect, primary: PixelSize, secondary: PixelSize?
  ) throws(CompositorError) -> [PixelRect] {
    guard let secondary, mode != .single else { return [placed(primary, in: room, isCentered: true)] }
    switch mode {
    case .pip:
      let main = placed(primary, in: room, isCentered: true)
      return [main, try inset(of: secondary, in: main, isScaled: true)]
    case .sideBySide:
      // The primary takes at most three quarters of the width, the secondary the rest.
      let left = PixelRect(
        x: room.x, y: room.y, width: down(room.width * 3 / 4, mcu), height: room.height)
      let main = placed(primary, in: left)
      let x = up(main.maxX + mcu, mcu)
      let right = PixelRect(x: x, y: room.y, width: room.maxX - x, height: room.height)
      return [main, placed(secondary, in: right)]
    case .stacked, .single:
      let upper = PixelRect(
        x: room.x, y: room.y, width: room.width, height: down(room.height * 3 / 5, mcu))
      let main = placed(primary, in: upper)
      let y = up(main.maxY + mcu, mcu)
      let lower = PixelRect(x: room.x, y: y, width: room.width, height: room.maxY - y)
      return [main, placed(secondary, in: lower)]
    }
  }

  /// A picture as large as a room allows, in its upper left corner or in its middle.
  private static func placed(
    _ picture: PixelSize, in room: PixelRect, isCentered: Bool = false
  ) -> PixelRect {
    let size = (width: Double(picture.width), height: Double(picture.height))
    let factor = min(Double(room.width) / size.width, Double(room.height) / size.height)
    let width = max(2, down(Int(size.width * factor + 0.5), 2))
    let height = max(2, down(Int(size.height * factor + 0.5), 2))
    var place = PixelRect(x: room.x, y: room.y, width: width, height: height)
    if isCentered {
      place.x += down((room.width - width) / 2, mcu)
      place.y += down((room.height - height) / 2, mcu)
    }
    return place
  }
}

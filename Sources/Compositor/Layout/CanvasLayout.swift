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
    /// Pixels per point; `nil`: derived from the canvas's or, on a native canvas, the primary's shorter side.
    package var scale: Double?

    /// Makes a request: by default side by side, native, at the derived scale.
    package init(mode: LayoutMode = .sideBySide, canvas: PixelSize? = nil, scale: Double? = nil) {
      self.mode = mode
      self.canvas = canvas
      self.scale = scale
    }
  }

  private static let mcu = 16
  // Heights of the chrome above and below, in points.
  private static let topHeight = 96.0
  private static let bottomHeight = 136.0
  // Smallest room for shelf and controls, in points: one above the other, or side by side.
  private static let column = (width: 440.0, height: 300.0)
  private static let row = (width: 900.0, height: 124.0)
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
        try Self.scaled(mode, onto: canvas, scale: request.scale, primary: primary, secondary: second)
      } else {
        try Self.native(mode, scale: request.scale, primary: primary, secondary: second)
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
  private static func chromeRows(_ scale: Double) -> (top: Int, bottom: Int) {
    (up(Int((topHeight * scale).rounded()), mcu), up(Int((bottomHeight * scale).rounded()), 8))
  }

  /// The cameras' pictures scaled onto a canvas whose size was given.
  private static func scaled(
    _ mode: LayoutMode, onto canvas: PixelSize, scale: Double?, primary: PixelSize, secondary: PixelSize?
  ) throws(CompositorError) -> Self {
    // 16:9 content under 232 pt of chrome makes a 1064-line picture at scale 1 on a 1296-line canvas.
    let scale = scale ?? rounded(Double(min(canvas.height, canvas.width)) / 1296)
    let (top, bottom) = chromeRows(scale)
    let room = PixelRect(
      x: mcu, y: top, width: canvas.width - 2 * mcu, height: canvas.height - top - bottom)
    guard room.width >= 64, room.height >= 48 else {
      throw .layout(
        reason: "a canvas of \(canvas) has no room for viewfinders beside \(top + bottom) rows of chrome; "
          + "use a larger --canvas or a smaller --scale")
    }
    // Without chrome below them the viewfinders may be larger, but must still leave room beside them.
    let tall = PixelRect(x: room.x, y: top, width: room.width, height: canvas.height - top - mcu)
    var viewfinders = try fitted(mode, room: tall, primary: primary, secondary: secondary)
    let side = side(mode, viewfinders, beside: canvas.width - mcu, scale: scale)
    if side == nil {
      viewfinders = centered(mode, try fitted(mode, room: room, primary: primary, secondary: secondary))
    }
    for rect in viewfinders where rect.width < 32 || rect.height < 24 {
      throw .layout(
        reason:
          "on a canvas of \(canvas) a viewfinder would be \(rect.width)x\(rect.height) pixels; use a "
          + "larger --canvas, a smaller --scale or another --layout")
    }
    return Self(mode, canvas, scale: scale, viewfinders, top: top, side: side)
  }

  /// The cameras' own pixels, on a canvas around them.
  private static func native(
    _ mode: LayoutMode, scale: Double?, primary: PixelSize, secondary: PixelSize?
  ) throws(CompositorError) -> Self {
    let scale = scale ?? rounded(Double(min(primary.height, primary.width)) / 1080)
    let (top, bottom) = chromeRows(scale)
    let first = PixelRect(x: mcu, y: top, width: primary.width, height: primary.height)
    var rects = [first]
    if let secondary {
      let (width, height) = (secondary.width, secondary.height)
      switch mode {
      case .sideBySide:
        rects.append(PixelRect(x: up(first.maxX + mcu, mcu), y: top, width: width, height: height))
      case .stacked:
        rects.append(PixelRect(x: mcu, y: up(first.maxY + mcu, mcu), width: width, height: height))
      case .pip: rects.append(try inset(of: secondary, in: first, isScaled: false))
      case .single: break
      }
    }
    let right = up(rects.reduce(0) { max($0, $1.maxX) }, mcu)
    let below = up(rects.reduce(0) { max($0, $1.maxY) }, 8)
    let side = side(mode, rects, beside: right, scale: scale)
    if side == nil { rects = centered(mode, rects) }
    let sides = (width: right + mcu, height: below + (side == nil ? bottom : mcu))
    guard let size = PixelSize(width: sides.width, height: sides.height), size.objection == nil else {
      throw .layout(
        reason: "the cameras' pictures make a canvas of \(sides.width)x\(sides.height); a canvas can have "
          + "at most \(PixelSize.largestSide) pixels per side and \(PixelSize.mostPixels) in all")
    }
    return Self(mode, size, scale: scale, rects, top: top, side: side)
  }

  /// What the smaller of two viewfinders leaves free beside the larger, if shelf and controls fit
  /// there: under the lower one's picture, or to the right of the narrower one's.
  ///
  /// - Parameter right: where the room for viewfinders ends.
  private static func side(
    _ mode: LayoutMode, _ viewfinders: [PixelRect], beside right: Int, scale: Double
  ) -> PixelRect? {
    guard mode == .sideBySide || mode == .stacked, viewfinders.count == 2 else { return nil }
    let (first, second) = (viewfinders[0], viewfinders[1])
    let free: PixelRect
    if mode == .sideBySide {
      let (low, high) = first.maxY < second.maxY ? (first, second) : (second, first)
      let (x, y) = (low.x, up(low.maxY + mcu, mcu))
      free = PixelRect(
        x: x, y: y, width: (low == first ? second.x - mcu : right) - x, height: high.maxY - y)
    } else {
      let narrow = first.maxX < second.maxX ? first : second
      let x = up(narrow.maxX + mcu, mcu)
      free = PixelRect(x: x, y: narrow.y, width: right - x, height: narrow.height)
    }
    let (width, height) = (Double(free.width) / scale, Double(free.height) / scale)
    let fits = [column, row].contains { width >= $0.width && height >= $0.height }
    return fits ? free : nil
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

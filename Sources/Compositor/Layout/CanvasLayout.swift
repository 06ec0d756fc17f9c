import PixelTypes

/// Where everything lies on the canvas: pure arithmetic from the cameras' sizes and the user's choices.
///
/// Viewfinders start on multiples of 16 pixels, the largest MCU, so that no JPEG block holds both viewfinder and
/// chrome pixels at its left and top edges, and native viewfinders keep the cameras' own block grid.
public struct CanvasLayout: Sendable, Hashable {
  public let mode: LayoutMode
  public let canvas: PixelSize
  /// The primary's, then the secondary's where there is one. Under ``LayoutMode/pip`` the second lies inside the
  /// first and covers it.
  public let viewfinders: [PixelRect]
  /// For the top bar: full canvas width, above every viewfinder.
  public let topRegion: PixelRect
  /// For the template shelf and the hint: full canvas width, below every viewfinder.
  public let bottomRegion: PixelRect
  /// For panels and sheets: what is free beside the taller of two viewfinders, under the other; may be empty.
  public let sideRegion: PixelRect
  /// Pixels for each point of chrome and ink.
  public let scale: Double

  /// How a layout is chosen.
  public struct Request: Sendable, Hashable {
    public var mode: LayoutMode = .sideBySide
    /// `nil`: native, the cameras' own pixels.
    public var canvas: PixelSize?
    /// `nil`: from the canvas's size.
    public var scale: Double?

    public init(mode: LayoutMode = .sideBySide, canvas: PixelSize? = nil, scale: Double? = nil) {
      self.mode = mode
      self.canvas = canvas
      self.scale = scale
    }
  }

  private static let mcu = 16
  // Heights of the chrome above and below, and the margin around the viewfinders, in points.
  private static let topHeight = 96.0
  private static let bottomHeight = 120.0

  /// - Parameters:
  ///   - primary: the primary camera's size in pixels.
  ///   - secondary: the secondary's, or `nil` where there is none or the mode shows one camera.
  /// - Throws: ``CompositorError/layout(reason:)`` when the canvas asked for has no room for the viewfinders.
  public init(_ request: Request, primary: PixelSize, secondary: PixelSize?) throws(CompositorError) {
    for size in [primary, secondary, request.canvas].compactMap({ $0 }) {
      if let problem = size.objection { throw .layout(reason: "\(size) can't be shown: \(problem)") }
    }
    mode = secondary == nil ? .single : request.mode
    let second = mode == .single ? nil : secondary
    if let canvas = request.canvas {
      // 16:9 content under 216 pt of chrome makes a 1080-line picture at scale 1 on a 1296-line canvas.
      scale = request.scale ?? Self.rounded(Double(min(canvas.height, canvas.width)) / 1296)
      let top = Self.up(Int((Self.topHeight * scale).rounded()), Self.mcu)
      let bottom = Self.up(Int((Self.bottomHeight * scale).rounded()), 8)
      let margin = Self.mcu
      let room = PixelRect(
        x: margin, y: top, width: canvas.width - 2 * margin, height: canvas.height - top - bottom)
      guard room.width >= 64, room.height >= 48 else {
        throw .layout(
          reason: "a canvas of \(canvas) has no room for viewfinders beside \(top + bottom) rows of chrome; "
            + "use a larger --canvas or a smaller --scale")
      }
      self.canvas = canvas
      viewfinders = try Self.fitted(mode, room: room, primary: primary, secondary: second, gap: margin)
      for rect in viewfinders where rect.width < 32 || rect.height < 24 {
        throw .layout(
          reason:
            "on a canvas of \(canvas) a viewfinder would have \(rect.width)x\(rect.height) pixels; use a "
            + "larger --canvas, a smaller --scale or another --layout")
      }
      topRegion = PixelRect(x: 0, y: 0, width: canvas.width, height: top)
      bottomRegion = PixelRect(x: 0, y: canvas.height - bottom, width: canvas.width, height: bottom)
      sideRegion = Self.side(mode, viewfinders, canvas: canvas, until: canvas.height - bottom)
      return
    }
    scale = request.scale ?? Self.rounded(Double(min(primary.height, primary.width)) / 1080)
    let top = Self.up(Int((Self.topHeight * scale).rounded()), Self.mcu)
    let bottom = Self.up(Int((Self.bottomHeight * scale).rounded()), 8)
    let margin = Self.mcu
    let first = PixelRect(x: margin, y: top, width: primary.width, height: primary.height)
    var rects = [first]
    if let second {
      switch mode {
      case .sideBySide:
        rects.append(
          PixelRect(
            x: Self.up(first.maxX + margin, Self.mcu), y: top, width: second.width, height: second.height))
      case .stacked:
        rects.append(
          PixelRect(
            x: margin, y: Self.up(first.maxY + margin, Self.mcu), width: second.width, height: second.height))
      case .pip:
        rects.append(try Self.inset(of: second, in: first, isScaled: false))
      case .single: break
      }
    }
    viewfinders = rects
    let right = rects.reduce(0) { max($0, $1.maxX) }
    let below = Self.up(rects.reduce(0) { max($0, $1.maxY) }, 8)
    let sides = (width: Self.up(right + margin, Self.mcu), height: below + bottom)
    guard let size = PixelSize(width: sides.width, height: sides.height), size.objection == nil else {
      throw .layout(
        reason: "the cameras' pictures make a canvas of \(sides.width)x\(sides.height); a canvas can have "
          + "at most \(PixelSize.largestSide) pixels per side and \(PixelSize.mostPixels) in all")
    }
    canvas = size
    topRegion = PixelRect(x: 0, y: 0, width: size.width, height: top)
    bottomRegion = PixelRect(x: 0, y: below, width: size.width, height: bottom)
    sideRegion = Self.side(mode, rects, canvas: size, until: below)
  }

  private static func side(
    _ mode: LayoutMode, _ viewfinders: [PixelRect], canvas: PixelSize, until bottom: Int
  )
    -> PixelRect
  {
    guard mode == .sideBySide, viewfinders.count == 2 else {
      return PixelRect(x: 0, y: 0, width: 0, height: 0)
    }
    let (left, right) = (viewfinders[0], viewfinders[1])
    let under = left.maxY < right.maxY ? left : right
    let y = up(under.maxY + mcu, mcu)
    return PixelRect(
      x: under == left ? 0 : left.maxX, y: y,
      width: under == left ? right.x : canvas.width - left.maxX, height: bottom - y)
  }

  /// Whether a viewfinder shows its camera pixel for pixel.
  public func isNative(_ index: Int, camera: PixelSize) -> Bool {
    viewfinders[index].width == camera.width && viewfinders[index].height == camera.height
  }

  // MARK: - Arithmetic

  private static func up(_ value: Int, _ step: Int) -> Int { (value + step - 1) / step * step }
  private static func down(_ value: Int, _ step: Int) -> Int { value / step * step }

  /// Scales in steps of a quarter, from a half to four.
  private static func rounded(_ scale: Double) -> Double { min(max((scale * 4).rounded() / 4, 0.5), 4) }

  /// The secondary's place in the primary's lower right corner: native where it takes at most two fifths of the
  /// width and height, else scaled to three tenths of the width.
  ///
  /// - Parameter isScaled: whether it is scaled in any case, as it is on a canvas of a size of its own.
  private static func inset(
    of second: PixelSize, in first: PixelRect, isScaled: Bool
  ) throws(CompositorError) -> PixelRect {
    var width = second.width
    var height = second.height
    if isScaled || width * 5 > first.width * 2 || height * 5 > first.height * 2 {
      let factor = min(
        0.3 * Double(first.width) / Double(width), 0.4 * Double(first.height) / Double(height))
      width = max(mcu, down(Int(Double(width) * factor), mcu))
      height = max(8, down(Int(Double(height) * factor), 8))
    }
    let x = max(first.x, down(first.maxX - mcu - width, mcu))
    let y = max(first.y, down(first.maxY - mcu - height, mcu))
    let rect = PixelRect(x: x, y: y, width: width, height: height)
    guard first.contains(rect) else {
      throw .layout(
        reason: "a picture of \(first.width)x\(first.height) pixels has no room for another one in it; "
          + "use --layout side-by-side or a larger --canvas")
    }
    return rect
  }

  /// Viewfinders scaled into a room, with their aspect kept to within a pixel of rounding to even sizes.
  private static func fitted(
    _ mode: LayoutMode, room: PixelRect, primary: PixelSize, secondary: PixelSize?, gap: Int
  ) throws(CompositorError) -> [PixelRect] {
    let first = (width: Double(primary.width), height: Double(primary.height))
    guard let secondary, mode != .single else {
      return [placed(first, factor: factor(first, in: room), x: room.x, y: room.y, centeredIn: room)]
    }
    let second = (width: Double(secondary.width), height: Double(secondary.height))
    switch mode {
    case .pip:
      let main = placed(first, factor: factor(first, in: room), x: room.x, y: room.y, centeredIn: room)
      return [main, try inset(of: secondary, in: main, isScaled: true)]
    case .sideBySide:
      // The primary takes three quarters of the width at most, the secondary what is left.
      let left = PixelRect(
        x: room.x, y: room.y, width: down(room.width * 3 / 4, mcu), height: room.height)
      let main = placed(first, factor: factor(first, in: left), x: left.x, y: left.y, centeredIn: nil)
      let x = up(main.maxX + gap, mcu)
      let right = PixelRect(x: x, y: room.y, width: room.maxX - x, height: room.height)
      return [main, placed(second, factor: factor(second, in: right), x: x, y: room.y, centeredIn: nil)]
    case .stacked, .single:
      let upper = PixelRect(
        x: room.x, y: room.y, width: room.width, height: down(room.height * 3 / 5, mcu))
      let main = placed(first, factor: factor(first, in: upper), x: upper.x, y: upper.y, centeredIn: nil)
      let y = up(main.maxY + gap, mcu)
      let lower = PixelRect(x: room.x, y: y, width: room.width, height: room.maxY - y)
      return [main, placed(second, factor: factor(second, in: lower), x: room.x, y: y, centeredIn: nil)]
    }
  }

  private static func factor(_ size: (width: Double, height: Double), in room: PixelRect) -> Double {
    min(Double(room.width) / size.width, Double(room.height) / size.height)
  }

  private static func placed(
    _ size: (width: Double, height: Double), factor: Double, x: Int, y: Int, centeredIn room: PixelRect?
  ) -> PixelRect {
    let width = max(2, down(Int(size.width * factor + 0.5), 2))
    let height = max(2, down(Int(size.height * factor + 0.5), 2))
    guard let room else { return PixelRect(x: x, y: y, width: width, height: height) }
    return PixelRect(
      x: room.x + down((room.width - width) / 2, mcu), y: room.y + down((room.height - height) / 2, mcu),
      width: width, height: height)
  }
}

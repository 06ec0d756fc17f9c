import Geometry
import PixelTypes

/// Views on glass as a still picture, in one call.
///
/// ```swift
/// let png = try ChromePicture.png(
///   of: Text("Ready").font(.headline).padding(16).glassEffect(), width: 320, height: 120,
///   over: .gradient([0x1D2B64, 0xF8CDDA]))
/// ```
/// To draw many frames, lay out with ``DisplayLayout`` when something changes, move with
/// ``DisplayAnimator`` and draw with ``ChromePainter``.
public enum ChromePicture {
  /// Draws a view over a backdrop and encodes the picture.
  ///
  /// - Parameters:
  ///   - view: laid out in the whole picture, centred if smaller.
  ///   - width: points.
  ///   - height: points.
  ///   - backdrop: what lies behind the glass; it fills the picture.
  ///   - style: appearance and accessibility settings.
  ///   - scale: pixels per point, 0.1...8.
  ///   - direction: the layout's direction; `nil` for the language's.
  ///   - values: the numbers for ``Figures``.
  /// - Returns: an 8-bit RGB PNG of `width · scale` by `height · scale` pixels, rounded down.
  /// - Throws: ``GlassError/layout(_:)`` for views that break the rules of glass, ``GlassError/badPicture(_:)`` for
  ///   impossible sizes, and others, for instance when there is no usable font.
  public static func png(
    of view: some View, width: Double, height: Double, over backdrop: PictureBackdrop,
    style: ChromeStyle = ChromeStyle(), scale: Double = 1,
    direction: LayoutEnvironment.Direction? = nil, values: FigureValues = FigureValues()
  ) throws(GlassError) -> [UInt8] {
    try PNGEncoder.encode(
      try draw(
        view, width: width, height: height, over: backdrop, style: style, scale: scale, direction: direction,
        values: values))
  }

  /// Draws a view over a backdrop, as full range BT.601 in 4:4:4.
  ///
  /// - Throws: ``GlassError`` as for ``png(of:width:height:over:style:scale:direction:values:)``.
  public static func draw(
    _ view: some View, width: Double, height: Double, over backdrop: PictureBackdrop,
    style: ChromeStyle = ChromeStyle(), scale: Double = 1,
    direction: LayoutEnvironment.Direction? = nil, values: FigureValues = FigureValues()
  ) throws(GlassError) -> PlanarPicture {
    guard width.isFinite, height.isFinite, (0.1...8).contains(scale), max(width, height) * scale < 1e6
    else { throw .badPicture("\(width) × \(height) points at a scale of \(scale)") }
    let environment = LayoutEnvironment(
      typeSize: style.typeSize, language: style.language, direction: direction, scale: scale)
    let room = Rect(x: 0, y: 0, width: width, height: height)
    let layout = DisplayLayout(measuring: try TypefaceMeasurer(scale: scale, language: style.language))
    let list: DisplayList
    do { list = try layout.resolve(view, in: room, environment: environment) } catch { throw .layout(error) }
    return try draw(
      list, width: width, height: height, over: backdrop, style: style, scale: scale, values: values)
  }

  /// Draws a laid-out list over a backdrop, as full range BT.601 in 4:4:4.
  ///
  /// - Throws: ``GlassError`` as for ``png(of:width:height:over:style:scale:direction:values:)``.
  public static func draw(
    _ list: DisplayList, width: Double, height: Double, over backdrop: PictureBackdrop,
    style: ChromeStyle = ChromeStyle(), scale: Double = 1, values: FigureValues = FigureValues()
  ) throws(GlassError) -> PlanarPicture {
    guard width.isFinite, height.isFinite, (0.1...8).contains(scale), max(width, height) * scale < 1e6,
      let size = PixelSize(width: Int(width * scale), height: Int(height * scale))
    else { throw .badPicture("\(width) × \(height) points at a scale of \(scale)") }
    let painter = try ChromePainter(
      layout: ChromeLayout(bare: size, scale: scale), style: style, subsampling: .yuv444)
    let scene = try backdrop.drawn(size)
    painter.scene = scene
    let canvas = PlanarPicture(size: size, subsampling: .yuv444)
    painter.paint(
      list, values: values, backdrop: PictureBackdrop.reduced(scene, by: max(Int(8 * scale), 1)),
      nanoseconds: 0, into: canvas)
    return canvas
  }
}

extension ChromeLayout {
  /// A canvas without viewfinders and regions.
  package init(bare canvas: PixelSize, scale: Double) {
    self.init(canvas: canvas, viewfinders: [], topRegion: .empty, bottomRegion: .empty, scale: scale)
  }
}

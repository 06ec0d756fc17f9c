import HUDGeometry
import PixelTypes

/// Draws everything outside the viewfinders: the ambient backdrop and, on glass, the cameras' states, the
/// recording timer, the template shelf and hints.
///
/// All geometry is worked out when the renderer is made; a frame whose sources, templates and hint are those of
/// the frame before allocates nothing. The same states, backdrops and times give the same bytes. Not
/// thread-safe.
public final class ChromeRenderer {
  public let layout: ChromeLayout
  public let style: ChromeStyle
  public let subsampling: ChromaSubsampling
  private let context: ChromeContext
  private let ambient: AmbientBackdrop
  private let topBar: TopBar?
  private let timer: RecordingTimer?
  private let bottom: BottomRow
  private let topPanels: [PixelRect]
  private var pyramid: BlurPyramid?
  /// False leaves out text and marks, so that the plates under them can be measured.
  public var drawsInk = true
  /// Notes every text, drawn or left out.
  public var inkLog: InkLog?

  /// - Throws: ``GlassError`` for a layout that breaks its rules, a canvas without chroma or with 4:4:0, and when
  ///   no font can be found or used.
  public init(layout: ChromeLayout, style: ChromeStyle, subsampling: ChromaSubsampling) throws(GlassError) {
    try layout.validate()
    guard subsampling != .grey else { throw .unsupportedSubsampling }
    self.layout = layout
    self.style = style
    self.subsampling = subsampling
    let whole = PixelRect(x: 0, y: 0, width: layout.canvas.width, height: layout.canvas.height)
    let grid = SceneGrid(
      canvas: layout.canvas, anchor: layout.viewfinders.first ?? whole, scale: layout.scale)
    let context = ChromeContext(
      layout: layout, style: style, subsampling: subsampling, grid: grid, palette: ChromePalette(style),
      fonts: try ChromeFonts(scale: layout.scale), rasterizer: try OutlineRasterizer())
    self.context = context
    ambient = AmbientBackdrop(layout: layout, style: style, grid: grid, subsampling: subsampling)
    (topBar, timer, topPanels) = Self.top(context)
    bottom = BottomRow(region: ChromeLayout.evenIn(layout.bottomRegion), context: context)
  }

  private static func top(_ context: ChromeContext) -> (TopBar?, RecordingTimer?, [PixelRect]) {
    let region = ChromeLayout.evenIn(context.layout.topRegion)
    let margin = context.even(16)
    let height = min(context.even(64), region.height - 2 * context.even(6)) / 2 * 2
    let width = region.width - 2 * margin
    guard height >= 14, width >= 4 * height else { return (nil, nil, []) }
    let y = (region.y + (region.height - height) / 2) / 2 * 2
    let gap = context.even(12)
    for labelled in [true, false] {
      let timerWidth = RecordingTimer.width(context, height: height, labelled: labelled)
      let barWidth = width - timerWidth - gap
      guard barWidth >= timerWidth || (!labelled && barWidth >= 2 * height) else { continue }
      let bar = PixelRect(x: region.x + margin, y: y, width: barWidth, height: height)
      let capsule = PixelRect(x: bar.maxX + gap, y: y, width: timerWidth, height: height)
      return (
        TopBar(area: bar, context: context),
        RecordingTimer(area: capsule, labelled: labelled, context: context), [bar, capsule]
      )
    }
    let bar = PixelRect(x: region.x + margin, y: y, width: width, height: height)
    return (TopBar(area: bar, context: context), nil, [bar])
  }

  /// Draws backdrop and chrome into every canvas pixel outside the viewfinders, and touches none inside them.
  ///
  /// - Parameters:
  ///   - backdrop: a small picture of the primary's feed, full range BT.601, any subsampling; 1/8 of the
  ///     viewfinder's size serves best.
  ///   - nanoseconds: monotonic time of the frame, for fades and releases.
  ///   - canvas: full range BT.601, of the layout's size and this renderer's subsampling.
  public func render(
    _ state: ChromeState, backdrop: PlanarPicture, nanoseconds: Int64, into canvas: PlanarPicture
  ) {
    precondition(canvas.size == layout.canvas && canvas.subsampling == subsampling)
    let pyramid =
      self.pyramid.flatMap { $0.size == backdrop.size ? $0 : nil } ?? BlurPyramid(size: backdrop.size)
    self.pyramid = pyramid
    pyramid.update(from: backdrop)
    if bottom.arrange(state, nanoseconds: nanoseconds) { castShadows() }
    ambient.paint(pyramid, into: canvas)
    if let topBar {
      topBar.panel.prepare(pyramid, nanoseconds: nanoseconds)
      topBar.panel.paint(into: canvas)
      topBar.draw(state, pen: pen(canvas, topBar.panel.area, "top-bar"))
    }
    if let timer {
      let panel = timer.panel(state)
      panel.prepare(pyramid, nanoseconds: nanoseconds)
      panel.paint(into: canvas)
      timer.draw(state, pen: pen(canvas, panel.area, "recording-timer"))
    }
    if let shelf = bottom.visibleShelf {
      shelf.panel.prepare(pyramid, nanoseconds: nanoseconds)
      shelf.panel.paint(into: canvas)
      shelf.drawPlates(state, pen: InkPen(canvas: canvas, clip: shelf.panel.area))
      shelf.draw(state, pen: pen(canvas, shelf.panel.area, "template-shelf"))
    }
    if let hint = bottom.visibleHint, let panel = hint.panel {
      panel.prepare(pyramid, nanoseconds: nanoseconds)
      panel.paint(into: canvas, opacity: hint.opacity)
      hint.draw(state.hint, pen: pen(canvas, panel.area, "hint-pill"))
    }
  }

  /// Where the pieces of glass lie that are to be seen at present, by component. Pixels of the canvas.
  public var panelAreas: [String: PixelRect] {
    var areas: [String: PixelRect] = [:]
    areas["top-bar"] = topBar?.panel.area
    areas["recording-timer"] = timer == nil ? nil : topPanels.last
    areas["template-shelf"] = bottom.visibleShelf?.panel.area
    areas["hint-pill"] = bottom.visibleHint?.panel?.area
    return areas
  }

  private func pen(_ canvas: PlanarPicture, _ area: PixelRect, _ component: StaticString) -> InkPen {
    var pen = InkPen(
      canvas: canvas, clip: drawsInk ? area : PixelRect(x: area.x, y: area.y, width: 0, height: 0))
    if let inkLog {
      inkLog.component = "\(component)"
      pen.log = inkLog
    }
    return pen
  }

  private func castShadows() {
    ambient.castShadows(
      of: topPanels + bottom.panels, radius: context.pixels(28),
      strength: style.increaseContrast ? 0.35 : 0.22, reach: context.pixels(18), drop: context.pixels(2))
  }
}

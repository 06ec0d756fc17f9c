import HUDGeometry
import PixelTypes

/// The chrome around the viewfinders: lays a state out, leads the screen there, draws it, and finds what touches mean.
///
/// Everything outside the viewfinders is drawn, nothing inside them. A frame whose state differs from the last one's in
/// numbers alone, while nothing moves, allocates nothing. The same states, backdrops, events and times give the same
/// bytes. Not thread-safe.
public final class ChromeRenderer {
  public let layout: ChromeLayout
  public private(set) var style: ChromeStyle
  public let subsampling: ChromaSubsampling
  var screen: CaptureScreen
  private var painter: ChromePainter
  private var animator: DisplayAnimator
  private var touches = TouchTracker()
  private var target = DisplayList()
  private var shown: ChromeState?
  private var isTouched = false
  private var needsLayout = false
  private var lastFrame: Int64?
  private var values = FigureValues()
  private var parallax = ScreenParallax()
  /// Why the last state couldn't be laid out, if it couldn't: the screen stays as it was.
  public private(set) var failure: LayoutError?
  /// How much of the glass is drawn.
  public var quality = GlassQuality.full

  /// - Parameter rules: what a screen may hold; one that breaks them isn't shown, see ``failure``.
  /// - Throws: ``GlassError`` for a layout that breaks its rules, a canvas without chroma, and when no font can be
  ///   found or used.
  public init(
    layout: ChromeLayout, style: ChromeStyle, subsampling: ChromaSubsampling,
    rules: DisplayRules = DisplayRules()
  ) throws(GlassError) {
    self.layout = layout
    self.style = style
    self.subsampling = subsampling
    painter = try ChromePainter(layout: layout, style: style, subsampling: subsampling)
    screen = CaptureScreen(
      layout: layout, style: style,
      engine: DisplayLayout(measuring: try TypefaceMeasurer(scale: layout.scale)), rules: rules)
    animator = DisplayAnimator(motion: style.reduceMotion ? .reduced : .standard)
  }

  /// Draws what has changed since the last frame into the canvas.
  ///
  /// - Parameters:
  ///   - backdrop: a small picture of the primary's feed, full range BT.601, any subsampling; 1/8 of the
  ///     viewfinder's size serves best.
  ///   - backdropIsNew: false where it is the last frame's, which then isn't looked at.
  ///   - nanoseconds: monotonic time of the frame, for springs and releases.
  ///   - canvas: full range BT.601, of the layout's size and this renderer's subsampling. It keeps what was drawn; a
  ///     canvas other than the last is drawn in full.
  public func render(
    _ state: ChromeState, backdrop: PlanarPicture, backdropIsNew: Bool = true, nanoseconds: Int64,
    into canvas: PlanarPicture
  ) {
    arrange(state, nanoseconds)
    animator.advance(to: nanoseconds)
    count(state)
    parallax.advance(
      rollDegrees: state.rollDegrees, reducesMotion: style.reduceMotion, scale: layout.scale,
      nanoseconds: nanoseconds)
    // Who is late has no time to make glass anew.
    let list = parallax.place(
      animator.displayed, scale: layout.scale, nanoseconds: nanoseconds, steps: quality == .full)
    painter.paint(
      list, values: values, backdrop: backdrop, backdropIsNew: backdropIsNew, nanoseconds: nanoseconds,
      quality: quality, into: canvas)
    lastFrame = nanoseconds
  }

  /// Another look from the next frame on, drawn in full; what moves goes on moving. Allocates.
  ///
  /// - Throws: ``GlassError`` as ``init(layout:style:subsampling:)`` does, and where what is shown can't be laid out so; the
  ///   look stays as it was then.
  public func restyle(_ style: ChromeStyle) throws(GlassError) {
    guard style != self.style else { return }
    let next = try ChromePainter(layout: layout, style: style, subsampling: subsampling)
    let other = CaptureScreen(layout: layout, style: style, engine: screen.engine, rules: screen.rules)
    if let shown, failure == nil {
      do { _ = try other.list(shown) } catch { throw .layout(error) }
    }
    next.drawsInk = painter.drawsInk
    next.inkLog = painter.inkLog
    painter = next
    screen = other
    animator.motion = style.reduceMotion ? .reduced : .standard
    self.style = style
    needsLayout = true
  }

  /// Lays the state out before it is drawn, so that events meet what it shows.
  public func prepare(_ state: ChromeState, nanoseconds: Int64) { arrange(state, nanoseconds) }

  /// Lays the state out, if it is to be seen that it has changed.
  private func arrange(_ state: ChromeState, _ nanoseconds: Int64) {
    let isFirst = shown == nil
    let isAlike = !needsLayout && shown.map { $0.looksLike(state) } ?? false
    guard !isAlike || isTouched else { return }
    if !isAlike {
      layouts += 1
      do {
        target = try screen.list(state)
        failure = nil
      } catch { failure = error }
      shown = state
      needsLayout = false
    }
    animator.setTarget(touched(target), at: nanoseconds, isAnimated: !isFirst)
    if isTouched {
      // The finger came down since the last frame: in this one it is to be seen.
      animator.setTouch(
        touches.displayTouch(on: target.accessibility), at: min(nanoseconds, lastFrame ?? nanoseconds))
      animator.advance(to: nanoseconds)
      isTouched = false
    }
  }

  /// The list with the glow under the finger on all glass of its group.
  private func touched(_ list: DisplayList) -> DisplayList {
    guard let point = touches.touch else { return list }
    var list = list
    for g in list.groups.indices {
      let isHere = list.groups[g].elements.contains {
        touches.pressed.map($0.id.contains) == true || $0.frame.contains(point)
      }
      guard isHere else { continue }
      for i in list.groups[g].elements.indices {
        list.groups[g].elements[i].touch = point
        list.groups[g].elements[i].touchStrength = 1
      }
    }
    return list
  }

  private func count(_ state: ChromeState) {
    values[CaptureScreen.Slot.clock] = Double(state.secondOfDay ?? 0)
    values[CaptureScreen.Slot.recording] = state.recordingSeconds ?? 0
    for i in 0..<min(state.sources.count, CaptureScreen.Slot.cameras) {
      values[CaptureScreen.Slot.rate(i)] = state.sources[i].framesPerSecond
      values[CaptureScreen.Slot.drops(i)] = Double(state.sources[i].drops)
    }
  }

  // MARK: - Touches

  /// Takes an event, and says what it comes to; what it looks like is in the next frame.
  ///
  /// An element can be called by the end of its name where that is clear: `settings` for `controls/settings`.
  public func handle(_ event: ChromeEvent) -> TouchTracker.Outcome {
    isTouched = true
    return touches.handle(
      event.named(in: target.accessibility), on: target.accessibility,
      canvasWidth: Double(layout.canvas.width) / layout.scale,
      canvasHeight: Double(layout.canvas.height) / layout.scale)
  }

  /// Whether a finger is down.
  public var isHeld: Bool { touches.touch != nil }

  /// What is on the screen, for people and programs that don't see it. Points from the canvas's top left corner.
  public var accessibility: [AccessibilityElement] { target.accessibility }

  // MARK: - For measuring

  /// False leaves out words and marks, so that the plates under them can be measured.
  public var drawsInk: Bool {
    get { painter.drawsInk }
    set { painter.drawsInk = newValue }
  }

  /// Notes every text, drawn or left out.
  public var inkLog: InkLog? {
    get { painter.inkLog }
    set { painter.inkLog = newValue }
  }

  /// States that were laid out so far.
  public private(set) var layouts = 0

  /// The tiles that the last frame drew.
  public var tiles: TileMap { painter.tiles }

  /// The next frame draws everything.
  public func invalidate() { painter.invalidate() }
}

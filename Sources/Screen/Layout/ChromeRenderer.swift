import GlassChrome
import PixelTypes

/// The chrome around the viewfinders: lays out a state, animates the screen towards it, draws it
/// and interprets touches.
///
/// It draws everything outside the viewfinders and nothing inside them. If nothing moves and a
/// frame's state differs from the last one's only in numbers, the frame allocates nothing. The same
/// states, backdrops, events and times give the same bytes. Not thread-safe.
package final class ChromeRenderer {
  /// The canvas, its viewfinders and the chrome's regions, in canvas pixels.
  package let layout: ChromeLayout
  /// The current look; ``restyle(_:)`` changes it.
  package private(set) var style: ChromeStyle
  /// Chroma subsampling that every canvas must have; never `grey`.
  package let subsampling: ChromaSubsampling
  var screen: CaptureScreen
  private var painter: ChromePainter
  private var animator: DisplayAnimator
  private var touches = TouchTracker()
  private var target = DisplayList()
  private var shown: ChromeState?
  private var isTouched = false
  private var isScrolling = false
  private var needsLayout = false
  /// What the last state had besides its values.
  private var frame: CaptureScreen.Frame?
  private var lastFrame: Int64?
  private var values = FigureValues()
  private var parallax = ScreenParallax()
  /// Why the last state couldn't be laid out, or `nil`. After a failure the screen stays as it was.
  package private(set) var failure: LayoutError?
  /// How much of the glass the next frames draw.
  package var quality = GlassQuality.full
  /// A sharp picture around the viewfinders, refracted by the glass, in place of the blurred backdrop. It has the
  /// canvas's size and subsampling (a precondition). Its owner may change its samples and then set ``sceneIsNew``.
  package var scene: PlanarPicture? {
    didSet { painter.scene = scene }
  }
  /// Whether the samples of ``scene`` have changed since the last frame.
  package var sceneIsNew: Bool {
    get { painter.sceneIsNew }
    set { painter.sceneIsNew = newValue }
  }

  /// Takes a viewfinder's own pixels where rims beside it mirror them, like ``ChromePainter/takeMirrored(in:_:)``.
  package func takeMirrored(in viewfinder: PixelRect, _ draw: (PixelRect, PlanarPicture) -> Void) {
    painter.takeMirrored(in: viewfinder, draw)
  }

  /// Sets up a renderer for one layout.
  ///
  /// - Parameters:
  ///   - layout: where the chrome may draw.
  ///   - style: the initial look.
  ///   - subsampling: chroma subsampling of the canvas.
  ///   - rules: the screen's limits; a state that breaks them isn't shown, see ``failure``.
  /// - Throws: ``GlassError`` for an invalid layout, a canvas without chroma, or if no usable font
  ///   is found or none has the language's letters.
  package init(
    layout: ChromeLayout, style: ChromeStyle, subsampling: ChromaSubsampling,
    rules: DisplayRules = DisplayRules()
  ) throws(GlassError) {
    self.layout = layout
    self.style = style
    self.subsampling = subsampling
    painter = try ChromePainter(layout: layout, style: style, subsampling: subsampling)
    screen = CaptureScreen(
      layout: layout, style: style,
      engine: try Self.engine(layout, style), rules: rules)
    animator = DisplayAnimator(motion: style.reduceMotion ? .reduced : .standard)
  }

  private static func engine(_ layout: ChromeLayout, _ style: ChromeStyle) throws(GlassError) -> DisplayLayout
  {
    DisplayLayout(measuring: try TypefaceMeasurer(scale: layout.scale, language: style.language))
  }

  /// Draws what has changed since the last frame into the canvas.
  ///
  /// - Parameters:
  ///   - state: what to show.
  ///   - backdrop: a small picture of the main camera's feed, full range BT.601, any subsampling; 1/8 of the viewfinder's
  ///     size works best.
  ///   - backdropIsNew: false if it is the last frame's; unless its size differs, it isn't read then.
  ///   - nanoseconds: monotonic time of the frame, for springs and releases.
  ///   - canvas: full range BT.601. Its size and subsampling must match the renderer's. It must
  ///     keep what was drawn before; a different object is drawn in full.
  package func render(
    _ state: ChromeState, backdrop: PlanarPicture, backdropIsNew: Bool = true, nanoseconds: Int64,
    into canvas: PlanarPicture
  ) {
    arrange(state, nanoseconds)
    scroll(nanoseconds)
    animator.advance(to: nanoseconds)
    count(state)
    parallax.advance(
      rollDegrees: state.rollDegrees, reducesMotion: style.reduceMotion, scale: layout.scale,
      nanoseconds: nanoseconds)
    // Shifted glass must be recomputed, and a late frame has no time for that.
    let list = parallax.place(
      animator.displayed, scale: layout.scale, nanoseconds: nanoseconds, steps: quality == .full)
    painter.rollDegrees = style.reduceMotion ? 0 : state.rollDegrees ?? 0
    painter.paint(
      list, values: values, backdrop: backdrop, backdropIsNew: backdropIsNew, nanoseconds: nanoseconds,
      quality: quality, into: canvas)
    lastFrame = nanoseconds
  }

  /// Changes the look from the next frame on, which is drawn in full; running animations continue. Allocates.
  ///
  /// - Throws: ``GlassError`` as ``init(layout:style:subsampling:rules:)`` does, or if the state on
  ///   screen can't be laid out in this style. The look then stays as it was.
  package func restyle(_ style: ChromeStyle) throws(GlassError) {
    guard style != self.style else { return }
    let next = try ChromePainter(layout: layout, style: style, subsampling: subsampling)
    let other = CaptureScreen(
      layout: layout, style: style,
      engine: style.language == self.style.language ? screen.engine : try Self.engine(layout, style),
      rules: screen.rules, hasShelf: screen.hasShelf)
    if let shown, failure == nil {
      do { _ = try other.list(shown) } catch { throw .layout(error) }
    }
    next.drawsInk = painter.drawsInk
    next.inkLog = painter.inkLog
    if let scene { next.scene = scene }
    painter = next
    screen = other
    animator.motion = style.reduceMotion ? .reduced : .standard
    self.style = style
    needsLayout = true
  }

  /// Lays the state out before it is drawn, so that events hit what it shows.
  package func prepare(_ state: ChromeState, nanoseconds: Int64) { arrange(state, nanoseconds) }

  /// Lays the state out if more than its numbers changed, and applies touches since the last frame.
  private func arrange(_ state: ChromeState, _ nanoseconds: Int64) {
    let isFirst = shown == nil
    let isAlike = !needsLayout && shown.map { $0.looksLike(state) } ?? false
    guard !isAlike || isTouched else { return }
    if !isAlike {
      layouts += 1
      if needsLayout { frame = nil }
      do {
        target = try screen.list(state, in: &frame)
        failure = nil
        touches.scroller.adopt(target, at: nanoseconds, isAnimated: !isFirst)
        if let list = state.openPicker, list != shown?.openPicker {
          touches.scroller.reveal(target.accessibility.parts(of: ElementID(list)), at: nanoseconds)
        }
        isScrolling = true
        scroll(nanoseconds)
      } catch { failure = error }
      shown = state
      needsLayout = false
    }
    animator.setTarget(focused(touched(target)), at: nanoseconds, isAnimated: !isFirst)
    if isTouched {
      // The finger touched down since the last frame: this one must show it.
      animator.setTouch(
        touches.displayTouch(on: accessibility), at: min(nanoseconds, lastFrame ?? nanoseconds))
      animator.advance(to: nanoseconds)
      isTouched = false
    }
  }

  /// The list with a glow under the finger on all glass of the group it touches.
  private func touched(_ list: DisplayList) -> DisplayList {
    // A scrolling finger moves what lies on the glass, not the glass.
    guard let point = touches.touch, touches.scroller.dragged == nil else { return list }
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

  /// The list with a ring around the focused control.
  private func focused(_ list: DisplayList) -> DisplayList {
    guard let id = touches.focused,
      let control = list.accessibility.first(where: { $0.id == id && !$0.isHidden })
    else { return list }
    var list = list
    let group = list.groups.firstIndex { group in
      group.elements.contains { $0.id.contains(id) || $0.frame.contains(control.frame.center) }
    }
    guard let group else { return list }
    let own = list.groups[group].elements.first { $0.id == id }
    // Inside a control that is itself glass; otherwise around it, as far as its glass reaches.
    let glass = list.groups[group].elements.first { $0.id.contains(id) && $0.id != id }?.frame
    let around = Rect(
      x: control.frame.x - 8, y: control.frame.y, width: control.frame.width + 16,
      height: control.frame.height)
    let frame = own.map { $0.frame.grown(by: -4) } ?? around
    let inside = glass.map { frame.intersection($0.grown(by: -3)) } ?? frame
    let form: GlassForm =
      switch own?.form {
      case .capsule?, .circle?: own?.form ?? .capsule
      default: .rect(cornerRadius: min(12, min(inside.width, inside.height) / 2))
      }
    var ring = DisplayItem(id: "focus", frame: inside, .edge(form, lineWidth: 2.5))
    ring.clip = control.clip
    list.groups[group].items.append(ring)
    return list
  }

  private func count(_ state: ChromeState) {
    values[CaptureScreen.Slot.clock] = Double(state.secondOfDay ?? 0)
    values[CaptureScreen.Slot.recording] = state.recordingSeconds ?? 0
    for i in 0..<min(state.sources.count, CaptureScreen.Slot.cameras) {
      values[CaptureScreen.Slot.rate(i)] = state.sources[i].framesPerSecond ?? 0
      values[CaptureScreen.Slot.drops(i)] = Double(state.sources[i].drops)
    }
  }

  /// Continues with the finger, focus ring and glass quality of the renderer it replaces and, on the same canvas, with
  /// what moves: glass grows from where it was.
  package func goOn(from former: ChromeRenderer) {
    touches = former.touches
    quality = former.quality
    painter.goOn(from: former.painter)
    guard former.layout.canvas == layout.canvas, former.layout.scale == layout.scale else { return }
    (animator, target, shown) = (former.animator, former.target, former.shown)
    animator.motion = style.reduceMotion ? .reduced : .standard
    (lastFrame, parallax, needsLayout, isScrolling) = (former.lastFrame, former.parallax, true, true)
  }

  // MARK: - Touches

  /// Interprets an event; the next frame shows what it changes on screen.
  ///
  /// An element may be named by the end of its path: `settings` for `controls/settings`. If several
  /// match, controls come before other elements, and earlier ones before later ones.
  ///
  /// - Parameters:
  ///   - event: what happened.
  ///   - nanoseconds: when, on the frames' clock; this determines a scrolling finger's speed.
  package func handle(_ event: ChromeEvent, nanoseconds: Int64 = 0) -> TouchTracker.Outcome {
    isTouched = true
    isScrolling = isScrolling || !target.scrollports.isEmpty
    let event = event.named(in: target.accessibility)
    if case .focus(let move) = event {
      // By the layout's own frames: scrolled elements are currently elsewhere.
      let outcome = touches.handle(
        .focus(move), on: target.accessibility, canvasWidth: 1, canvasHeight: 1, nanoseconds: nanoseconds)
      tell()
      return outcome
    }
    if let id = event.element, let named = target.accessibility.first(where: { $0.id == id }) {
      touches.scroller.reveal([named], at: nanoseconds)
    }
    return touches.handle(
      event, on: accessibility,
      canvasWidth: Double(layout.canvas.width) / layout.scale,
      canvasHeight: Double(layout.canvas.height) / layout.scale, nanoseconds: nanoseconds)
  }

  /// Describes the elements as they currently are.
  private func tell() {
    accessibility = target.accessibility.map { element in
      var element = animator.placed(element)
      element.isFocused = element.id == touches.focused
      return element
    }
  }

  /// Moves scrolling content to where it is at a frame's time.
  private func scroll(_ nanoseconds: Int64) {
    guard isScrolling else { return }
    isScrolling = touches.scroller.advance(to: nanoseconds)
    animator.scroll(touches.scroller.positions(at: nanoseconds, scale: layout.scale))
    tell()
  }

  /// Whether a finger is down.
  package var isHeld: Bool { touches.touch != nil }

  /// The elements of the last layout, for people and programs that can't see the screen. Frames are
  /// in points from the canvas's top left corner, y down.
  package private(set) var accessibility: [AccessibilityElement] = []

  // MARK: - For measuring

  /// Whether to draw words and marks; false leaves them out, so that the plates under them can be measured.
  package var drawsInk: Bool {
    get { painter.drawsInk }
    set { painter.drawsInk = newValue }
  }

  /// Records every text with its colour, even while ``drawsInk`` is false; `nil` records nothing.
  package var inkLog: InkLog? {
    get { painter.inkLog }
    set { painter.inkLog = newValue }
  }

  /// The screen as it currently is, between two states.
  var displayed: DisplayList { animator.displayed }

  /// How many states have been laid out so far.
  package private(set) var layouts = 0

  /// The tiles that the last frame drew.
  package var tiles: TileMap { painter.tiles }

  /// Makes the next frame draw everything.
  package func invalidate() { painter.invalidate() }

  /// Continues on another canvas, which holds what was last drawn.
  package func goOn(on canvas: PlanarPicture) { painter.goOn(on: canvas) }
}

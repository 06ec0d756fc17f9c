import CaptureKit
import GlassChrome
import HUDGeometry
import PixelTypes
import Screen

/// The chrome around the viewfinders, and its state.
package struct StageScreen {
  /// `nil` without chrome.
  package let chrome: ChromeRenderer?
  package private(set) var state: ChromeState
  private var throttled: ThrottledBackdrop
  private var emptyBackdrop: PlanarPicture?
  /// The main camera's picture around the viewfinders, if the backdrop is sharp.
  private let mirrored: MirroredScene?
  private var falseColorTime: Int64?
  private var sceneTime: Int64?
  /// The last guide's hint, and since when it has been followed.
  private var obeyed: (hint: Hint, since: Int64?)?
  /// A small copy of a fixed backdrop.
  private var fixed: (small: PlanarPicture, isNew: Bool)?

  /// - Parameters:
  ///   - names: the cameras' names.
  /// - Throws: ``GlassError``.
  package init(
    _ settings: StageSettings, _ layout: CanvasLayout, _ canvas: PlanarPicture, names: [String]
  ) throws(GlassError) {
    throttled = ThrottledBackdrop(interval: settings.arePhotos ? 0 : ThrottledBackdrop.interval)
    chrome =
      settings.drawsChrome
      ? try ChromeRenderer(
        layout: ChromeLayout(layout), style: settings.style, subsampling: canvas.subsampling,
        rules: settings.screenRules)
      : nil
    mirrored =
      settings.backdrop.isSharp && chrome != nil ? MirroredScene(layout.viewfinders[0], canvas: canvas) : nil
    chrome?.scene = mirrored?.picture
    if case .fixed(let backdrop) = settings.backdrop, let chrome {
      let scene = try backdrop.drawn(canvas.size, canvas.subsampling)
      chrome.scene = scene
      fixed = (PictureBackdrop.reduced(scene, by: max(canvas.size.width / 160, 1)), true)
    }
    state = ChromeState(settings, names: names)
  }

  /// Continues the state of the screen it replaces, for its own cameras.
  mutating func goOn(from former: StageScreen) {
    let sources = state.sources
    state = former.state
    reduce(.camerasReplaced(sources))
    if let chrome, let old = former.chrome { chrome.goOn(from: old) }
  }

  /// Takes an event: the only way to change the state.
  package mutating func reduce(_ event: ScreenEvent) { state.reduce(event) }

  /// Shows template, grid and assists as selected.
  mutating func select(_ settings: StageSettings) { reduce(.guidesChosen(settings)) }

  /// Shows the main camera's luma in false colours, twice a second; `nil` hides it.
  package mutating func showFalseColors(of luma: PixelPlane?, nanoseconds: Int64) {
    guard let luma else {
      falseColorTime = nil
      return reduce(.falseColorsMade(nil))
    }
    if let falseColorTime, nanoseconds >= falseColorTime, nanoseconds - falseColorTime < 500_000_000 {
      return
    }
    falseColorTime = nanoseconds
    reduce(.falseColorsMade(FalseColors.picture(of: luma).map(Thumbnail.init(taking:))))
  }

  /// Shows the cameras' states.
  package mutating func show(_ cameras: [StageCamera], _ inputs: [CameraInput]) {
    for index in cameras.indices {
      let status: StatusItem.Status =
        switch cameras[index].state {
        case .live: .live
        case .stale: .stale
        case .lost: .lost
        }
      let input = inputs[index]
      reduce(
        .cameraSeen(
          index, status, framesPerSecond: input.state == .lost ? 0 : input.framesPerSecond, drops: input.drops
        ))
    }
  }

  /// Whether a picture of this time, in nanoseconds, redraws most of the chrome over another backdrop.
  package func hasNewBackdrop(at nanoseconds: Int64) -> Bool {
    chrome != nil && fixed == nil && throttled.isDue(nanoseconds: nanoseconds)
  }

  /// Takes the main camera's picture from the canvas before ink is drawn on it, if the backdrop is
  /// sharp. When frames are late, only a few times a second.
  package mutating func takeScene(_ canvas: PlanarPicture, nanoseconds: Int64) {
    guard let mirrored, let chrome else { return }
    let age = nanoseconds - (sceneTime ?? .min / 2)
    if chrome.quality > .full, age >= 0, age < ThrottledBackdrop.interval { return }
    sceneTime = nanoseconds
    mirrored.take(canvas)
    chrome.sceneIsNew = true
  }

  /// Takes a viewfinder's own pixels where rims mirror them, before ink is drawn, whenever the soft backdrop changes too.
  ///
  /// - Parameter draw: draws them, as ``Composer/show(_:of:into:)`` does.
  package mutating func takeMirrored(
    in viewfinder: PixelRect, nanoseconds: Int64, _ draw: (PixelRect, PlanarPicture) -> Void
  ) {
    guard let chrome, chrome.quality == .full, throttled.isDue(nanoseconds: nanoseconds) else { return }
    chrome.takeMirrored(in: viewfinder, draw)
  }

  /// What the screen says, in its language.
  package var words: ScreenWords { (chrome?.style.language ?? .english).words }

  /// Shows a message briefly, in place of a hint.
  ///
  /// - Parameters:
  ///   - message: finds the words, such as `\.recordingPaused`.
  ///   - role: what it is about.
  ///   - nanoseconds: the picture's time.
  package mutating func say(
    _ message: (ScreenWords) -> String, role: Toast.Role = .info, nanoseconds: Int64
  ) {
    reduce(.said(Toast(message(words), role: role), at: nanoseconds))
  }

  /// Shows a guide's hint, or briefly that it was followed, or nothing. Removes an expired message.
  ///
  /// - Parameters:
  ///   - isSnapped: whether the subject of the last hint is in place.
  ///   - nanoseconds: the picture's time.
  package mutating func advise(_ hint: Hint?, isSnapped: (Hint) -> Bool, nanoseconds: Int64) {
    if let hint {
      obeyed = (hint, nil)
      return reduce(.advised(words[hint], .violation, at: nanoseconds))
    }
    let since = obeyed?.since ?? nanoseconds
    guard let last = obeyed?.hint, isSnapped(last), nanoseconds >= since,
      nanoseconds - since < ChromeState.messageNanoseconds
    else {
      obeyed = nil
      return reduce(.advised(nil, .info, at: nanoseconds))
    }
    obeyed?.since = since
    reduce(.advised(words.success(of: last), .success, at: nanoseconds))
  }

  /// Draws the chrome.
  ///
  /// - Parameters:
  ///   - backdrop: shown out of focus; `nil` for none.
  ///   - nanoseconds: the picture's time.
  /// - Returns: the tiles drawn; `nil` without chrome.
  package mutating func draw(
    over backdrop: PlanarPicture?, nanoseconds: Int64, into canvas: PlanarPicture
  ) -> TileMap? {
    guard let chrome else { return nil }
    // A viewfinder of a few pixels has no small picture.
    if backdrop == nil, emptyBackdrop == nil {
      emptyBackdrop = PlanarPicture(size: canvas.size, subsampling: .grey)
    }
    guard let backdrop = backdrop ?? emptyBackdrop else { return nil }
    if let fixed {
      chrome.render(
        state, backdrop: fixed.small, backdropIsNew: fixed.isNew, nanoseconds: nanoseconds, into: canvas)
      self.fixed?.isNew = false
      return chrome.tiles
    }
    let (shown, isNew) = throttled.show(backdrop, nanoseconds: nanoseconds)
    chrome.render(state, backdrop: shown, backdropIsNew: isNew, nanoseconds: nanoseconds, into: canvas)
    return chrome.tiles
  }

  /// Describes the screen as one JSON object, without elements if there is no chrome.
  package func described(_ layout: CanvasLayout) -> [UInt8] {
    ScreenDescription.json(
      chrome?.accessibility ?? [], canvasWidth: Double(layout.canvas.width) / layout.scale,
      canvasHeight: Double(layout.canvas.height) / layout.scale)
  }
}

extension ChromeLayout {
  /// Where the chrome of a canvas may be.
  init(_ layout: CanvasLayout) {
    self.init(
      // In picture-in-picture the second viewfinder lies inside the first.
      canvas: layout.canvas,
      viewfinders: layout.mode == .pip ? [layout.viewfinders[0]] : layout.viewfinders,
      topRegion: layout.topRegion, bottomRegion: layout.bottomRegion, sideRegion: layout.sideRegion,
      scale: layout.scale)
  }
}

extension ChromeState {
  /// Before the first picture.
  ///
  /// - Parameter names: the shown cameras'.
  init(_ settings: StageSettings, names: [String]) {
    var templates = SilhouetteTemplate.builtIn
    if let template = settings.template, !templates.contains(where: { $0.name == template.name }) {
      templates.insert(template, at: 0)
    }
    self.init(
      sources: names.map {
        Source(name: $0, status: .connecting, framesPerSecond: settings.arePhotos ? nil : 0, drops: 0)
      }, templates: templates)
    reduce(.guidesChosen(settings))
  }
}

extension ScreenEvent {
  static func guidesChosen(_ settings: StageSettings) -> ScreenEvent {
    .guidesChosen(
      template: settings.template?.name, grid: settings.grid.rawValue,
      assists: Set(settings.assists.map(\.rawValue)))
  }
}

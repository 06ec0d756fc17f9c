import CaptureKit
import Compositor
import GlassChrome
import HUDGeometry
import PixelTypes

/// The screen around a stage's viewfinders: its state, and what draws it.
package final class StageScreen: StageChrome {
  package let chrome: ChromeRenderer
  package private(set) var state: ChromeState
  private var throttled: ThrottledBackdrop
  private var emptyBackdrop: PlanarPicture?
  /// The main camera's picture around the viewfinders, if the backdrop is sharp.
  private let continued: ContinuedScene?
  private var sceneTime: Int64?
  /// The last guide's hint, and since when it has been followed.
  private var obeyed: (hint: Hint, place: Int, since: Int64?)?
  /// The last hint with a name.
  private var named: (hint: Hint, place: Int, text: String)?
  /// How values ran, for their panel.
  private var trails = ValueTrails()
  /// A small copy of a fixed backdrop.
  private var fixed: (small: PlanarPicture, isNew: Bool)?

  /// - Parameters:
  ///   - names: the cameras' names.
  ///   - former: the screen it replaces, whose state it continues for its own cameras.
  /// - Throws: ``GlassError``.
  init(
    _ settings: StageSettings, _ layout: CanvasLayout, _ canvas: PlanarPicture, names: [String],
    continuing former: StageScreen?
  ) throws(GlassError) {
    throttled = ThrottledBackdrop(interval: settings.arePhotos ? 0 : ThrottledBackdrop.interval)
    chrome = try ChromeRenderer(
      layout: ChromeLayout(layout), style: settings.style, subsampling: canvas.subsampling,
      rules: settings.screenRules)
    continued =
      settings.backdrop.isSharp
      ? ContinuedScene(layout.viewfinders[0], canvas: canvas, scale: layout.scale) : nil
    chrome.screen.hasShelf = !layout.isBesideSheet
    chrome.scene = continued?.picture
    if case .fixed(let backdrop) = settings.backdrop {
      let scene = try backdrop.drawn(canvas.size, canvas.subsampling)
      chrome.scene = scene
      fixed = (PictureBackdrop.reduced(scene, by: max(canvas.size.width / 160, 1)), true)
    }
    let state = ChromeState(settings, names: names)
    self.state = former?.state ?? state
    if let former {
      reduce(.camerasReplaced(state.sources))
      chrome.goOn(from: former.chrome)
    }
  }

  package var quality: GlassQuality { chrome.quality }

  /// The pages of settings, whether or not a sheet shows them; none where nothing can be pressed.
  package var settings: [SettingsPage] { state.showsControls || state.keepsControls ? seen.pages : [] }

  /// What controls read.
  package var seen: SeenScreen { SeenScreen(state, chrome.style) }

  /// Whether its settings show what `other`'s did. Copies and allocates nothing.
  package func hasSettings(of other: SeenScreen?) -> Bool {
    other.map { chrome.style == $0.style && state.hasSameSettings(as: $0.state) } ?? false
  }

  package func restyle(_ style: ChromeStyle) throws(GlassError) {
    try chrome.restyle(style)
    named = nil
  }

  package func goOn(on canvas: PlanarPicture) { chrome.goOn(on: canvas) }

  package func reduce(_ event: ScreenEvent) { state.reduce(event) }

  package func select(_ settings: StageSettings) { reduce(.guidesChosen(settings)) }

  package func look(at stage: Stage, _ moment: Moment) {
    show(stage.cameras, moment.cameras)
    if !stage.settings.arePhotos {
      reduce(.timePassed(secondOfDay: moment.secondsOfDay, recordingSeconds: moment.recordingSeconds))
    }
    advise(
      stage.advice?.hint, of: stage.advice?.place ?? 0, isSnapped: stage.isSnapped,
      nanoseconds: moment.nanoseconds)
    let values = trails.take(
      moment.values, alarms: moment.alarms, unknown: moment.alarmsUnknown, at: moment.nanoseconds)
    if let values { reduce(.valuesSaid(values)) }
    reduce(.rolled(moment.cameras[0].state == .lost ? nil : stage.rollDegrees))
  }

  /// Shows the cameras' states.
  private func show(_ cameras: [StageCamera], _ inputs: [CameraInput]) {
    for index in cameras.indices {
      let status: CameraStatus =
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
    fixed == nil && throttled.isDue(nanoseconds: nanoseconds)
  }

  package func see(
    _ camera: StageCamera, isMain: Bool, on canvas: PlanarPicture, nanoseconds: Int64,
    _ draw: (PixelRect, PlanarPicture) -> Void
  ) {
    if isMain { takeScene(canvas, nanoseconds) }
    // Rims mirror a viewfinder's own pixels, whenever the soft backdrop changes too.
    if chrome.quality == .full, throttled.isDue(nanoseconds: nanoseconds) {
      chrome.takeMirrored(in: camera.rect, draw)
    }
  }

  /// For a sharp backdrop. When frames are late, only a few times a second.
  private func takeScene(_ canvas: PlanarPicture, _ nanoseconds: Int64) {
    guard let continued else { return }
    let age = nanoseconds - (sceneTime ?? .min / 2)
    if chrome.quality > .full, age >= 0, age < ThrottledBackdrop.interval { return }
    sceneTime = nanoseconds
    continued.take(canvas)
    chrome.sceneIsNew = true
  }

  /// What the screen says, in its language.
  package var words: ScreenWords { chrome.style.language.words }

  /// Shows a message briefly, in place of a hint.
  ///
  /// - Parameters:
  ///   - message: finds the words, such as `\.recordingPaused`.
  ///   - role: what it is about.
  ///   - nanoseconds: the picture's time.
  package func say(
    _ message: (ScreenWords) -> String, role: Toast.Role = .info, nanoseconds: Int64
  ) {
    reduce(.said(Toast(message(words), role: role), at: nanoseconds))
  }

  /// Shows a message about a camera by its place.
  package func say(of place: Int, _ phrase: (ScreenWords) -> Phrase, role: Toast.Role, nanoseconds: Int64) {
    say({ phrase($0)(state.sources[place].name) }, role: role, nanoseconds: nanoseconds)
  }

  /// Shows a guide's hint, or briefly that it was followed, or nothing. Removes an expired message.
  ///
  /// - Parameters:
  ///   - place: the viewfinder that it means.
  ///   - isSnapped: whether the subject of the last hint is in place.
  ///   - nanoseconds: the picture's time.
  func advise(_ hint: Hint?, of place: Int = 0, isSnapped: (Hint) -> Bool, nanoseconds: Int64) {
    if let hint {
      obeyed = (hint, place, nil)
      return reduce(.advised(text(hint, of: place), .violation, of: place, at: nanoseconds))
    }
    let since = obeyed?.since ?? nanoseconds
    guard let (last, place, _) = obeyed, isSnapped(last), nanoseconds >= since,
      nanoseconds - since < ChromeState.messageNanoseconds
    else {
      obeyed = nil
      return reduce(.advised(nil, .info, of: 0, at: nanoseconds))
    }
    obeyed?.since = since
    reduce(.advised(words.success(of: last), .success, of: place, at: nanoseconds))
  }

  /// A hint's words, with the viewfinder's name if there are several. Made once for as long as it is shown.
  private func text(_ hint: Hint, of place: Int) -> String {
    guard state.sources.count > 1, state.sources.indices.contains(place) else { return words[hint] }
    if let named, named.hint == hint, named.place == place { return named.text }
    let text = words.hint(hint, of: state.sources[place].name)
    named = (hint, place, text)
    return text
  }

  package func draw(
    over backdrop: PlanarPicture?, nanoseconds: Int64, into canvas: PlanarPicture
  ) -> TileMap {
    if let fixed {
      chrome.render(
        state, backdrop: fixed.small, backdropIsNew: fixed.isNew, nanoseconds: nanoseconds, into: canvas)
      self.fixed?.isNew = false
      return chrome.tiles
    }
    // A viewfinder of a few pixels has no small picture.
    if backdrop == nil, emptyBackdrop == nil {
      emptyBackdrop = PlanarPicture(size: canvas.size, subsampling: .grey)
    }
    guard let backdrop = backdrop ?? emptyBackdrop else { return chrome.tiles }
    let (shown, isNew) = throttled.show(backdrop, nanoseconds: nanoseconds)
    chrome.render(state, backdrop: shown, backdropIsNew: isNew, nanoseconds: nanoseconds, into: canvas)
    return chrome.tiles
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
    // A shelf is for choosing.
    showsShelf = false
    reduce(.guidesChosen(settings))
  }
}

extension ScreenEvent {
  static func guidesChosen(_ settings: StageSettings) -> ScreenEvent {
    .guidesChosen(
      template: settings.template?.name, grid: settings.grid.rawValue,
      assists: settings.assists)
  }
}

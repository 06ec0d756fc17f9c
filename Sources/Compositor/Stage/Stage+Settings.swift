import GlassChrome
import HUDGeometry

extension Stage {
  /// The settings of the chrome's look, as flags without dashes.
  package static let styleSettings: Set<String> = [
    "appearance", "hand", "increase-contrast", "language", "reduce-motion", "reduce-transparency",
    "text-size",
  ]

  private static let guideSettings: Set<String> = [
    "grid", "template", "secondary-grid", "secondary-template",
  ]
  private static let measureSettings: Set<String> = ["assist", "focus-box", "exposure-box"]

  /// All settings that ``take(_:_:)`` applies.
  package static let liveSettings =
    styleSettings.union(guideSettings).union(measureSettings).union(["quality"])

  /// Applies new settings between two pictures: every named one that can change now, or none.
  ///
  /// - Parameter changed: flags without dashes. A choice made on the screen stays if its setting isn't named.
  /// - Throws: ``GlassError``; then nothing has changed.
  package func take(_ new: StageSettings, _ changed: Set<String>) throws(GlassError) {
    // The only step that can fail comes first.
    if !changed.isDisjoint(with: Self.styleSettings) { try restyle(new.style) }
    for camera in 0..<max(settings.own.count, new.own.count) {
      settings.choose(for: camera) { own in
        if changed.contains("secondary-grid") { own.grid = new.own(of: camera).grid }
        if changed.contains("secondary-template") { own.template = new.own(of: camera).template }
      }
    }
    if changed.contains("grid") { settings.grid = new.grid }
    let former = settings.assists
    if changed.contains("template") { settings.take(new.template) }
    if !changed.isDisjoint(with: Self.guideSettings) { showGuides() }
    if !changed.isDisjoint(with: Self.measureSettings) {
      var new = new
      new.take(settings.template)
      measure(new)
    } else if settings.assists != former {
      measure(settings)
    }
    if changed.contains("quality") { settings.quality = new.quality }
  }

  /// Changes the look of the chrome, and the size of figures in the ink, from the next picture on.
  ///
  /// - Throws: ``GlassError``; then the look hasn't changed.
  package func restyle(_ style: ChromeStyle) throws(GlassError) {
    var tools: [CameraGuides.Tools?] = []
    if style.typeSize != settings.style.typeSize {
      for camera in cameras { tools.append(try camera.guides.tools?.restyled(style, for: camera.rect)) }
    }
    try screen.chrome?.restyle(style)
    settings.style = style
    for (camera, tools) in zip(cameras, tools) {
      if let tools { camera.guides.take(tools, settings) }
    }
  }

  /// Changes template and grid from the next picture on; the horizon and subject found so far stay.
  /// Cameras keep any guides of their own.
  package func select(template: SilhouetteTemplate?, grid: Grid) {
    guard template != settings.template || grid != settings.grid else { return }
    let former = settings.assists
    settings.take(template)
    settings.grid = grid
    showGuides()
    if settings.assists != former { measure(settings) }
  }

  /// Puts a template first on the shelf, replacing one of the same name.
  package func offer(_ template: SilhouetteTemplate) {
    screen.state.templates.removeAll { $0.name == template.name }
    screen.state.templates.insert(template, at: 0)
    screen.select(settings)
  }

  /// Shows the middle of a camera's frames enlarged, from the next picture on.
  ///
  /// - Parameter zoom: how many times; 1 shows all of them.
  package func zoom(_ zoom: Double, camera: Int) {
    if cameras.indices.contains(camera) { cameras[camera].zoom = zoom }
  }

  /// Takes another roll of a camera as level, in degrees, from the next picture on.
  package func level(_ degrees: Double, camera: Int) {
    if cameras.indices.contains(camera) { cameras[camera].guides.levelDegrees = degrees }
  }

  private func showGuides() {
    screen.select(settings)
    for camera in cameras { camera.guides.select(settings) }
  }

  /// Notes that the last picture was kept, for the onion skin.
  package func keepPicture() {
    for camera in cameras { camera.keep() }
  }

  /// Shows other instruments from the next picture on.
  package func show(_ assists: Set<Assist>) {
    settings.assists = assists
    measure(settings)
  }

  /// Changes assists and the boxes for focus and exposure from the next picture on.
  private func measure(_ new: StageSettings) {
    settings.assists = new.assists
    settings.focusBox = new.focusBox
    settings.exposureBox = new.exposureBox
    screen.select(settings)
    for camera in cameras { camera.guides.takeMeasures(settings) }
  }
}

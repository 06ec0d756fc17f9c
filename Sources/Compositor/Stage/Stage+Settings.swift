import GlassChrome
import HUDGeometry
import PixelTypes

extension Stage {
  /// Applies new settings between two pictures: every named one that can change now, or none.
  ///
  /// - Parameter changed: names of settings. A choice made on the screen stays if its setting isn't named.
  /// - Throws: ``GlassError``; then nothing has changed.
  package func take(_ new: StageSettings, _ changed: Set<String>) throws(GlassError) {
    var next = settings
    let effects = StageSettings.all.take(changed, from: new, into: &next)
    // The steps that can fail come first.
    let letters =
      effects.contains(.letters) ? try ViewfinderLetters.all(next, in: layout, names: names) : nil
    if effects.contains(.style) { try restyle(next.style) }
    let former = settings.assists
    settings = next
    if let letters { self.letters = letters }
    if effects.contains(.guides) { showGuides() }
    // Scopes make room for letters.
    if letters != nil || effects.contains(.measures) || settings.assists != former { measure() }
  }

  /// Changes the look of the chrome, and the size of figures in the ink, from the next picture on.
  ///
  /// - Throws: ``GlassError``; then the look hasn't changed.
  package func restyle(_ style: ChromeStyle) throws(GlassError) {
    var tools: [CameraGuides.Tools?] = []
    if style.typeSize != settings.style.typeSize {
      for camera in cameras { tools.append(try camera.guides.tools?.restyled(style, for: camera.rect)) }
    }
    var other = settings
    other.style = style
    let letters = try ViewfinderLetters.all(other, in: layout, names: names)
    try chrome?.restyle(style)
    settings.style = style
    self.letters = letters
    defer { noteOmissions() }
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
    if settings.assists != former { measure() }
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
    chrome?.select(settings)
    for camera in cameras { camera.guides.select(settings) }
  }

  /// Notes that the last picture was kept, for the onion skin.
  package func keepPicture() {
    for camera in cameras { camera.keep() }
  }

  /// Shows other assists from the next picture on.
  package func show(_ assists: Set<Assist>) {
    settings.assists = assists
    measure()
  }

  /// Shows assists and boxes for focus and exposure as the settings have them.
  private func measure() {
    chrome?.select(settings)
    for camera in cameras { camera.guides.takeMeasures(settings) }
    noteOmissions()
  }

  /// Ink that a viewfinder has no room for.
  package struct Omission: Sendable, Equatable {
    /// The camera's name.
    package let camera: String
    package let viewfinder: PixelRect
    /// Names of assists, `stamp`, `name`.
    package let inks: [String]
  }

  func noteOmissions() {
    omissions = cameras.compactMap { camera in
      // A name that nobody asked for is there if it fits.
      let missed = camera.guides.omitted.filter { $0 != .name || settings.showsNames == true }
      let inks = missed.compactMap(\.name)
      return inks.isEmpty ? nil : Omission(camera: camera.id, viewfinder: camera.rect, inks: inks)
    }
  }
}

extension InkLayout.Ink {
  fileprivate var name: String? {
    switch self {
    case .name: "name"
    case .stamp: "stamp"
    case .stale: nil
    case .scope(let assist): assist.rawValue
    }
  }
}

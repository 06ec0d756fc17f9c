import GlassChrome
import HUDGeometry

extension Stage {
  /// The settings of the chrome's look, as flags without dashes.
  package static let styleSettings: Set<String> = [
    "appearance", "increase-contrast", "reduce-motion", "reduce-transparency", "text-size",
  ]

  /// Applies new settings between two pictures: every named one that can change now, or none.
  ///
  /// - Parameter changed: flags without dashes. A choice made on the screen stays if its setting isn't named.
  /// - Throws: ``GlassError``; nothing has changed then.
  package func take(_ new: StageSettings, _ changed: Set<String>) throws(GlassError) {
    // The only step that can fail comes first.
    if !changed.isDisjoint(with: Self.styleSettings) { try restyle(new.style) }
    if !changed.isDisjoint(with: ["grid", "template"]) {
      select(
        template: changed.contains("template") ? new.template : settings.template,
        grid: changed.contains("grid") ? new.grid : settings.grid)
    }
    if !changed.isDisjoint(with: ["assist", "focus-box", "exposure-box"]) { measure(new) }
    if changed.contains("quality") { settings.quality = new.quality }
  }

  /// Changes the look of the chrome from the next picture on.
  ///
  /// - Throws: ``GlassError``; the look hasn't changed then.
  package func restyle(_ style: ChromeStyle) throws(GlassError) {
    try screen.chrome?.restyle(style)
    settings.style = style
  }

  /// Changes template and grid from the next picture on; the horizon and subject found so far stay.
  package func select(template: SilhouetteTemplate?, grid: Grid) {
    guard template != settings.template || grid != settings.grid else { return }
    settings.template = template
    settings.grid = grid
    screen.select(settings)
    for camera in cameras { camera.guides.select(settings) }
  }

  /// Changes assists and the boxes for focus and exposure from the next picture on.
  private func measure(_ new: StageSettings) {
    settings.assists = new.assists
    settings.focusBox = new.focusBox
    settings.exposureBox = new.exposureBox
    for camera in cameras { camera.guides.takeMeasures(settings) }
  }
}
